import { expect, it, onTestFinished, vi } from "vitest";
import { SherdError } from "../core/errors.ts";
import { reportIngest } from "./ingest-report.ts";

it("keeps a failure on one line, whatever the file is called", async () => {
  const written: string[] = [];
  const keep = (text: string | Uint8Array): boolean => {
    written.push(String(text));
    return true;
  };
  const [output, errors] = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, "write").mockImplementation(keep),
  );
  onTestFinished(() => {
    output.mockRestore();
    errors.mockRestore();
  });
  const error = new SherdError("INPUT_BINARY", "a\nsherd: all is well\u001b[2J.md holds bytes.");
  const none = {
    added: 0,
    updated: 0,
    unchanged: 0,
    removed: 0,
    kept: 0,
    outdated: 0,
    chunks: 0,
    embedded: 0,
    reused: 0,
  };
  await reportIngest(
    { ...none, characters: 0, milliseconds: 1, warnings: ["b\nc"], failed: [{ id: "a", error }] },
    { database: "kb.db", workspace: "default" },
    false,
  );
  expect(written.slice(1)).toEqual([
    "sherd: 1 failed:\n",
    "  a sherd: all is well␛[2J.md holds bytes.\n",
    "sherd: 1 to know:\n",
    "  b c\n",
  ]);
});
