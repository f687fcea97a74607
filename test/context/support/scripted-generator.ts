import type { GenerateRequest, Generation, Generator } from "../../../src/core/generator.ts";

export interface ScriptedGenerator extends Generator {
  readonly requests: GenerateRequest[];
  /** The most calls that were under way at once. */
  readonly peak: () => number;
}

const USAGE = { input: 100, cachedInput: 60, output: 10 };

/** A model that answers as it is told to, and remembers what it was asked. */
export function scriptedGenerator(
  answer: (request: GenerateRequest, number: number) => string | Partial<Generation> | Error = () =>
    "It is about something.",
): ScriptedGenerator {
  const requests: GenerateRequest[] = [];
  let running = 0;
  let peak = 0;
  return {
    id: "test:scripted",
    requests,
    peak: () => peak,
    async generate(request, call) {
      requests.push(request);
      running++;
      peak = Math.max(peak, running);
      const given = answer(request, requests.length - 1);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      call?.signal?.throwIfAborted();
      if (given instanceof Error) throw given;
      const generation = typeof given === "string" ? { text: given } : given;
      return { text: "", finish: "stop", usage: USAGE, ...generation };
    },
  };
}

export function promptText({ prompt }: GenerateRequest): string {
  return prompt.map(({ text }) => text).join("");
}

/** What a request quotes, by the name of the tags around it. */
export function quotedIn(request: GenerateRequest): Map<string, string> {
  const text = promptText(request);
  // The chunk is quoted last.
  const nonce = /.*<\/chunk-([0-9a-f]{16})>/s.exec(text)?.[1];
  const found = new Map<string, string>();
  for (const [, tag, content] of text.matchAll(
    new RegExp(`<([a-z-]+)-${nonce}>\\n(.*?)\\n</\\1-${nonce}>`, "gs"),
  )) {
    if (found.has(tag)) throw new Error(`two of ${tag}`);
    found.set(tag, content);
  }
  return found;
}
