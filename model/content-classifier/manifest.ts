import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const SPLITS = ["train", "validation", "test"] as const;
export type Split = (typeof SPLITS)[number];

/** One package the data is mined from. `project` keeps packages of one origin in one split. */
export interface Package {
  readonly from: "npm" | "pip" | "apt" | "apt-source";
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly project: string;
  /** What the package was chosen for; it decides what its `.h` files are. */
  readonly primary: string;
  readonly split: Split;
}

/** Where the data lives: never in the repository. */
export const DATA = process.env.SHERD_CLASSIFIER_DATA ?? join(tmpdir(), "sherd-content-classifier");

export function readManifest(): Package[] {
  const [header, ...rows] = readFileSync(join(import.meta.dirname, "manifest.tsv"), "utf8")
    .trim()
    .split("\n");
  const columns = header.split("\t");
  return rows.map((row) => {
    const cells = row.split("\t");
    return Object.fromEntries(columns.map((column, i) => [column, cells[i]])) as unknown as Package;
  });
}

/** The folder a package is unpacked into. */
export function packageFolder({ from, name, version }: Package): string {
  return join(DATA, "packages", `${from} ${name} ${version}`.replaceAll("/", "+"));
}
