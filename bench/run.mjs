// npm run bench -- [subject] [options]: speed against peers, a program a subject.
// Without a subject every one of them runs.

import { parseArgs } from "node:util";
import { ensureInstalled } from "./install.mjs";

const SUBJECTS = {
  split: () => import("./split/index.mjs"),
  structure: () => {
    ensureInstalled(new URL("structure/", import.meta.url));
    return import("./structure/index.mjs");
  },
  embed: () => import("./embed/index.mjs"),
  semantic: () => import("./semantic/index.mjs"),
  context: () => import("./context/index.mjs"),
  search: () => import("./search/index.mjs"),
  conversation: () => import("./conversation/index.mjs"),
  memory: () => import("./memory/index.mjs"),
};

const USAGE = `usage: npm run bench -- [${Object.keys(SUBJECTS).join(" | ")}] [options]

  --quick            a tenth of each text and three warm runs: a first look, not a figure to publish
  --json FILE        also write every result to FILE
  --corpus NAMES     only these texts, comma-separated: prose, markdown, code, cjk; for structure: typescript,
                     javascript, python, go, rust, java, kotlin, c, cpp, csharp, ruby, php, bash, markdown, html, csv, json
  --mode NAMES       split: only these modes, comma-separated: characters, tokens
  --part NAMES       only these parts, comma-separated; structure: quality, speed, threads, memory; search: sherd,
                     peer, growth; context: fields, vectors, written; memory: quality, speed
  --only TEXT        only splitters or embedders whose name contains TEXT (comma-separated for several)
  --onnx FOLDER      embed, semantic: also an ONNX model; the folder holds models/Xenova/all-MiniLM-L6-v2 and
                     node_modules/@huggingface/transformers (semantic: and node_modules/semantic-chunking)
  --set FOLDER       semantic: the measuring set, such as $SETS/prose-spans; context: several, comma-separated (without:
                     questions made from installed packages)
  --growth           search: also bases of 10,000, 100,000 and 1,000,000 chunks (1.5 GB of disk, ten minutes)
  --keep FOLDER      search: makes its bases there and leaves them
  --seconds N        split, embed: what one run may take before it is cut to a part of the text (default 1.2)
  --repeat N         split: processes a row, taken in turns, of which the fastest is shown (default 1)
  --limit N          seconds after which a single run is killed and reported as "> N s" (default 60)`;

function usage(message) {
  console.error(`${message}\n\n${USAGE}`);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        quick: { type: "boolean", default: false },
        json: { type: "string" },
        corpus: { type: "string" },
        mode: { type: "string" },
        part: { type: "string" },
        only: { type: "string" },
        onnx: { type: "string" },
        set: { type: "string" },
        growth: { type: "boolean", default: false },
        keep: { type: "string" },
        seconds: { type: "string", default: "1.2" },
        limit: { type: "string", default: "60" },
        repeat: { type: "string", default: "1" },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    return usage(error.message);
  }
}

if (Number(process.versions.node.split(".")[0]) < 22) {
  usage(
    `Node ${process.version} is too old: the bench needs 22.13 or newer, which npm run bench brings along`,
  );
}

const { values, positionals } = readArguments();
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const unknown = positionals.find((name) => !Object.hasOwn(SUBJECTS, name));
if (unknown !== undefined) usage(`unknown subject: ${unknown}`);
for (const name of ["seconds", "limit", "repeat"]) {
  if (!(Number(values[name]) > 0)) usage(`--${name} must be a number above 0, not ${values[name]}`);
}

const list = (value) => value?.split(",").map((item) => item.trim());
const options = {
  quick: values.quick,
  json: values.json,
  corpora: list(values.corpus),
  modes: list(values.mode),
  parts: list(values.part),
  only: list(values.only),
  onnx: values.onnx,
  set: values.set,
  growth: values.growth,
  keep: values.keep,
  seconds: Number(values.seconds),
  limit: Number(values.limit),
  repeat: Math.ceil(Number(values.repeat)),
  usage,
};

ensureInstalled();
for (const name of positionals.length > 0 ? positionals : Object.keys(SUBJECTS)) {
  const { run } = await SUBJECTS[name]();
  await run(options);
}
