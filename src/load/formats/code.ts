import { languageOfName, languageOfShebang } from "../code-languages.ts";
import type { Format, Parsed } from "../format.ts";
import { readSourceText } from "../text-source.ts";

/** Source code: the decoded file. Its outline is the code chunker's, which has the grammars. */
export const format: Format = {
  type: "code",
  async parse(bytes, source): Promise<Parsed> {
    const { text, metadata, warnings } = readSourceText(bytes, source, declaredEncoding(bytes));
    const codeLanguage = languageOfName(source.name) ?? languageOfShebang(text);
    return {
      text,
      format: "code",
      metadata: codeLanguage === undefined ? metadata : { ...metadata, codeLanguage },
      warnings,
    };
  },
};

/** `# -*- coding: latin-1 -*-` in the first two lines (Python, Ruby, Emacs), or an XML declaration. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 400)).split(/\r?\n/, 2).join("\n");
  const [, xml] = /^\s*<\?xml\b[^>]*\bencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head) ?? [];
  const [, comment] = /^#.*\bcoding[:=][ \t]*([\w.-]{1,40})/m.exec(head) ?? [];
  return xml ?? comment;
}
