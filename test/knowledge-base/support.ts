import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { Embedder } from "../../src/core/embedder.ts";
import { KnowledgeBase, type KnowledgeBaseOptions } from "../../src/knowledge-base.ts";
import { hashText } from "../../src/text/hash.ts";

/** A folder of one's own that goes with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "sherd-kb-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Files by their path from a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

export async function openBase(
  options: KnowledgeBaseOptions = {},
  location = ":memory:",
): Promise<KnowledgeBase> {
  const base = await KnowledgeBase.open(location, { embedder: wordEmbedder(), ...options });
  onTestFinished(() => base.close());
  return base;
}

export interface CountingEmbedder extends Embedder {
  /** Every text embedded as a document, in order. */
  readonly texts: string[];
}

/** Texts that share words are near each other. Remembers what it was asked. */
export function wordEmbedder(name = "words", dimensions = 64): CountingEmbedder {
  const texts: string[] = [];
  return {
    id: `test:${name};dimensions=${dimensions}`,
    dimensions,
    texts,
    async embed(asked, role) {
      if (role === "document") texts.push(...asked);
      return asked.map((text) => embedWords(text, dimensions, name));
    },
  };
}

function embedWords(text: string, dimensions: number, salt: string): Float32Array {
  const vector = new Float32Array(dimensions);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    vector[Number.parseInt(hashText(salt + word).slice(0, 6), 16) % dimensions]++;
  const length = Math.hypot(...vector);
  if (length === 0) return vector.fill(1 / Math.sqrt(dimensions));
  return vector.map((component) => component / length);
}

/** A page of Markdown about some words. */
export function page(title: string, ...subjects: readonly string[]): string {
  const sections = subjects.map(
    (subject) => `## About ${subject}\n\nThis part tells of ${subject}, and of nothing but ${subject}.\n`,
  );
  return `# ${title}\n\n${sections.join("\n")}`;
}
