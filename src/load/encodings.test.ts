import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeText, toWindows1258 } from "../../test/support/encoders.ts";
import { SherdError } from "../core/errors.ts";
import { decodeText, detectEncoding } from "./encodings.ts";

const fixture = new URL("../../test/fixtures/encodings/texts.json", import.meta.url);
const TEXTS = JSON.parse(readFileSync(fixture, "utf8")) as Record<
  string,
  { encodings: string[]; text: string }
>;

const CASES = Object.entries(TEXTS).flatMap(([language, { encodings, text }]) =>
  encodings.map((encoding) => {
    const writable = encoding === "windows-1258" ? toWindows1258(text) : text;
    return { language, encoding, text: writable, bytes: encodeText(writable, encoding) };
  }),
);

describe("texts of a few lines", () => {
  it.each(CASES)("$language in $encoding is recognised and read", ({ encoding, text, bytes }) => {
    const decoded = decodeText(bytes);
    expect(decoded.text).toBe(text);
    expect(decoded.undecodable).toBeUndefined();
    expect(decoded.confidence).toBeGreaterThan(0.5);
    // Texts that read alike in two encodings go by the commoner name.
    const alike = new TextDecoder(decoded.encoding).decode(bytes) === new TextDecoder(encoding).decode(bytes);
    expect(alike || decoded.encoding === encoding).toBe(true);
  });

  it.each(Object.entries(TEXTS))("%s in Unicode, with a mark and without", (_language, { text }) => {
    expect(decodeText(encodeText(text, "utf-8"))).toMatchObject({ text, encoding: "utf-8", confidence: 1 });
    for (const encoding of ["utf-8", "utf-16le", "utf-16be"]) {
      const marked = decodeText(encodeText(`\ufeff${text}`, encoding));
      expect(marked).toEqual({ text, encoding, confidence: 1 });
      expect(decodeText(encodeText(text, encoding))).toMatchObject({ text, encoding });
    }
  });
});

describe("short and odd texts", () => {
  it.each([
    ["Price: £100, 20 °C — “fine”", "windows-1252"],
    ["// © 2009 José Müller", "windows-1252"],
    ["naïve café", "windows-1252"],
    ["Привет, мир!", "windows-1251"],
    ["Привет, мир!", "koi8-r"],
    ["if (x > 0) return; // проверка значения", "windows-1251"],
    ["こんにちは、世界。", "shift_jis"],
    ["print('日本語のテキスト')  # コメント", "euc-jp"],
    ["안녕하세요, 세계!", "euc-kr"],
    ["你好，世界！这是一个测试。", "gb18030"],
  ])("%s in %s", (text, encoding) => {
    expect(decodeText(encodeText(text, encoding)).text).toBe(text);
  });

  it("calls ASCII UTF-8, and an empty file an empty text", () => {
    expect(decodeText(new Uint8Array())).toEqual({ text: "", encoding: "utf-8", confidence: 1 });
    expect(detectEncoding(encodeText("plain", "utf-8"))).toEqual({ encoding: "utf-8", confidence: 1 });
  });

  it("does not take a terminal's escapes for Japanese", () => {
    expect(detectEncoding(encodeText("\x1b[31mred\x1b[0m $@ $B", "utf-8")).encoding).toBe("utf-8");
  });

  it("is less sure of a word than of a page", () => {
    const word = detectEncoding(encodeText("ó", "windows-1252")).confidence;
    const page = detectEncoding(encodeText(TEXTS.Spanish.text, "windows-1252")).confidence;
    expect(word).toBeLessThan(0.9);
    expect(page).toBeGreaterThan(0.9);
  });

  it("finds the words that matter far into a file of ASCII", () => {
    const text = `${"a line of plain ASCII\n".repeat(20_000)}${TEXTS.Russian.text}`;
    expect(decodeText(encodeText(text, "windows-1251")).text.endsWith(TEXTS.Russian.text)).toBe(true);
  });
});

