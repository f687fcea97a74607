// One adapter a splitter: how it is loaded, set up and read.
//
//   name      as the tables call it
//   package   whose version is shown
//   kind      "recursive", "fixed" or "sentence": what it is compared with; "reference" is no splitter
//   modes     by mode, what a user should know of the setting: `overlap` (0 where the splitter has
//             none) and `counts`, the measure behind a token
//   load      imports the splitter and nothing else, so that its time is the import's own; gives
//             `create(mode)`, which builds it (tokenizer tables are loaded here) and gives the
//             function that is timed: `(text) => chunks` or a promise of them
//   read      a chunk's `{ text, start?, end? }`; needed where chunks are objects
//   batch     the timed function takes all documents at once
//   part      UTF-16 units to measure on, where more would take too long
//   notes     what the figures do not say
//
// Every splitter works on plain text with its own default separators, for all texts alike, and each
// is given the fastest setting its documentation offers: no line numbers, no start search.

import { existsSync, readFileSync } from "node:fs";

export const SETTINGS = {
  characters: { size: 1000, overlap: 200 },
  tokens: { size: 400, overlap: 80 },
};

const ENCODING = "o200k_base";
const BY_GPT_TOKENIZER = `${ENCODING}, gpt-tokenizer`;
const BY_JS_TIKTOKEN = `${ENCODING}, js-tiktoken`;

// Text that spells a control token is user text.
const AS_PLAIN_TEXT = { disallowedSpecial: new Set() };

async function gptTokenizer() {
  const { countTokens, encode, decode } = await import("gpt-tokenizer/encoding/o200k_base");
  return {
    count: (text) => countTokens(text, AS_PLAIN_TEXT),
    encode: (text) => encode(text, AS_PLAIN_TEXT),
    decode,
  };
}

// ── Sherd ──────────────────────────────────────────────────────────────────────────────────────────

const DIST = new URL("../../dist/", import.meta.url);

/** Sherd is timed with everything it gives: ids, hashes, exact spans and overlap, not bare strings. */
function sherd(name, kind, className, settings = {}) {
  const overlapIn = (mode) => settings.overlap ?? SETTINGS[mode].overlap;
  return {
    name: `sherd ${name}`,
    package: "sherd",
    kind,
    modes: {
      characters: { overlap: overlapIn("characters") },
      tokens: { overlap: overlapIn("tokens"), counts: `${ENCODING}, own ruler` },
    },
    missing: existsSync(new URL("chunk/index.js", DIST)) ? undefined : "run npm run build first",
    async load() {
      const chunk = await import(new URL("chunk/index.js", DIST));
      return async (mode) => {
        const options = { ...SETTINGS[mode], ...settings, unit: mode };
        if (mode === "tokens") {
          const { TokenCounter } = await import(new URL("text/index.js", DIST));
          options.counter = await TokenCounter.create({ encoding: ENCODING });
        }
        const splitter = new chunk[className](options);
        return (text) => splitter.split({ id: "document", text, metadata: {} });
      };
    },
    read: (chunk) => ({ text: chunk.text, start: chunk.span.start, end: chunk.span.end }),
    notes: "ids, hashes, spans and overlap included",
  };
}

// ── Chonkie ────────────────────────────────────────────────────────────────────────────────────────

const loadChonkie = () => import("@chonkiejs/core");
const readChonkie = (chunk) => ({ text: chunk.text, start: chunk.startIndex, end: chunk.endIndex });

/** Chonkie takes any object with these four methods for a tokenizer; without one it counts characters. */
async function chonkieTokenizer(mode) {
  if (mode === "characters") return {};
  const { count, encode, decode } = await gptTokenizer();
  return { tokenizer: { countTokens: count, encode, decode, decodeBatch: (batch) => batch.map(decode) } };
}

const chonkieRecursive = {
  name: "Chonkie recursive",
  package: "@chonkiejs/core",
  kind: "recursive",
  modes: { characters: { overlap: 0 }, tokens: { overlap: 0, counts: BY_GPT_TOKENIZER } },
  async load() {
    const { RecursiveChunker } = await loadChonkie();
    return async (mode) => {
      const options = { chunkSize: SETTINGS[mode].size, ...(await chonkieTokenizer(mode)) };
      const chunker = await RecursiveChunker.create(options);
      return (text) => chunker.chunk(text);
    };
  },
  read: readChonkie,
  notes: "has no overlap; WebAssembly",
};

