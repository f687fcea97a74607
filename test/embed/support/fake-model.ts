import { vectorOf } from "./text-vectors.ts";

export const FAKE_DIMENSIONS = 16;

export type Answer = (texts: string[], signal: AbortSignal) => number[][] | Promise<number[][]>;

export const goodAnswer: Answer = (texts) => texts.map((text) => vectorOf(text, FAKE_DIMENSIONS));

/** An AI SDK embedding model without a provider behind it. */
export function fakeModel(answer: Answer = goodAnswer, settings: { most?: number; parallel?: boolean } = {}) {
  const calls: string[][] = [];
  let running = 0;
  let mostRunning = 0;
  return {
    specificationVersion: "v3" as const,
    provider: "fake.embedding",
    modelId: "model",
    maxEmbeddingsPerCall: settings.most,
    supportsParallelCalls: settings.parallel ?? true,
    calls,
    mostRunning: () => mostRunning,
    async doEmbed({ values, abortSignal }: { values: string[]; abortSignal: AbortSignal }) {
      calls.push(values);
      mostRunning = Math.max(mostRunning, ++running);
      try {
        return { embeddings: await answer(values, abortSignal), warnings: [] };
      } finally {
        running--;
      }
    },
  };
}

/** An error as the AI SDK throws it for a status. */
export function statusError(
  statusCode: number,
  message: string,
  responseHeaders: Record<string, string> = {},
) {
  return Object.assign(new Error(message), { statusCode, responseHeaders, responseBody: message });
}
