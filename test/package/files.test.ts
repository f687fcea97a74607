import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const MEGABYTE = 1e6;

describe("the packed package", async () => {
  const { stdout } = await promisify(execFile)("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    shell: process.platform === "win32",
    maxBuffer: 16 * MEGABYTE,
  });
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string; size: number }[] }];

  it("holds the models and what is said of them, and nothing of how they were made", () => {
    const model = files.map(({ path }) => path).filter((path) => path.startsWith("model/"));
    expect(model.sort()).toEqual([
      "model/embedding/MODEL_CARD.md",
      "model/embedding/sherd-static-en.bin",
      "model/natural-language/LICENSE",
      "model/natural-language/README.md",
      "model/natural-language/profiles.bin",
    ]);
  });

  it("holds no tests and no sources", () => {
    expect(files.filter(({ path }) => /(^|\/)(src|test|bench)\/|\.test\./.test(path))).toEqual([]);
  });
});

it("the embedding model takes no more than 10 MB", () => {
  expect(statSync(`${root}/model/embedding/sherd-static-en.bin`).size).toBeLessThan(10 * MEGABYTE);
});