describe("bytes that cannot be decoded", () => {
  const damaged = (...parts: (string | number[])[]) =>
    Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))));

  it("are counted and located, and the text says U+FFFD there", () => {
    const bytes = damaged(
      "Übung macht den Meister, größer heißt müßig ",
      [0xff],
      "x",
      [0xc3],
      " ",
      [0xe2, 0x82],
      "y",
    );
    const start = Buffer.from("Übung macht den Meister, größer heißt müßig ").length;
    const { text, encoding, undecodable } = decodeText(bytes);
    expect(encoding).toBe("utf-8");
    expect(text.endsWith("\ufffdx\ufffd \ufffdy")).toBe(true);
    expect(undecodable).toEqual({ count: 3, offsets: [start, start + 2, start + 4] });
  });

  it("are told from U+FFFD that the file itself holds", () => {
    expect(decodeText(Buffer.from("a \ufffd b")).undecodable).toBeUndefined();
    const both = damaged("äöü ÄÖÜ ß \ufffd ", [0xff], " ende");
    const start = Buffer.from("äöü ÄÖÜ ß \ufffd ").length;
    expect(decodeText(both).undecodable).toEqual({ count: 1, offsets: [start] });
  });

  it("are found anywhere in a large file, and only the first places are named", () => {
    const line = "Zürich, Köln und Malmö liegen nicht am selben Fluß.\n";
    const length = Buffer.from(line).length;
    const parts = Array.from({ length: 3_000 }, (_, i) =>
      i % 50 === 7 ? damaged(line, [0xff, 0x0a]) : damaged(line),
    );
    const { undecodable } = decodeText(Buffer.concat(parts));
    expect(undecodable?.count).toBe(60);
    expect(undecodable?.offsets).toHaveLength(16);
    expect(undecodable?.offsets.slice(0, 2)).toEqual([8 * length, 8 * length + 50 * length + 2]);
  });

  it.each([
    ["shift_jis", TEXTS.Japanese.text, [0xa0, 0x20]],
    ["euc-kr", TEXTS.Korean.text, [0xff, 0x20]],
    ["windows-1253", TEXTS.Greek.text, [0xd2, 0x20]],
  ])("are reported in %s too", (encoding, text, broken) => {
    const good = encodeText(text, encoding);
    const { undecodable } = decodeText(Buffer.concat([good, Buffer.from(broken), good]), { encoding });
    expect(undecodable).toEqual({ count: 1, offsets: [good.length] });
  });

  it("half a UTF-16 unit and a lone surrogate among them", () => {
    const bytes = Buffer.concat([Buffer.from("\ufeffWide \ud800 text.", "utf16le"), Buffer.from([0x41])]);
    expect(decodeText(bytes).undecodable?.count).toBe(2);
  });

  it.each([
    "utf-8",
    "utf-16le",
    "utf-16be",
    "windows-1253",
    "shift_jis",
    "euc-jp",
    "euc-kr",
    "big5",
    "gb18030",
  ])("are reported exactly when a decoder that replaces nothing would fail: %s", (encoding) => {
    const pieces = fc.oneof(
      fc.uint8Array({ maxLength: 6 }),
      fc
        .constantFrom("text ", "\ufffd", "é日\u{1f600}", " ".repeat(1_100))
        .map((text) => new TextEncoder().encode(text)),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const bytes = Buffer.concat(parts);
        const { text, undecodable } = decodeText(bytes, { encoding });
        expect(undecodable === undefined).toBe(decodes(bytes, encoding));
        if (undecodable === undefined) return;
        expect(undecodable.offsets.length).toBeGreaterThan(0);
        if (encoding === "utf-8") expect(undecodable.offsets).toEqual(damageOf(bytes).slice(0, 16));
        expect(undecodable.count).toBeLessThanOrEqual(text.split("\ufffd").length - 1);
        for (const offset of undecodable.offsets) expect(offset).toBeLessThan(bytes.length);
        expect(undecodable.offsets).toEqual([...undecodable.offsets].sort((a, b) => a - b));
      }),
      { numRuns: 300 },
    );
  });

  it("are an error when asked for", () => {
    const bytes = damaged("größer müßig äöü ", [0xff]);
    expect(() => decodeText(bytes, { strict: true, name: "a.txt" })).toThrowError(
      expect.objectContaining({
        code: "INPUT_UNREADABLE",
        message: expect.stringContaining("a.txt is not valid utf-8"),
      }),
    );
  });

  it("do not turn a file cut off in its last character into Latin-1", () => {
    expect(decodeText(Buffer.from("1,50 €").subarray(0, -1))).toMatchObject({
      encoding: "utf-8",
      text: "1,50 \ufffd",
    });
  });
});

