import type { Format } from "../format.ts";
import { readSourceText } from "../text-source.ts";

/** Plain text, and whatever text has no format of its own: the decoded file. */
export const format: Format = {
  type: "text",
  async parse(bytes, source) {
    return { ...readSourceText(bytes, source), format: "text" };
  },
};
