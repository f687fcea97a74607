/** Plain prose out of marked-up text: the classifier must know prose of many kinds and languages. */

/** Paragraphs of a Markdown text that carry no mark at all. */
export function markdownParagraphs(text: string): string[] {
  const outside = text.replace(/^(```|~~~)[\s\S]*?^\1/gm, "");
  return outside
    .split(/\n\s*\n/)
    .filter((part) => part.length > 60 && !/[`*_#|<>[\]{}\\=]|-{3}|^\s*(?:[-+]|\d+\.)\s|^ {4}/m.test(part));
}

/** The text of an HTML page's blocks. */
export function htmlParagraphs(html: string): string[] {
  const body = html.replace(/<(script|style|pre|head)\b[\s\S]*?<\/\1>/gi, " ");
  return body
    .split(/<\/?(?:p|div|li|h[1-6]|td|tr|dd|dt|article|section|br)\b[^>]*>/i)
    .map((part) =>
      part
        .replace(/<[^>]*>/g, "")
        .replace(/&nbsp;/g, " ")
        .replace(/&amp;/g, "&")
        .replace(/&quot;/g, '"')
        .replace(/&#?\w+;/g, "'"),
    )
    .map((part) => part.replace(/\s+/g, " ").trim())
    .filter((part) => part.length > 40 && /\p{L}{2}/u.test(part) && !/[{}<>=\\]|https?:/.test(part));
}

/** Translated sentences of a message catalogue. */
export function catalogueMessages(text: string): string[] {
  const messages = text.matchAll(/^msgstr "((?:[^"\\]|\\.)*)"((?:\n"(?:[^"\\]|\\.)*")*)/gm);
  return Array.from(messages, ([, first, rest]) =>
    (first + rest.replace(/\n"|"$/gm, "")).replace(/\\n/g, " ").replace(/\\(.)/g, "$1"),
  )
    .map((part) => part.replace(/\s+/g, " ").trim())
    .filter((part) => part.length > 40 && !/[{}<>=\\%&_]|https?:|--/.test(part));
}

/** A paragraph in lines, as editors and mail programs wrap it. */
export function wrap(paragraph: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of paragraph.split(/\s+/)) {
    if (line !== "" && line.length + word.length + 1 > width) {
      lines.push(line);
      line = "";
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  if (line !== "") lines.push(line);
  return lines;
}
