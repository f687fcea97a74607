import type { GenerateRequest, Generation, Generator } from "../../../src/core/generator.ts";

interface Quoting {
  readonly memories: readonly object[];
  readonly relationships: readonly object[];
}

/** A message in a prompt, as `LlmExtractor` writes it: a numbered head, and the words between two tags. */
const MESSAGE = /^Message (\d+), [^\n]*:\n<message-[0-9a-f]{16}>\n?([\s\S]*?)\n?<\/message-[0-9a-f]{16}>/gm;

/** What an honest model would say to a prompt of `LlmExtractor`: one fact a message, quoting its first sentence. */
export function honestReply(prompt: string): string {
  const reply: Quoting = {
    memories: Array.from(prompt.matchAll(MESSAGE), ([, number, words]) => {
      const quote = /^[^.\n]+/.exec(words.trim())?.[0] ?? words.trim();
      return {
        type: "fact",
        text: quote,
        subject: "user",
        confidence: 0.9,
        quotes: [{ message: Number(number), quote }],
        validFrom: "",
        validTo: "",
      };
    }),
    relationships: [],
  };
  return JSON.stringify(reply);
}

/** A model in memory that answers honestly and counts. */
export function honestModel(
  id = "test:honest",
  answer: (request: GenerateRequest) => string = ({ prompt }) =>
    honestReply(prompt.map(({ text }) => text).join("")),
): Generator & { readonly requests: GenerateRequest[] } {
  const requests: GenerateRequest[] = [];
  return {
    id,
    requests,
    async generate(request): Promise<Generation> {
      requests.push(request);
      const input = Math.ceil(request.prompt.reduce((sum, { text }) => sum + text.length, 0) / 4);
      const text = answer(request);
      const most = request.maxOutputTokens * 4;
      return {
        text: text.slice(0, most),
        finish: text.length > most ? "length" : "stop",
        usage: { input, cachedInput: 0, output: Math.ceil(Math.min(text.length, most) / 4) },
      };
    },
  };
}