const chonkieSentence = {
  name: "Chonkie sentence",
  package: "@chonkiejs/core",
  kind: "sentence",
  modes: { characters: { overlap: 200 }, tokens: { overlap: 80, counts: BY_GPT_TOKENIZER } },
  async load() {
    const { SentenceChunker } = await loadChonkie();
    return async (mode) => {
      const { size, overlap } = SETTINGS[mode];
      const options = { chunkSize: size, chunkOverlap: overlap, ...(await chonkieTokenizer(mode)) };
      const chunker = await SentenceChunker.create(options);
      return (text) => chunker.chunk(text);
    };
  },
  read: readChonkie,
  notes: "a longer sentence is left whole, past the size",
};

const chonkieFast = {
  name: "Chonkie fast",
  package: "@chonkiejs/core",
  kind: "fixed",
  modes: { characters: { overlap: 0 } },
  async load() {
    const { FastChunker } = await loadChonkie();
    return async (mode) => {
      const chunker = await FastChunker.create({ chunkSize: SETTINGS[mode].size });
      return (text) => chunker.chunk(text);
    };
  },
  read: readChonkie,
  notes: "has no overlap; its size is in UTF-8 bytes; WebAssembly",
};

// ── LangChain.js ───────────────────────────────────────────────────────────────────────────────────

const langchainRecursive = {
  name: "LangChain.js recursive",
  package: "@langchain/textsplitters",
  kind: "recursive",
  modes: { characters: { overlap: 200 }, tokens: { overlap: 80, counts: BY_GPT_TOKENIZER } },
  async load() {
    const { RecursiveCharacterTextSplitter } = await import("@langchain/textsplitters");
    return async (mode) => {
      const { size, overlap } = SETTINGS[mode];
      const options = { chunkSize: size, chunkOverlap: overlap };
      if (mode === "tokens") options.lengthFunction = (await gptTokenizer()).count;
      const splitter = new RecursiveCharacterTextSplitter(options);
      return (text) => splitter.splitText(text);
    };
  },
  notes: "strings only",
};

const langchainToken = {
  name: "LangChain.js token",
  package: "@langchain/textsplitters",
  kind: "fixed",
  modes: { tokens: { overlap: 80, counts: BY_JS_TIKTOKEN } },
  async load() {
    const { TokenTextSplitter } = await import("@langchain/textsplitters");
    return async (mode) => {
      const { size, overlap } = SETTINGS[mode];
      const splitter = new TokenTextSplitter({
        encodingName: ENCODING,
        chunkSize: size,
        chunkOverlap: overlap,
        disallowedSpecial: [],
      });
      // Left alone it downloads its table on the first call; js-tiktoken ships the same table.
      const { getEncoding } = await import("js-tiktoken");
      splitter.tokenizer = getEncoding(ENCODING);
      return (text) => splitter.splitText(text);
    };
  },
  notes: "strings only; its table comes from js-tiktoken instead of a download",
};

// ── Mastra ─────────────────────────────────────────────────────────────────────────────────────────

const loadMastra = () => import("@mastra/rag");
const readMastra = (chunk) => ({ text: chunk.text });

const mastraRecursive = {
  name: "Mastra recursive",
  package: "@mastra/rag",
  kind: "recursive",
  modes: { characters: { overlap: 200 }, tokens: { overlap: 80, counts: BY_GPT_TOKENIZER } },
  async load() {
    const { MDocument } = await loadMastra();
    return async (mode) => {
      const { size, overlap } = SETTINGS[mode];
      const options = { strategy: "recursive", maxSize: size, overlap };
      if (mode === "tokens") options.lengthFunction = (await gptTokenizer()).count;
      return (text) => MDocument.fromText(text).chunk(options);
    };
  },
  read: readMastra,
};

const mastraSentence = {
  name: "Mastra sentence",
  package: "@mastra/rag",
  kind: "sentence",
  modes: { characters: { overlap: 200 } },
  async load() {
    const { MDocument } = await loadMastra();
    return async (mode) => {
      const { size, overlap } = SETTINGS[mode];
      return (text) => MDocument.fromText(text).chunk({ strategy: "sentence", maxSize: size, overlap });
    };
  },
  read: readMastra,
};

