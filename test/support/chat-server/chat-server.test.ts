import { expect, it } from "vitest";
import { type ChatServerOptions, startChatServer } from "./chat-server.ts";

async function send(
  url: string,
  content: string,
  more: object = {},
): Promise<{ status: number; text: string }> {
  const body = JSON.stringify({ model: "m", messages: [{ role: "user", content }], ...more });
  const response = await fetch(`${url}/v1/chat/completions`, { method: "POST", body });
  const reply = (await response.json()) as { choices?: { message: { content: string } }[] };
  return { status: response.status, text: reply.choices?.[0].message.content ?? "" };
}

/** Faults that end at once with a status and a body. */
const QUICK = { rate: 0.5, kinds: ["429", "500", "529", "empty"] } as const;

async function faultsOf(options: ChatServerOptions, texts: readonly string[]) {
  await using server = await startChatServer({ faults: QUICK, ...options });
  await Promise.all(texts.map((text) => send(server.url, text)));
  return new Map(server.requests.map(({ prompt, fault }) => [prompt, fault]));
}

it("fails the same requests with the same seed, in any order of arrival", async () => {
  const texts = Array.from({ length: 60 }, (_, i) => `Text ${i}`);
  const once = await faultsOf({ seed: "a" }, texts);
  expect(await faultsOf({ seed: "a" }, texts.toReversed())).toEqual(once);
  expect(await faultsOf({ seed: "b" }, texts)).not.toEqual(once);
  const failed = [...once.values()].filter((fault) => fault !== undefined).length;
  expect(failed).toBeGreaterThan(15);
  expect(failed).toBeLessThan(45);
});

it("decides anew when the same bytes come again", async () => {
  await using server = await startChatServer({ faults: QUICK });
  for (let i = 0; i < 30; i++) await send(server.url, "The same.");
  expect(server.requests.map(({ times }) => times)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
  expect(new Set(server.requests.map(({ fault }) => fault)).size).toBeGreaterThan(1);
});

it("answers with prose only where JSON was asked for", async () => {
  await using server = await startChatServer({ faults: { rate: 1, kinds: ["prose instead of JSON"] } });
  const schema = { type: "object", properties: {} };
  const asked = { response_format: { type: "json_schema", json_schema: { name: "x", schema } } };
  expect((await send(server.url, "Words?")).text).toContain("Words?");
  expect((await send(server.url, "Words?", asked)).text).toMatch(/^Of course!/);
});

it("says what is wrong with a reply function, in a way that no client repeats", async () => {
  await using server = await startChatServer({
    reply: () => {
      throw new Error("broken");
    },
  });
  expect((await send(server.url, "Hi")).status).toBe(400);
});
