/** What makes a line another kind of block than a paragraph, and the character to put a backslash before. */
const OPENERS: readonly RegExp[] = [
  /^()#{1,6}(?:\s|$)/,
  /^()[-+*](?:\s|$)/,
  /^(\d{1,9})[.)](?:\s|$)/,
  /^()>/,
  /^()(?:`{3}|~{3}|\${2}|\+{3})/,
  /^()<[A-Za-z/!?]/,
  // Breaks and the lines under headings; rows that part a table's head from its body.
  /^()([-_*=])(?:[ \t]*\2)*$/,
  /^()[:|-][-:| \t]*$/,
];

/** A paragraph's lines: trimmed, none empty, none that would be read as a heading, a list or a fence. */
export function safeLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map(safeLine);
}

/** Characters an opener can start with: most lines start with none of them. */
const SUSPICIOUS = /^[-#+*\d>`~$<_=:|]/;

function safeLine(line: string): string {
  if (!SUSPICIOUS.test(line)) return line;
  for (const opener of OPENERS) {
    const match = opener.exec(line);
    if (match !== null) return `${match[1]}\\${line.slice(match[1].length)}`;
  }
  return line;
}

/** A fence longer than any run of backticks in the code it goes around. */
export function fenceFor(code: string): string {
  return "`".repeat(Math.max(3, longestRun(code) + 1));
}

/** Inline code; plain text where there is nothing to mark. */
export function inlineCode(text: string): string {
  const code = text.replace(/\s+/g, " ").trim();
  if (code === "") return "";
  const ticks = "`".repeat(longestRun(code) + 1);
  const pad = code.startsWith("`") || code.endsWith("`") ? " " : "";
  return `${ticks}${pad}${code}${pad}${ticks}`;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

/** Addresses that lead nowhere outside the page, run code or hold data are no use in a text. */
const USELESS_ADDRESS = /^(?:#|javascript:|data:|about:|blob:|vbscript:)/i;

/** Longer ones carry state, not an address. */
const MAX_ADDRESS = 2_048;

/** A link, or its text alone where the address is of no use or is the text. */
export function link(text: string, address: string | undefined): string {
  const label = text.trim();
  const target = (address ?? "").trim();
  if (label === "" || target === "" || target === label || target === `mailto:${label}`) return label;
  if (target.length > MAX_ADDRESS || USELESS_ADDRESS.test(target)) return label;
  const safe = target.replace(/[\s()<>]/g, (character) => {
    const code = character.charCodeAt(0);
    return code < 128
      ? `%${code.toString(16).toUpperCase().padStart(2, "0")}`
      : encodeURIComponent(character);
  });
  return `[${label.replace(/\s+/g, " ")}](${safe})`;
}
