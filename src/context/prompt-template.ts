import { invalidOption } from "../core/errors.ts";

/** A prompt around a document and, after it, a chunk. The order makes providers' prompt caches hit. */
export interface PromptTemplate {
  /** What stands before the document, between the two, and after the chunk; escapes are resolved. */
  readonly before: string;
  readonly between: string;
  readonly after: string;
}

export const DEFAULT_PROMPT = `Here is a document:

{document}

Here is a chunk of this document:

{chunk}

Situate the chunk within the document, so that a search finds it: in one or two sentences, say what part of the document it is and what it is about. Name the subject where the chunk only refers to it. Reply with these sentences and nothing else.`;

const PLACES = ["document", "chunk"] as const;
type Place = (typeof PLACES)[number];

/** Takes a template apart. Whatever is wrong with it is said here, before anything is sent. */
export function parsePromptTemplate(template: string): PromptTemplate {
  if (typeof template !== "string") refuse(template, "is no text");
  const texts: string[] = [];
  const places: Place[] = [];
  let text = "";
  let at = 0;
  for (const { 0: mark, 1: name, index } of template.matchAll(/\{\{|\}\}|\{([^{}]{0,40})\}|[{}]/g)) {
    text += template.slice(at, index);
    at = index + mark.length;
    if (mark === "{{" || mark === "}}") {
      text += mark[0];
      continue;
    }
    const place = PLACES.find((one) => one === name);
    if (place === undefined) refuse(template, `has ${mark} at ${index}; braces that are text are doubled`);
    if (places.includes(place)) refuse(template, `has {${place}} twice`);
    places.push(place);
    texts.push(text);
    text = "";
  }
  for (const place of PLACES) if (!places.includes(place)) refuse(template, `has no {${place}}`);
  if (places[0] !== "document")
    refuse(template, "has {chunk} before {document}, so no two prompts would begin alike");
  const [before, between] = texts;
  return { before, between, after: text + template.slice(at) };
}

function refuse(template: unknown, fault: string): never {
  return invalidOption(
    "prompt",
    template,
    `a template with {document} and then {chunk}, each once, and other braces doubled ({{ }}); this one ${fault}`,
  );
}
