import { describe, expect, it } from "vitest";
import {
  MarkdownChunker,
  ParentChildChunker,
  RecursiveTextSplitter,
  TableChunker,
} from "../../src/chunk/index.ts";
import type { CachedContext, ContextCache } from "../../src/context/context-writer.ts";
import { ContextWriter } from "../../src/context/context-writer.ts";
import { ContextualChunker } from "../../src/context/contextual-chunker.ts";
import { embeddingText, outlineFields } from "../../src/context/outline-fields.ts";
import type { Chunk } from "../../src/core/chunk.ts";
import { SherdError } from "../../src/core/errors.ts";
import { generateObject } from "../../src/generate/generate-object.ts";
import { promptText, quotedIn, scriptedGenerator } from "./support/scripted-generator.ts";

const TEXT = Array.from(
  { length: 12 },
  (_, i) => `## Part ${i}\n\nSentence ${i} tells of kiln number ${i}.\n\n`,
).join("");
const DOCUMENT = { id: "kilns.md", text: TEXT, metadata: { title: "Kilns", source: "kilns.md" } };
const markdown = new MarkdownChunker({ size: 60 });

describe("ContextualChunker", () => {
  it("puts a context beside each chunk and changes nothing else", async () => {
    const generator = scriptedGenerator((_, n) => `Context ${n}.\n`);
    const chunker = new ContextualChunker({ chunker: markdown, generator });
    const chunks = await chunker.split(DOCUMENT);
    const base = await markdown.split(DOCUMENT);
    expect(chunks).toHaveLength(base.length);
    for (const [i, chunk] of chunks.entries()) {
      const { context, metadata, ...rest } = chunk;
      const { metadata: own, ...same } = base[i];
      expect(rest).toEqual(same);
      expect(metadata).toEqual({ ...own, chunker: "contextual", context: context?.text });
      expect(context).toMatchObject({ text: `Context ${i}.`, by: "test:scripted", status: "ok" });
      expect(context?.prompt).toMatch(/^[0-9a-f]{32}$/);
      expect(context?.usage).toEqual({ input: 100, cachedInput: 60, output: 10 });
    }
  });

  it("gives texts with their contexts before them, as render does", async () => {
    const generator = scriptedGenerator(() => "[Context] About kilns.");
    const chunker = new ContextualChunker({ chunker: markdown, generator });
    const [first] = await chunker.split({ text: TEXT });
    expect((await chunker.splitText(TEXT))[0]).toBe(`[Context] About kilns.\n\n${first.text}`);
    expect(chunker.render(first)).toBe(`[Context] About kilns.\n\n${first.text}`);
    const plain = scriptedGenerator(() => "About kilns.");
    const own = new ContextualChunker({ chunker: markdown, generator: plain, contextPrefix: "> " });
    expect((await own.splitText(TEXT))[0]).toMatch(/^> About kilns\.\n\n## Part 0/);
  });

  it("runs a document's first request alone, then the others side by side, within bounds", async () => {
    const seen: number[] = [];
    const generator = scriptedGenerator();
    let running = 0;
    const counting = {
      ...generator,
      generate: async (...args: Parameters<typeof generator.generate>) => {
        seen.push(++running);
        const made = await generator.generate(...args);
        running--;
        return made;
      },
    };
    const chunker = new ContextualChunker({ chunker: markdown, generator: counting, concurrency: 3 });
    await chunker.split(DOCUMENT);
    expect(seen.slice(0, 4)).toEqual([1, 1, 2, 3]);
    expect(Math.max(...seen)).toBe(3);
    const documents = Array.from({ length: 7 }, (_, i) => ({
      ...DOCUMENT,
      id: `${i}`,
      text: `${i}\n\n${TEXT}`,
    }));
    const chunks = await chunker.splitDocuments(documents);
    expect(Math.max(...seen)).toBe(3);
    expect([...new Set(chunks.map(({ documentId }) => documentId))]).toEqual([..."0123456"]);
  });

  it("keeps every chunk when replies fail, are withheld, empty or cut, and says why", async () => {
    const answers = [
      new SherdError("PROVIDER_FAILED", "no answer\u0000 came"),
      { finish: "refusal" as const, text: "I will not" },
      " \u0007 ",
      { finish: "length" as const, text: "This one never e" },
      { finish: "length" as const, text: "Whole. And a ha" },
      new TypeError("broken"),
    ];
    const generator = scriptedGenerator((_, n) => answers[n] ?? "Fine.");
    const chunker = new ContextualChunker({ chunker: markdown, generator, concurrency: 1 });
    const chunks = await chunker.split(DOCUMENT);
    expect(chunks.map(({ text }) => text)).toEqual((await markdown.split(DOCUMENT)).map(({ text }) => text));
    expect(chunks.map(({ context }) => context?.reason ?? context?.text)).toEqual([
      "PROVIDER_FAILED: no answer came",
      "The provider withheld the reply.",
      "The reply was empty.",
      "The reply was cut short; raise maxOutputTokens.",
      "Whole.",
      "broken",
      ...Array.from({ length: 6 }, () => "Fine."),
    ]);
    const [first] = chunks;
    expect(first.context).toMatchObject({ status: "failed", by: "test:scripted" });
    expect(first.context?.text).toContain("Kilns › Part 0");
    expect(embeddingText(first)).toBe(first.text);
    expect(chunker.render(first)).toBe(`[Context] ${first.context?.text}\n\n${first.text}`);
  });

  it("does not go on asking an account without credit", async () => {
    const generator = scriptedGenerator(() => new SherdError("PROVIDER_QUOTA", "nothing left"));
    const chunks = await new ContextualChunker({ chunker: markdown, generator }).split(DOCUMENT);
    expect(generator.requests).toHaveLength(1);
    for (const [i, { context }] of chunks.entries())
      expect(context).toMatchObject({
        status: i === 0 ? "failed" : "skipped",
        reason: "PROVIDER_QUOTA: nothing left",
      });
  });

  it.each([
    [undefined, "options must be an object"],
    [{ chunker: markdown, generator: { generate: async () => {} } }, "generator must be"],
    [{ chunker: markdown, generator: { id: "", generate: async () => {} } }, "generator must be"],
  ])("refuses the options %j", (options, message) => {
    expect(() => new ContextualChunker(options as never)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", message: expect.stringContaining(message) }),
    );
  });

  it("refuses what is no list, of documents and of a wrapped splitter's chunks", async () => {
    const generator = scriptedGenerator();
    const chunker = new ContextualChunker({ chunker: markdown, generator });
    await expect(chunker.splitDocuments(undefined as never)).rejects.toMatchObject({
      code: "INVALID_OPTION",
      message: expect.stringContaining("documents must be a list"),
    });
    const foreign = { splitDocuments: async () => undefined as never };
    await expect(
      new ContextualChunker({ chunker: foreign, generator }).split(DOCUMENT),
    ).rejects.toMatchObject({
      code: "INVALID_OPTION",
      message: expect.stringContaining("splitDocuments() gives a list"),
    });
    expect(generator.requests).toEqual([]);
  });

  it("takes any concurrency: no more is begun than there is to do", async () => {
    const generator = scriptedGenerator();
    const chunker = new ContextualChunker({
      chunker: markdown,
      generator,
      concurrency: Number.MAX_SAFE_INTEGER,
    });
    expect(await chunker.splitDocuments([DOCUMENT])).toHaveLength(12);
  });

  it("leaves parents alone, and goes inside of other chunkers", async () => {
    const generator = scriptedGenerator();
    const family = new ParentChildChunker({ unit: "characters", parentSize: 200, childSize: 60 });
    const chunks = await new ContextualChunker({ chunker: family, generator }).split(DOCUMENT);
    const children = chunks.filter(({ kind }) => kind === "child");
    expect(generator.requests).toHaveLength(children.length);
    for (const { kind, context } of chunks) expect(context === undefined).toBe(kind === "parent");
    const inner = new ContextualChunker({ chunker: markdown, generator });
    const outer = new ParentChildChunker({ unit: "characters", parentSize: 200, children: inner });
    for (const { kind, context } of await outer.split(DOCUMENT))
      expect(context === undefined).toBe(kind === "parent");
  });

  it("keeps what the chunker itself gave, found with the generated text or without", async () => {
    const rows = Array.from({ length: 6 }, (_, i) => `${i},kiln ${i}`).join("\n");
    const document = { id: "t.csv", text: `number,name\n${rows}\n`, metadata: { format: "csv" } };
    const generator = scriptedGenerator((_, n) => (n === 1 ? new Error("no") : "Rows of kilns."));
    const chunker = new ContextualChunker({ chunker: new TableChunker({ size: 30 }), generator });
    const chunks = await chunker.split(document);
    expect(chunks[1].context).toMatchObject({ status: "failed", given: "number,name" });
    expect(chunks[2].context).toMatchObject({ status: "ok", text: "Rows of kilns.", given: "number,name" });
    expect(embeddingText(chunks[1])).toBe(`number,name\n\n${chunks[1].text}`);
    expect(embeddingText(chunks[2])).toBe(`Rows of kilns.\n\nnumber,name\n\n${chunks[2].text}`);
    expect(outlineFields(document, chunks)[2]?.context).toBe("Rows of kilns.\nnumber,name");
    const again = await new ContextWriter({ generator }).write(document, chunks);
    expect(again.chunks[2].context?.given).toBe("number,name");
  });

  it("wraps any object with splitDocuments", async () => {
    const seen: unknown[] = [];
    const theirs = {
      splitDocuments: async (documents: { pageContent: string; metadata: object }[]) => {
        seen.push(...documents);
        return documents.flatMap(({ pageContent, metadata }) =>
          pageContent
            .split("\n\n")
            .map((part) => ({ pageContent: part, metadata: { ...metadata, theirs: 1 } })),
        );
      },
    };
    const chunker = new ContextualChunker({ chunker: theirs, generator: scriptedGenerator() });
    const chunks = await chunker.splitDocuments([DOCUMENT, { id: "b", text: "One.\n\nOne." }]);
    expect(seen[0]).toMatchObject({ pageContent: TEXT, text: TEXT, metadata: DOCUMENT.metadata });
    for (const { span, text, documentId, metadata } of chunks) {
      const source = documentId === "b" ? "One.\n\nOne." : TEXT;
      expect(source.slice(span.start, span.end)).toBe(text);
      expect(metadata).toMatchObject({ theirs: 1, chunker: "contextual", context: "It is about something." });
    }
    expect(chunks.slice(-2).map(({ span }) => span.start)).toEqual([0, 6]);
  });

  it("refuses chunkers and options that cannot work", async () => {
    const generator = scriptedGenerator();
    const invalid = expect.objectContaining({ code: "INVALID_OPTION" });
    const make = (options: object) => () =>
      new ContextualChunker({ chunker: markdown, generator, ...options });
    for (const options of [
      { chunker: {} },
      { chunker: undefined },
      { generator: undefined },
      { prompt: "{chunk}" },
      { concurrency: 0 },
      { language: "Spanish\nand more" },
      { maxDocumentChars: 0 },
      { maxContextChars: -1 },
      { enrich: true },
      { scope: "all" },
      { maxDocumentCharacters: 5 },
    ])
      expect(make(options)).toThrow(invalid);
    const lying = { name: "l", fingerprint: "l", split: () => [{ ...base, text: "other" }] };
    const [base] = (await markdown.split(DOCUMENT)) as [Chunk];
    await expect(new ContextualChunker({ chunker: lying, generator }).split(DOCUMENT)).rejects.toThrow(
      expect.objectContaining({ code: "CHUNK_MISMATCH" }),
    );
  });

  it("has a fingerprint of its chunker, model and prompt", () => {
    const generator = scriptedGenerator();
    const print = (options: object) =>
      new ContextualChunker({ chunker: markdown, generator, ...options }).fingerprint;
    const prints = [
      {},
      { chunker: new RecursiveTextSplitter() },
      { generator: { ...generator, id: "test:other" } },
      { prompt: "{document}{chunk}" },
      { language: "Spanish" },
      { system: "Be brief." },
      { maxDocumentChars: 40_000 },
    ].map(print);
    expect(new Set(prints).size).toBe(prints.length);
    expect(print({ concurrency: 2, cache: undefined })).toBe(prints[0]);
  });

  it("stops at an abort, and begins nothing after it", async () => {
    const stop = new AbortController();
    const generator = scriptedGenerator((_, n) => {
      if (n === 2) stop.abort(new Error("enough"));
      return "Fine.";
    });
    const chunker = new ContextualChunker({ chunker: markdown, generator, concurrency: 1 });
    await expect(chunker.split(DOCUMENT, { signal: stop.signal })).rejects.toThrow("enough");
    expect(generator.requests).toHaveLength(3);
    await expect(chunker.splitDocuments([DOCUMENT], { signal: stop.signal })).rejects.toThrow("enough");
  });
});

function memoryCache(): ContextCache & { readonly kept: Map<string, CachedContext> } {
  const kept = new Map<string, CachedContext>();
  return {
    kept,
    get: (keys) =>
      new Map(keys.flatMap((key) => (kept.has(key) ? [[key, kept.get(key) as CachedContext]] : []))),
    set: (key, context) => void kept.set(key, context),
  };
}

describe("ContextWriter", () => {
  it("asks nothing twice, and after an edit only what changed", async () => {
    const generator = scriptedGenerator((_, n) => (n === 5 ? new Error("once") : `Context ${n}.`));
    const cache = memoryCache();
    const writer = new ContextWriter({ generator, cache });
    const write = async (text: string) => {
      const document = { ...DOCUMENT, text };
      return writer.write(document, await markdown.split(document));
    };
    const first = await write(TEXT);
    expect(first.tally).toMatchObject({ calls: 12, ok: 11, cached: 0, failed: 1, skipped: 0 });
    expect(first.tally.usage).toEqual({ input: 1_100, cachedInput: 660, output: 110 });
    const second = await write(TEXT);
    expect(second.tally).toMatchObject({ calls: 1, ok: 12, cached: 11, failed: 0 });
    expect(second.chunks[4].context).toEqual(first.chunks[4].context);
    const edited = await write(TEXT.replace("Sentence 7 tells", "Sentence 7 says"));
    expect(edited.tally).toMatchObject({ calls: 1, cached: 11 });
    const whole = new ContextWriter({ generator, cache, scope: "document" });
    const chunks = await markdown.split(DOCUMENT);
    expect((await whole.write(DOCUMENT, chunks)).tally.calls).toBe(12);
    const longer = { ...DOCUMENT, text: `${TEXT}More.\n` };
    expect((await whole.write(longer, await markdown.split(longer))).tally.cached).toBe(0);
  });

  it("writes for chosen chunks only: those that failed", async () => {
    const generator = scriptedGenerator((_, n) => (n === 3 ? new Error("once") : `Context ${n}.`));
    const writer = new ContextWriter({ generator });
    const { chunks } = await writer.write(DOCUMENT, await markdown.split(DOCUMENT));
    const again = await writer.write(DOCUMENT, chunks, {
      only: ({ context }) => context?.status === "failed",
    });
    expect(again.tally).toMatchObject({ calls: 1, ok: 1 });
    expect(again.chunks[3].context).toMatchObject({ status: "ok", text: "Context 12." });
    expect(again.chunks[3].context?.reason).toBeUndefined();
    expect(again.chunks[2]).toBe(chunks[2]);
  });

  it("asks once about chunks that are alike, and tells apart those under other headings", async () => {
    const generator = scriptedGenerator();
    const text = "Same.\n\nSame.\n\nSame.";
    const pieces = new RecursiveTextSplitter({ size: 6, overlap: 0 });
    const chunks = pieces.split({ text });
    const { tally } = await new ContextWriter({ generator }).write(
      { text, outline: [{ kind: "heading", title: "A", level: 1, span: { start: 0, end: text.length } }] },
      chunks,
    );
    expect(tally).toMatchObject({ calls: 1, ok: 3 });
    const apart = chunks.map((chunk, i) => ({ ...chunk, path: [`${i}`] }));
    expect((await new ContextWriter({ generator }).write({ text }, apart)).tally.calls).toBe(3);
  });

  it("skips what is declined, with the reason", async () => {
    const generator = scriptedGenerator();
    let left = 5;
    const decline = () => (left-- > 0 ? undefined : "the budget is used up");
    const { chunks, tally } = await new ContextWriter({ generator, decline }).write(
      DOCUMENT,
      await markdown.split(DOCUMENT),
    );
    expect(tally).toMatchObject({ calls: 5, ok: 5, skipped: 7 });
    expect(chunks.at(-1)?.context).toMatchObject({ status: "skipped", reason: "the budget is used up" });
    expect(generator.requests).toHaveLength(5);
  });

  it("asks for questions and keywords in the same call, with one repair", async () => {
    const reply = { context: "About kilns.", questions: ["How hot?"], keywords: ["heat"] };
    const generator = scriptedGenerator((_, n) => (n === 0 ? "Sure! Here it is." : JSON.stringify(reply)));
    const writer = new ContextWriter({ generator, enrich: true, generateObject });
    const { chunks, tally } = await writer.write(DOCUMENT, await markdown.split(DOCUMENT));
    expect(tally).toMatchObject({ calls: 12, ok: 12 });
    expect(generator.requests).toHaveLength(13);
    expect(generator.requests[1].repairs).toHaveLength(1);
    expect(chunks[0].context).toMatchObject({
      text: "About kilns.",
      questions: ["How hot?"],
      keywords: ["heat"],
    });
    expect(chunks[0].context?.usage?.input).toBe(200);
    const failing = scriptedGenerator(() => "never an object");
    const broken = new ContextWriter({ generator: failing, enrich: true, generateObject });
    const { chunks: failed, tally: spent } = await broken.write(
      DOCUMENT,
      (await markdown.split(DOCUMENT)).slice(0, 1),
    );
    expect(failed[0].context).toMatchObject({
      status: "failed",
      reason: expect.stringContaining("REPLY_INVALID"),
    });
    expect(spent.usage.input).toBe(200);
  });

  it("throws what the cache throws, once nothing is under way any more", async () => {
    const generator = scriptedGenerator();
    let sets = 0;
    const cache: ContextCache = {
      get: () => new Map(),
      set: () => {
        if (++sets === 4) throw new Error("disk full");
      },
    };
    const writer = new ContextWriter({ generator, cache, concurrency: 2 });
    await expect(writer.write(DOCUMENT, await markdown.split(DOCUMENT))).rejects.toThrow("disk full");
    expect(generator.requests.length).toBeLessThanOrEqual(6);
  });

  it("shows a model with a small window no more than it holds", async () => {
    const generator = { ...scriptedGenerator(), contextTokens: 2_000 };
    expect(new ContextWriter({ generator }).prompt.maxDocumentChars).toBe(4_000);
    expect(new ContextWriter({ generator: scriptedGenerator() }).prompt.maxDocumentChars).toBe(50_000);
  });
});

describe("requests", () => {
  it("hold the template's words in order, the language, and that what is quoted is data", async () => {
    const generator = scriptedGenerator();
    const prompt = "Lies: {document}\nund hier: {chunk}\nSag {{kurz}}, worum es geht.";
    const chunker = new ContextualChunker({
      chunker: markdown,
      generator,
      prompt,
      language: "German",
      system: "Du.",
    });
    await chunker.split(DOCUMENT);
    const [first, second] = generator.requests;
    expect(promptText(second)).toMatch(
      /^Lies: <title-.+<\/document-\w+>.*\nund hier: <chunk-.+<\/chunk-\w+>\nSag \{kurz\}, worum es geht\.\n\nWrite in this language: German\.$/s,
    );
    expect(second.system).toMatch(/^Du\.\n\n.*It is data/s);
    expect(second.prompt[0]).toEqual({ text: first.prompt[0].text, cache: true });
    expect(quotedIn(second).get("document")).toBe(TEXT);
    expect(quotedIn(second).get("place-of-chunk")).toMatch(/^Part 1/);
    expect(quotedIn(second).get("title")).toBe("Kilns");
  });
});
