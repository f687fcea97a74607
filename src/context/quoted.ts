import { hashText } from "../text/hash.ts";

const NONCE_LENGTH = 16;
/** Control characters but tabs and line breaks: no part of what a text says, and refused by some providers. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** What quoted material is marked with: part of every tag, and in none of the texts. */
export type Nonce = string;

/**
 * A mark for tags that none of the texts can close: made of their hash, so that the same document is always quoted in
 * the same way, and made again should one of them hold it.
 */
export function nonceFor(texts: readonly string[]): Nonce {
  let nonce = hashText(texts.map((text) => hashText(text)).join(" ")).slice(0, NONCE_LENGTH);
  while (texts.some((text) => text.includes(nonce))) nonce = hashText(nonce).slice(0, NONCE_LENGTH);
  return nonce;
}

/** A text as data between tags, on lines of their own. */
export function quoted(tag: string, nonce: Nonce, text: string): string {
  return `<${tag}-${nonce}>\n${harmless(text)}\n</${tag}-${nonce}>`;
}

/**
 * A text as a model may see it: well-formed, without control characters, and without the marks by which servers of open
 * models tell roles apart (`<|im_start|>`), which some read even inside a message.
 */
export function harmless(text: string): string {
  return text.toWellFormed().replace(CONTROLS, " ").replaceAll("<|", "< |").replaceAll("|>", "| >");
}
