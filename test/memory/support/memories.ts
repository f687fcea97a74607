import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import type { Clock } from "../../../src/core/clock.ts";
import type { Embedder } from "../../../src/core/embedder.ts";
import { EpisodicMemory, type MemoryOptions } from "../../../src/memory/index.ts";

const open = new Set<EpisodicMemory>();
const folders: string[] = [];

afterEach(async () => {
  for (const memory of open) await memory.close();
  open.clear();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** The path of a database in a folder of its own; both go when the test is over. */
export function newFile(name = "memory.db"): string {
  const folder = mkdtempSync(join(tmpdir(), "sherd-memory-"));
  folders.push(folder);
  return join(folder, name);
}

/** A real file unless another place is named; the environment of whoever runs the tests is left out. */
export async function openMemory(
  options: MemoryOptions = {},
  location: string = newFile(),
): Promise<EpisodicMemory> {
  const memory = await EpisodicMemory.open(location, { environment: {}, ...options });
  open.add(memory);
  return memory;
}

export const DAY = 86_400_000;
export const START = Date.UTC(2026, 0, 1);

/** A clock that stands until it is moved. */
export class HandClock implements Clock {
  time = START;
  #drawn = 0;

  now(): number {
    return this.time;
  }

  random(): number {
    this.#drawn++;
    return (this.#drawn * 0.618_033_988_75) % 1;
  }

  async sleep(): Promise<void> {}

  pass(milliseconds: number): void {
    this.time += milliseconds;
  }
}

/** Letters as dimensions, and a switch: texts with the same letters lie near each other. */
export class SwitchedEmbedder implements Embedder {
  readonly id = "test:letters";
  readonly dimensions = 26;
  isDown = false;
  calls = 0;

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    this.calls++;
    if (this.isDown) throw new Error("the provider does not answer");
    return texts.map((text) => {
      const vector = new Float32Array(this.dimensions).fill(0.01);
      for (const letter of text.toLowerCase()) {
        const place = letter.charCodeAt(0) - 97;
        if (place >= 0 && place < this.dimensions) vector[place]++;
      }
      const norm = Math.hypot(...vector);
      return vector.map((value) => value / norm);
    });
  }
}
