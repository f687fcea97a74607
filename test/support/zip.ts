import { zipSync } from "fflate";

/** A ZIP archive of texts, uncompressed. */
export function zipOf(files: Readonly<Record<string, string>>): Uint8Array {
  const encoder = new TextEncoder();
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, encoder.encode(text)])),
    {
      level: 0,
    },
  );
}
