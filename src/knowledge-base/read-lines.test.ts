import fc from "fast-check";
import { expect, it } from "vitest";
import { readLines } from "./read-lines.ts";

it("gives the same lines however the bytes are cut", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom("a", "é", "\n", "東", "\r\n", "\ud83c\udf4e"), { maxLength: 60 }),
      fc.integer({ min: 1, max: 9 }),
      async (parts, step) => {
        const bytes = Buffer.from(parts.join(""));
        async function* source() {
          // One buffer for all pieces, as streams may do.
          const scratch = Buffer.alloc(step);
          for (let i = 0; i < bytes.length; i += step) {
            const length = bytes.copy(scratch, 0, i, i + step);
            yield scratch.subarray(0, length);
          }
        }
        const lines: string[] = [];
        for await (const line of readLines(source())) lines.push(Buffer.from(line).toString());
        expect(lines.join("")).toBe(parts.join(""));
        expect(lines.every((line, i) => i === lines.length - 1 || /^[^\n]*\n$/.test(line))).toBe(true);
      },
    ),
  );
});
