// How well chunks serve a retriever: the same one for all, so that only the chunks differ.

import { figuresAt } from "../../src/eval/metrics.ts";
import { Bm25 } from "./bm25.ts";

/** As many pieces as the published figures were taken with. */
const TOP = 5;

/**
 * `chunks`: `{ document, group, start, end, text, tokens }`. For each query, recall, precision and IoU in
 * characters and the tokens returned; `vectors` alone, and `hybrid` with BM25, scores normalised and added.
 */
export async function retrieve({ chunks, queries, embedder }) {
  const groups = Map.groupBy(chunks, ({ group }) => group);
  const indexes = new Map();
  for (const [group, own] of groups) indexes.set(group, await indexOf(own, embedder));
  const queryVectors = await embedder.embed(
    queries.map(({ query }) => query),
    "query",
  );
  const rows = { vectors: [], hybrid: [] };
  queries.forEach(({ query, group, relevant }, i) => {
    const { own, vectors, words } = indexes.get(group);
    const meaning = vectors.map((vector) => dot(queryVectors[i], vector));
    const scores = words.scores(query);
    const most = scores.reduce((highest, score) => Math.max(highest, score), 0) || 1;
    const mixed = meaning.map((score, at) => score + scores[at] / most);
    for (const [name, all] of [
      ["vectors", meaning],
      ["hybrid", mixed],
    ]) {
      const top = best(all).map((at) => own[at]);
      const tokens = top.reduce((sum, chunk) => sum + chunk.tokens, 0);
      rows[name].push({ ...figuresAt(top, relevant, TOP), tokens });
    }
  });
  return rows;
}

async function indexOf(own, embedder) {
  const texts = own.map(({ text }) => text);
  const words = new Bm25();
  for (const text of texts) words.add(text);
  return { own, words, vectors: await embedder.embed(texts, "document") };
}

function best(scores) {
  return scores
    .map((score, at) => ({ score, at }))
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, TOP)
    .map(({ at }) => at);
}

function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
