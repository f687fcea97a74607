import type { EncodingName } from "./pretokens.ts";
import { readRankFile } from "./rank-file.ts";
import { bytesOfTokens, type TokenBytes, type VocabularyToken } from "./token-bytes.ts";

/** Tables load on demand and one at a time: o200k_base alone is 2 MB of source. */
const MODULES: Readonly<Record<EncodingName, () => Promise<{ default: readonly VocabularyToken[] }>>> = {
  o200k_base: () => import("gpt-tokenizer/bpeRanks/o200k_base"),
  cl100k_base: () => import("gpt-tokenizer/bpeRanks/cl100k_base"),
};

/** How many tokens each has: a file that was cut short at a line's end would count wrongly. */
const SIZES: Readonly<Record<EncodingName, number>> = { o200k_base: 199_998, cl100k_base: 100_256 };

/** The tokens of an encoding by their ranks. */
export async function loadTokens(name: EncodingName): Promise<TokenBytes> {
  return (await readPackaged(name)) ?? bytesOfTokens((await MODULES[name]()).default);
}

/**
 * In Node the same table is read as a file: as a module it is 200,000 strings, which take several times as long to make
 * and stay in memory.
 */
async function readPackaged(name: EncodingName): Promise<TokenBytes | undefined> {
  const nodeModule = globalThis.process?.getBuiltinModule?.("node:module");
  const files = globalThis.process?.getBuiltinModule?.("node:fs/promises");
  if (nodeModule === undefined || files === undefined) return undefined;
  try {
    const require = nodeModule.createRequire(import.meta.url);
    const tokens = readRankFile(await files.readFile(require.resolve(`gpt-tokenizer/data/${name}.tiktoken`)));
    return tokens.ends.length === SIZES[name] ? tokens : undefined;
  } catch {
    // A bundled program has no such package beside it, but a copy inside; and a damaged file is not believed.
    return undefined;
  }
}
