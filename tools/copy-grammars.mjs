// Copies the syntax grammars out of their development packages into grammars/, with their licences, so that
// users of the package need none of those packages (several of which have install scripts).
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = join(root, "grammars");

/** Prebuilt in one package, which names only its own licence: here are the grammars' own notices. */
const BUNDLE = "@vscode/tree-sitter-wasm";
const MAX_BRUNSFELD = (/** @type {string} */ year) => [`Copyright (c) ${year} Max Brunsfeld`];
const BUNDLED = {
  bash: MAX_BRUNSFELD("2017"),
  "c-sharp": ["Copyright (c) 2014-2023 Max Brunsfeld, Damien Guard, Amaan Qureshi, and contributors."],
  cpp: MAX_BRUNSFELD("2014"),
  css: MAX_BRUNSFELD("2018"),
  go: MAX_BRUNSFELD("2014"),
  java: ["Copyright (c) 2017 Ayman Nadeem"],
  javascript: MAX_BRUNSFELD("2014"),
  php: [
    "Copyright (c) 2017 Josh Vera, GitHub",
    "Copyright (c) 2019 Max Brunsfeld, Amaan Qureshi, Christian Frøystad, Caleb White",
  ],
  python: MAX_BRUNSFELD("2016"),
  ruby: ["Copyright (c) 2016 Rob Rix"],
  rust: ["Copyright (c) 2017 Maxim Sokolov"],
  tsx: MAX_BRUNSFELD("2017"),
  typescript: MAX_BRUNSFELD("2017"),
};

/** Each in a package of its own. */
const ALONE = {
  c: "tree-sitter-c",
  html: "tree-sitter-html",
  json: "tree-sitter-json",
  kotlin: "@tree-sitter-grammars/tree-sitter-kotlin",
  toml: "@tree-sitter-grammars/tree-sitter-toml",
};

const readPackageFile = (/** @type {string[]} */ ...path) => readFile(join(root, "node_modules", ...path));

await mkdir(target, { recursive: true });
const notices = [];
let permission = "";

for (const [name, packageName] of Object.entries(ALONE)) {
  await writeFile(
    join(target, `${name}.wasm`),
    await readPackageFile(packageName, `tree-sitter-${name}.wasm`),
  );
  const licence = await readPackageFile(packageName, "LICENSE").then(String);
  // All of them are under the MIT licence, so one copy of its text serves every notice.
  const terms = licence.indexOf("Permission is hereby granted");
  if (terms < 0) throw new Error(`${packageName}/LICENSE is not the MIT licence; add its text by hand.`);
  permission ||= licence.slice(terms).trimEnd();
  notices.push([
    name,
    licence
      .slice(0, terms)
      .split("\n")
      .filter((line) => line.startsWith("Copyright")),
  ]);
}
for (const [name, copyright] of Object.entries(BUNDLED)) {
  await writeFile(
    join(target, `${name}.wasm`),
    await readPackageFile(BUNDLE, "wasm", `tree-sitter-${name}.wasm`),
  );
  notices.push([name, [...copyright, "Prebuilt: Copyright (c) Microsoft Corporation."]]);
}

notices.sort(([a], [b]) => (a < b ? -1 : 1));
const list = notices.map(
  ([name, lines]) => `tree-sitter-${name}\n${lines.map((line) => `  ${line}\n`).join("")}`,
);
await writeFile(
  join(target, "LICENSES.txt"),
  `The grammars in this folder are under the MIT licence.\n\n${list.join("\n")}\n${permission}\n`,
);
