// The texts that are embedded: the beginnings of the bench's corpora in pieces as long as chunks are.

import { loadDocuments } from "../corpus.mjs";

export const PIECE = 1000;

export function loadPieces(corpus, limit) {
  return loadDocuments(corpus, limit).flatMap(({ text }) => pieces(text));
}

function pieces(text) {
  const found = [];
  for (let start = 0; start < text.length; start += PIECE) {
    // A copy: a slice of a long string would be slower to read than a text of its own.
    found.push(Buffer.from(text.slice(start, start + PIECE), "utf16le").toString("utf16le"));
  }
  return found;
}

export function unitsOf(texts) {
  return texts.reduce((total, text) => total + text.length, 0);
}
