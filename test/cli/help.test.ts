import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { sherd } from "../support/run-cli.ts";

const text = readFileSync(new URL("../../docs/CLI.md", import.meta.url), "utf8");
const COMMANDS = [
  "index",
  "sync",
  "search",
  "show",
  "status",
  "verify",
  "remove",
  "reembed",
  "export",
  "restore",
  "eval",
  "extract",
  "import",
  "remember",
  "recall",
  "forget",
];

it.each(COMMANDS)("docs/CLI.md shows the help of %s as the program prints it", async (command) => {
  const { code, stdout } = await sherd([command, "--help"]);
  expect(code).toBe(0);
  expect(text).toContain(stdout.trim());
});

it("the program's own help names every command", async () => {
  const { stdout } = await sherd(["--help"]);
  for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^ {2}${command} `, "m"));
});

it("offers to do without a model where words are enough, not where vectors are made", async () => {
  const embedders = async (command: string) =>
    /--embedder <name>([^(]*)/.exec((await sherd([command, "--help"])).stdout)?.[1];
  expect(await embedders("search")).toContain("none");
  expect(await embedders("reembed")).not.toContain("none");
});
