import type { HtmlStructure } from "./html-structure.ts";

/** The structure of HTML source. The parser, and what reads its events, are loaded when first needed. */
export async function readHtml(text: string): Promise<HtmlStructure> {
  const [{ Parser }, { htmlStructure }] = await Promise.all([
    import("htmlparser2"),
    import("./html-structure.ts"),
  ]);
  return htmlStructure(text, Parser);
}
