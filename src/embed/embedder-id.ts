import { hashText } from "../text/hash.ts";

export interface EmbedderIdentity {
  /** `provider:model` */
  readonly name: string;
  readonly dimensions: number;
  /** Raised when the same text could give another vector: other weights, prompts or preparation. */
  readonly version: string | number;
  /** Further settings that change vectors; named by their hash. */
  readonly settings?: unknown;
}

/** Vectors meet only where this string is the same (law 10). All of Sherd's vectors have unit length. */
export function embedderId({ name, dimensions, version, settings }: EmbedderIdentity): string {
  const parts = [name, `dimensions=${dimensions}`, `version=${version}`, "norm=unit"];
  if (settings !== undefined) parts.push(`settings=${hashText(JSON.stringify(settings)).slice(0, 8)}`);
  return parts.join(";");
}
