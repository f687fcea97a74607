// Ways to give chunks their context that a knowledge base does not have, each as a ContextTrial of src/eval.

import { ContextWriter } from "../../src/context/context-writer.ts";
import { outlineContexts } from "../../src/context/outline-context.ts";
import { embeddingText } from "../../src/context/outline-fields.ts";
import { groupOf } from "../../src/eval/read-set.ts";
import { analyse } from "../../src/text/analysis/analyse.ts";
import { extractiveGenerator } from "./extractive.mjs";

/** Parts of the outline that are made and not searched: as fields of a context, and the word field each is tried in. */
export const FIELD_TRIALS = {
  keywords: { field: "keywords", contextOf: ({ keywords }) => ({ text: "", keywords }) },
  definitions: { field: "keywords", contextOf: ({ definitions }) => ({ text: "", keywords: definitions }) },
  lead: { field: "context", contextOf: ({ lead = "" }) => ({ text: lead }) },
  "neighbours' headings": {
    field: "context",
    contextOf: ({ previous, next }) => ({ text: [previous, next].filter(Boolean).join("\n") }),
  },
};

/** Vectors are of the text alone. */
export function fieldTrial(set, contextOf) {
  const outlines = outlinesOf(set);
  return textVectors((document, chunks) => withContexts(chunks, outlines(document, chunks), contextOf));
}

/** What may be put into vectors, of an outline. */
export const VECTOR_TEXTS = {
  "title and path": ({ title, path }) => [title, ...path].filter(Boolean).join(" › "),
  keywords: ({ keywords }) => keywords.slice(0, 6).join(", "),
  definitions: ({ definitions }) => definitions.slice(0, 12).join(", "),
  lead: ({ lead = "" }) => lead,
};

/** `how`: a share to blend by, or "glued" in front of the text. */
export function vectorsTrial(set, textOf, how) {
  const outlines = outlinesOf(set);
  return {
    share: how === "glued" ? 0 : how,
    situate(document, chunks) {
      const all = outlines(document, chunks);
      return chunks.map((chunk, i) => {
        const around = all[i] === undefined ? "" : textOf(all[i]);
        return { chunk, vector: vectorOf(chunk.text, around, how) };
      });
    },
  };
}

/** Contexts as the stand-in model writes them, through the real writer. `how`: "none", "glued" or a share. */
export function writtenTrial(how) {
  const writer = new ContextWriter({ generator: extractiveGenerator() });
  return {
    share: typeof how === "number" ? how : 0,
    async situate(document, chunks, call) {
      const { chunks: written } = await writer.write(document, chunks, call);
      // Figures over what is left would say nothing.
      const failed = written.find(({ context }) => context?.status === "failed");
      if (failed !== undefined) throw new Error(`${document.id}: ${failed.context.reason}`);
      return written.map((chunk) => ({
        chunk,
        vector: vectorOf(chunk.text, how === "none" ? "" : (chunk.context?.text ?? ""), how),
      }));
    },
  };
}

function vectorOf(text, around, how) {
  if (around === "") return { text };
  return how === "glued" ? { text: `${around}\n\n${text}` } : { text, around };
}

function textVectors(contextsOf) {
  return {
    share: 0,
    situate: (document, chunks) =>
      contextsOf(document, chunks).map((chunk) => ({ chunk, vector: { text: chunk.text } })),
  };
}

/** What the chunker itself gave, such as a table's head, stays. */
function withContexts(chunks, outlines, contextOf) {
  return chunks.map((chunk, i) => {
    if (outlines[i] === undefined) return chunk;
    const given = chunk.context === undefined ? {} : { given: embeddingText({ ...chunk, text: "" }).trim() };
    return { ...chunk, context: { by: "outline", status: "ok", ...given, ...contextOf(outlines[i]) } };
  });
}

/** Keywords are told against the documents that a query could be answered from. */
function outlinesOf({ documents }) {
  const groups = Map.groupBy(documents, groupOf);
  const corpora = new Map();
  const byId = new Map(documents.map((document) => [document.id, document]));
  const corpusOf = (group) => {
    if (!corpora.has(group)) corpora.set(group, statistics(groups.get(group)));
    return corpora.get(group);
  };
  // Where no document names a group, queries ask all of them.
  const isOne = documents.every(({ group }) => group === undefined);
  const whole = isOne ? statistics(documents) : undefined;
  return (document, chunks) =>
    outlineContexts(document, chunks, { corpus: whole ?? corpusOf(groupOf(byId.get(document.id))) });
}

function statistics(documents) {
  const counts = new Map();
  for (const { text } of documents)
    for (const term of new Set(analyse(text))) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { documents: documents.length, documentFrequency: (term) => counts.get(term) ?? 0 };
}