/** Where UTF-8 is damaged, by the definition: what a decoder replaces, taken off the front bit by bit. */
function damageOf(bytes: Uint8Array): number[] {
  const offsets: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = [1, 2, 3, 4].find(
      (size) => at + size <= bytes.length && decodes(bytes.subarray(at, at + size), "utf-8"),
    );
    if (length !== undefined) {
      at += length;
      continue;
    }
    offsets.push(at);
    const rest = new TextDecoder("utf-8", { ignoreBOM: true });
    // An unfinished sequence is one replacement, however many of its bytes are there.
    let size = 1;
    while (
      size < 3 &&
      at + size < bytes.length &&
      rest.decode(bytes.subarray(at, at + size + 1)) === "\ufffd"
    )
      size++;
    at += size;
  }
  return offsets;
}

function decodes(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

it("any bytes give a text or the error that they are none", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      try {
        const { confidence } = decodeText(bytes);
        expect(confidence).toBeGreaterThan(0);
        expect(confidence).toBeLessThanOrEqual(1);
      } catch (error) {
        expect(error).toMatchObject({ code: "INPUT_BINARY" });
      }
    }),
    { numRuns: 500 },
  );
});

describe("what is known beforehand", () => {
  it("a named encoding is taken", () => {
    expect(decodeText(encodeText("Größe", "macintosh"), { encoding: "macintosh" }).text).toBe("Größe");
    expect(() => decodeText(new Uint8Array(), { encoding: "utf-9" })).toThrowError(
      expect.objectContaining({ code: "INVALID_OPTION" }),
    );
  });

  it("a declared one only when all bytes fit it", () => {
    const bytes = encodeText("Größe", "utf-8");
    expect(decodeText(bytes, { declared: "iso-8859-1" }).encoding).toBe("windows-1252");
    expect(decodeText(bytes, { declared: "ascii-art" }).encoding).toBe("utf-8");
    expect(decodeText(encodeText("Größe", "windows-1252"), { declared: "utf-8" }).text).toBe("Größe");
  });
});

describe("binary data", () => {
  const code = (bytes: Uint8Array): unknown => {
    try {
      return decodeText(bytes, { name: "x" }).text;
    } catch (error) {
      return error instanceof SherdError ? error.code : error;
    }
  };

  it.each([
    ["zero bytes", [65, 66, 0, 67, 1, 2]],
    ["small integers", Array.from({ length: 400 }, (_, i) => (i % 2 === 0 ? i % 7 : 0))],
    ["control characters", [1, 2, 3, 4, 5, 6, 65]],
    ["a PNG image", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 65]],
    ["UTF-32", [0xff, 0xfe, 0, 0, 65, 0, 0, 0]],
  ])("%s", (_what, bytes) => {
    expect(code(Uint8Array.from(bytes))).toBe("INPUT_BINARY");
  });

  it("says why", () => {
    const message = expect.stringMatching(/x is not text: it holds zero bytes \(the first at 2\)/);
    expect(() => decodeText(Uint8Array.from([65, 66, 0, 67]), { name: "x" })).toThrowError(
      expect.objectContaining({ code: "INPUT_BINARY", message }),
    );
  });

  it("is not what merely begins like it", () => {
    expect(code(Buffer.from("MZ is how programs begin."))).toBe("MZ is how programs begin.");
    expect(code(Buffer.from("\x1b[1mbold\x1b[0m\tand\fform feeds"))).toContain("bold");
  });
});
