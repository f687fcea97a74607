/** Looked at of each line and each text: what stands further right, or deeper in a huge piece, is rarely a definition. */
const LONGEST_LINE = 240;
const MOST_NAMES = 200;

const MODIFIER =
  "pub(?:\\([a-z]+\\))?|public|private|protected|internal|export|default|static|async|abstract|final|sealed|" +
  "override|virtual|inline|unsafe|extern|readonly|partial|open|data|local|declare|impl<[^>]{0,60}>";
const KEYWORD =
  "class|struct|interface|enum|trait|impl|fn|func|fun|function|def|type|module|namespace|mod|record|object|" +
  "protocol|union|extension|macro_rules!|const|let|var|val|package";
/** "pub struct Name", "export async function name", "def name". */
const BY_KEYWORD = new RegExp(`^\\s*(?:(?:${MODIFIER})\\s+){0,5}(?:${KEYWORD})\\s+([\\p{L}_$][\\w$]*)`, "u");
/** "static Type<A, B> name(", "virtual void Name::part(": at least one word before the name. */
const BY_SIGNATURE = /^\s*(?:[A-Za-z_][\w<>,&*:[\]~]*\s+){1,6}[&*]*([A-Za-z_~][\w:]*)\s*\(/;
/** Words that stand before a call rather than a definition. */
const STATEMENT = /^\s*(?:return|new|else|throw|case|if|await|yield|delete|assert|raise|not|in|and|or)\b/;

/**
 * Names that a piece of code seems to define, told by its lines alone: for pieces that no parser has read, as
 * when chunks were given.
 */
export function declaredNames(code: string): string[] {
  const names = new Set<string>();
  for (const whole of lines(code)) {
    const line = whole.slice(0, LONGEST_LINE);
    const name =
      BY_KEYWORD.exec(line)?.[1] ?? (STATEMENT.test(line) ? undefined : BY_SIGNATURE.exec(line)?.[1]);
    if (name !== undefined) names.add(name);
    if (names.size === MOST_NAMES) break;
  }
  return [...names];
}

function* lines(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const end = text.indexOf("\n", start);
    const stop = end < 0 ? text.length : end;
    yield text.slice(start, stop);
    start = stop + 1;
  }
}
