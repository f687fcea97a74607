import { describe, expect, it } from "vitest";
import { SherdError } from "../../core/errors.ts";
import { DEFAULT_LIMITS } from "../limits.ts";
import { readXml } from "./xml.ts";

/** Events as short strings: <name k=v>, text, </name>. */
function events(bytes: Uint8Array | string, pieces = 1): string {
  const data = typeof bytes === "string" ? Buffer.from(bytes) : bytes;
  const size = Math.max(1, Math.ceil(data.length / pieces));
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < data.length; at += size) chunks.push(data.subarray(at, at + size));
  const seen: string[] = [];
  readXml(
    chunks,
    {
      open: (name, attributes) =>
        seen.push(`<${[name, ...Object.entries(attributes).map(([k, v]) => `${k}=${v}`)].join(" ")}>`),
      text: (text) => seen.push(text),
      close: (name) => seen.push(`</${name}>`),
    },
    { name: "test.docx", limits: DEFAULT_LIMITS },
    "part.xml",
  );
  return seen.join("");
}

describe("readXml", () => {
  it("gives the same events however the bytes are cut", () => {
    const xml = '<a><b k="1 &amp; 2">text &lt; &#228;&#x1F600;</b><c/></a>';
    expect(events(xml)).toBe("<a><b k=1 & 2>text < ä😀</b><c></c></a>");
    for (const pieces of [2, 7, 1000]) expect(events(xml, pieces)).toBe(events(xml));
  });

  it("knows namespaces by their address, in both dialects", () => {
    const transitional = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
    const strict = "http://purl.oclc.org/ooxml/wordprocessingml/main";
    expect(events(`<x:p xmlns:x="${strict}"><x:r x:val="1"/></x:p>`)).toContain("<w:p");
    expect(events(`<x:p xmlns:x="${strict}"><x:r x:val="1"/></x:p>`)).toContain("<w:r w:val=1></w:r></w:p>");
    expect(events(`<p xmlns="${transitional}"><r/></p>`)).toContain("<w:r></w:r></w:p>");
    expect(events('<o:p xmlns:o="urn:other"><o:r/></o:p>')).toContain("<r></r></p>");
    expect(events("<w:p><w:r/></w:p>")).toBe("<w:p><w:r></w:r></w:p>");
  });

  it("decodes UTF-16 and what the declaration names", () => {
    const little = Buffer.from("\ufeff<a>äß</a>", "utf16le");
    expect(events(little, 3)).toBe("<a>äß</a>");
    expect(events(Buffer.from(little).swap16())).toBe("<a>äß</a>");
    const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>äß</a>', "latin1");
    expect(events(latin)).toBe("<a>äß</a>");
    expect(events('<?xml version="1.0" encoding="UTF-16"?><a>äß</a>')).toBe("<a>äß</a>");
  });

  it("never expands declared entities", () => {
    const laughs = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join(
      "",
    );
    const bomb = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY l0 "lol">${laughs}]><a>&l9;</a>`;
    expect(events(bomb).length).toBeLessThan(100);
    const outside = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>';
    expect(events(outside)).not.toContain("root:");
  });

  it("stops where elements nest too deep", () => {
    expect(() => events("<a>".repeat(600))).toThrow(expect.objectContaining({ code: "LIMIT_EXCEEDED" }));
    expect(() => events("<a>".repeat(200_000))).toThrow(SherdError);
  });

  it("refuses what holds no element or ends in the middle, and reads on over bad nesting", () => {
    expect(() => events("")).toThrow(expect.objectContaining({ code: "INPUT_MALFORMED" }));
    expect(() => events("plain text")).toThrow(expect.objectContaining({ code: "INPUT_MALFORMED" }));
    expect(events("<a><b>text</a>")).toBe("<a><b>text</b></a>");
    expect(() => events("<a><b>text")).toThrow(expect.objectContaining({ code: "INPUT_MALFORMED" }));
  });
});
