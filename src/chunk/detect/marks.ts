/** What speaks for Markdown, counted over a text's lines. */
export interface MarkdownMarks {
  /** Opening fences; those that name a language, apart. */
  readonly fences: number;
  readonly namedFences: number;
  readonly headings: number;
  /** Headings with an empty line, or nothing, before and after: comments seldom stand so. */
  readonly titles: number;
  readonly links: number;
  /** Rows of dashes under a table's header. */
  readonly tables: number;
  readonly items: number;
  readonly emphasis: number;
}

/** Longer lines are looked at up to here only. */
const LINE_REACH = 2_000;

export function markdownMarks(parts: Iterable<string>): MarkdownMarks {
  const marks = {
    fences: 0,
    namedFences: 0,
    headings: 0,
    titles: 0,
    links: 0,
    tables: 0,
    items: 0,
    emphasis: 0,
  };
  for (const part of parts) {
    let fenced = false;
    const lines = part.split("\n").map((line) => line.slice(0, LINE_REACH).trim());
    lines.forEach((line, i) => {
      if (line === "") return;
      if (line.startsWith("```") || line.startsWith("~~~")) {
        fenced = !fenced;
        if (fenced) marks.fences++;
        if (fenced && /^.{3,6}\s*[a-zA-Z]/.test(line)) marks.namedFences++;
        return;
      }
      if (fenced) return;
      if (isHeading(line)) {
        marks.headings++;
        if (!lines[i - 1] && !lines[i + 1]) marks.titles++;
      } else if (/^(?:[-*+]|\d{1,3}[.)]) \S/.test(line)) marks.items++;
      else if (isTableRule(line)) marks.tables++;
      if (hasLink(line)) marks.links++;
      if (hasEmphasis(line)) marks.emphasis++;
    });
  }
  return marks;
}

/** `## Title` */
export function isHeading(line: string): boolean {
  return /^#{1,6} \S/.test(line);
}

/** `|---|:--:|` */
function isTableRule(line: string): boolean {
  return line.includes("|") && line.includes("--") && /^[\s|:-]+$/.test(line);
}

/** `[text](target)` */
function hasLink(line: string): boolean {
  const middle = line.indexOf("](");
  return (
    middle > 0 &&
    line.lastIndexOf("[", middle) >= 0 &&
    /[\w#./]/.test(line.charAt(middle + 2)) &&
    line.includes(")", middle)
  );
}

/** `**strong**` */
function hasEmphasis(line: string): boolean {
  const open = line.indexOf("**");
  if (open < 0 || !/[\p{L}\p{N}`"[]/u.test(line.charAt(open + 2))) return false;
  const close = line.indexOf("**", open + 3);
  return close > 0 && line.charAt(close - 1) !== " ";
}

/** Tags of a text, and how much of it they are. */
export interface TagMarks {
  readonly html: number;
  readonly other: number;
  /** Share of the characters that belong to tags. */
  readonly share: number;
  /** `{` in a tag, as JSX and templates have it. */
  readonly braces: number;
}

const HTML_TAGS = new Set(
  (
    "a abbr address article aside audio b blockquote body br button canvas caption center code col dd details div dl dt em " +
    "fieldset figure font footer form frame h1 h2 h3 h4 h5 h6 head header hr html i iframe img input label li link main " +
    "meta nav noscript object ol option p pre script section select small span strong style sub summary sup table tbody " +
    "td textarea tfoot th thead title tr tt u ul video"
  ).split(" "),
);

const LONGEST_TAG = 2_000;

export function tagMarks(parts: Iterable<string>): TagMarks {
  let html = 0;
  let other = 0;
  let covered = 0;
  let braces = 0;
  let length = 0;
  for (const part of parts) {
    length += part.length;
    for (let at = part.indexOf("<"); at >= 0; ) {
      const end = part.indexOf(">", at + 1);
      if (end < 0) break;
      const again = part.lastIndexOf("<", end);
      // `a < b` and comparisons: the last `<` before `>` is the one that may open a tag.
      const start = again > at ? again : at;
      const name = /^<\/?([a-zA-Z][\w:.-]{0,60})/.exec(part.slice(start, start + 64))?.[1];
      if (name !== undefined && end - start <= LONGEST_TAG) {
        if (HTML_TAGS.has(name.toLowerCase())) html++;
        else other++;
        covered += end - start + 1;
        if (part.slice(start, end).includes("{")) braces++;
      }
      at = part.indexOf("<", end);
    }
  }
  return { html, other, share: length === 0 ? 0 : covered / length, braces };
}