const mastraToken = {
  name: "Mastra token",
  package: "@mastra/rag",
  kind: "fixed",
  modes: { tokens: { overlap: 80, counts: BY_JS_TIKTOKEN } },
  // Every chunk() call builds the token table anew (half a second): all documents go into one call.
  batch: true,
  part: 2e6,
  async load() {
    const { MDocument } = await loadMastra();
    return async (mode) => {
      const { size, overlap } = SETTINGS[mode];
      const options = { strategy: "token", encodingName: ENCODING, maxSize: size, overlap };
      return (texts) => {
        const docs = texts.map((text, document) => ({ text, metadata: { document } }));
        return new MDocument({ docs, type: "text" }).chunk(options);
      };
    };
  },
  read: (chunk) => ({ text: chunk.text, document: chunk.metadata.document }),
  notes: "all documents in one call: each call builds the token table anew, which its short fresh run shows",
};

// ── llm-splitter ───────────────────────────────────────────────────────────────────────────────────

const llmSplitter = {
  name: "llm-splitter",
  package: "llm-splitter",
  kind: "fixed",
  modes: { characters: { overlap: 200 }, tokens: { overlap: 80, counts: BY_GPT_TOKENIZER } },
  async load() {
    const { split } = await import("llm-splitter");
    return async (mode) => {
      const { size, overlap } = SETTINGS[mode];
      const options = { chunkSize: size, chunkOverlap: overlap, chunkStrategy: "paragraph" };
      if (mode === "tokens") options.splitter = await tokenStrings();
      return (text) => split(text, options);
    };
  },
  read: ({ text, start, end }) => ({ text, start, end }),
  notes: "paragraph strategy; throws where it cannot place a token",
};

/**
 * It wants a text's tokens as strings, and a token that ends inside a character as U+FFFD, as with the
 * tokenizer of its documentation; gpt-tokenizer's own decode would hold those bytes back.
 */
async function tokenStrings() {
  const { encode } = await gptTokenizer();
  const { default: table } = await import("gpt-tokenizer/bpeRanks/o200k_base");
  const decoder = new TextDecoder();
  const strings = table.map((entry) =>
    typeof entry === "string" ? entry : decoder.decode(Uint8Array.from(entry)),
  );
  return (text) => encode(text).map((token) => strings[token]);
}

// ── Vectra ─────────────────────────────────────────────────────────────────────────────────────────

const vectra = {
  name: "Vectra",
  package: "vectra",
  kind: "recursive",
  modes: { tokens: { overlap: 80, counts: `${ENCODING}, its own gpt-tokenizer 3` } },
  async load() {
    const { TextSplitter } = await import("vectra");
    return async (mode) => {
      const { size, overlap } = SETTINGS[mode];
      const splitter = new TextSplitter({ chunkSize: size, chunkOverlap: overlap, keepSeparators: true });
      return (text) => splitter.split(text);
    };
  },
  // Its end is the last character's, not the one after it.
  read: (chunk) => ({ text: chunk.text, start: chunk.startPos, end: chunk.endPos + 1 }),
  notes: "also holds its chunks under as many characters as tokens; overlap kept apart, as token lists",
};

// ── the floor under token sizes ────────────────────────────────────────────────────────────────────

const countOnly = {
  name: "gpt-tokenizer, count only",
  package: "gpt-tokenizer",
  kind: "reference",
  modes: { tokens: { overlap: 0, counts: BY_GPT_TOKENIZER } },
  async load() {
    return async () => {
      const { count } = await gptTokenizer();
      return (text) => {
        count(text);
        return [];
      };
    };
  },
  notes: "no splitter: what counting each document once costs",
};

export const SPLITTERS = [
  sherd("recursive", "recursive", "RecursiveTextSplitter"),
  sherd("recursive, no overlap", "recursive", "RecursiveTextSplitter", { overlap: 0 }),
  chonkieRecursive,
  langchainRecursive,
  mastraRecursive,
  vectra,
  sherd("fixed", "fixed", "TextSplitter"),
  chonkieFast,
  langchainToken,
  mastraToken,
  llmSplitter,
  sherd("sentence", "sentence", "SentenceSplitter"),
  chonkieSentence,
  mastraSentence,
  countOnly,
].map((adapter) => ({ notes: "", ...adapter, version: versionOf(adapter.package) }));

function versionOf(name) {
  const folder = name === "sherd" ? "../../" : `../node_modules/${name}/`;
  return JSON.parse(readFileSync(new URL(`${folder}package.json`, import.meta.url), "utf8")).version;
}
