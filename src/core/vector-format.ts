import { SherdError } from "./errors.ts";

/** How vectors are kept: as bytes with a scale, or those and beside them the floats as the model gave them. */
const VECTOR_FORMATS = ["int8", "float32"] as const;
export type VectorFormat = (typeof VECTOR_FORMATS)[number];

export function isVectorFormat(value: unknown): value is VectorFormat {
  return VECTOR_FORMATS.some((format) => format === value);
}

/** What is asked for is not how the vectors are kept that are there: from bytes no floats can be made. */
export function otherVectorFormat(stored: VectorFormat, given: VectorFormat): SherdError {
  return new SherdError(
    "INVALID_OPTION",
    `vectors must be "${stored}", as the stored ones are kept, or be left out; got "${given}". To keep them otherwise, make all anew with: sherd reembed --vectors ${given} (in a program: reembed).`,
    { option: "vectors", value: given, expected: stored, command: "sherd reembed" },
  );
}
