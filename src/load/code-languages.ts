import { CODE_LANGUAGES, languageEntry, languageOfFile } from "../chunk/code/languages.ts";

/** Languages that have loaders of their own. */
const LOADED_OTHERWISE = new Set(["json", "yaml", "html"]);

export const CODE_EXTENSIONS: readonly string[] = CODE_LANGUAGES.filter(
  (language) => !LOADED_OTHERWISE.has(language),
).flatMap((language) => languageEntry(language).extensions.map((extension) => `.${extension}`));

/** The programming language a file's name tells: by its extension or as a whole. */
export function languageOfName(name: string): string | undefined {
  const language = languageOfFile(name);
  return language === undefined || LOADED_OTHERWISE.has(language) ? undefined : language;
}

/** Programs a script's first line may name. */
const INTERPRETERS: readonly (readonly [RegExp, string])[] = [
  [/^python/, "python"],
  [/^(?:node|nodejs|bun)$/, "javascript"],
  [/^(?:deno|tsx|ts-node)$/, "typescript"],
  [/^(?:ba|z|k|da|a)?sh$/, "bash"],
  [/^fish$/, "fish"],
  [/^ruby/, "ruby"],
  [/^perl/, "perl"],
  [/^php/, "php"],
  [/^lua/, "lua"],
  [/^Rscript$/, "r"],
  [/^pwsh$/, "powershell"],
  [/^awk|^gawk/, "awk"],
  [/^tclsh|^wish/, "tcl"],
];

/** The language a script's first line asks for: `#!/usr/bin/env python3`. */
export function languageOfShebang(text: string): string | undefined {
  const [, path = "", argument = ""] =
    /^#!\s*(\S{1,200})(?:[ \t]+(?:-S[ \t]+)?(\S{1,200}))?/.exec(text.slice(0, 500)) ?? [];
  const program = path.slice(path.lastIndexOf("/") + 1);
  const interpreter = program === "env" ? argument.slice(argument.lastIndexOf("/") + 1) : program;
  return INTERPRETERS.find(([pattern]) => pattern.test(interpreter))?.[1];
}
