import { crc32, deflateRawSync } from "node:zlib";
import { strFromU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { cutShort, zip } from "../../../test/support/documents.ts";
import { SherdError } from "../../core/errors.ts";
import { DEFAULT_LIMITS, type Limits } from "../limits.ts";
import { ZipArchive } from "./zip.ts";

function open(bytes: Uint8Array, limits: Partial<Limits> = {}): ZipArchive {
  return new ZipArchive(bytes, { name: "test.zip", limits: { ...DEFAULT_LIMITS, ...limits } });
}

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof SherdError) return error.code;
    throw error;
  }
  return "none";
}

interface Entry {
  readonly name: string;
  readonly data: Uint8Array;
  readonly crc?: number;
  readonly flags?: number;
  readonly claimedSize?: number;
  /** Where the directory says the entry is. */
  readonly offset?: number;
}

/** An archive written field by field, so that any field can lie. All entries are deflated. */
function handmade(entries: readonly Entry[], wide = false): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const { name, data, crc = 0, flags = 0, claimedSize = 0, offset: claimed } of entries) {
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(8, 8);
    local.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(flags, 8);
    central.writeUInt16LE(8, 10);
    central.writeUInt32LE(crc, 16);
    central.writeUInt32LE(wide ? 0xffffffff : data.length, 20);
    central.writeUInt32LE(wide ? 0xffffffff : claimedSize, 24);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt16LE(wide ? 28 : 0, 30);
    central.writeUInt32LE(wide ? 0xffffffff : (claimed ?? offset), 42);
    const extra = Buffer.alloc(wide ? 28 : 0);
    if (wide) {
      extra.writeUInt16LE(1, 0);
      extra.writeUInt16LE(24, 2);
      extra.writeBigUInt64LE(BigInt(claimedSize), 4);
      extra.writeBigUInt64LE(BigInt(data.length), 12);
      extra.writeBigUInt64LE(BigInt(offset), 20);
    }
    locals.push(local, Buffer.from(name), Buffer.from(data));
    centrals.push(central, Buffer.from(name), extra);
    offset += 30 + name.length + data.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

describe("reading", () => {
  it("gives parts by name, in any case and with any slash", () => {
    const archive = open(zip({ "word/a.xml": "first", "b.xml": "second" }));
    expect(archive.names).toEqual(["word/a.xml", "b.xml"]);
    expect(strFromU8(archive.read("/Word\\A.xml"))).toBe("first");
    expect(archive.has("b.XML")).toBe(true);
    expect(archive.has("c.xml")).toBe(false);
    expect(codeOf(() => archive.read("c.xml"))).toBe("INPUT_MALFORMED");
  });

  it("reads stored parts, empty parts and large ones", () => {
    const large = Uint8Array.from({ length: 300_000 }, (_, i) => (i * 7919) % 251);
    const archive = open(zipSync({ stored: [large, { level: 0 }], packed: large, empty: new Uint8Array() }));
    expect(Buffer.from(archive.read("stored")).equals(large)).toBe(true);
    expect(Buffer.from(archive.read("packed")).equals(large)).toBe(true);
    expect(archive.read("empty").length).toBe(0);
  });

  it("finds the archive behind other bytes and before a comment", () => {
    const bytes = zip({ a: "text" });
    const commented = Buffer.concat([Buffer.from("junk".repeat(100)), bytes, Buffer.from("comment")]);
    commented.writeUInt16LE(7, commented.length - 7 - 2);
    expect(strFromU8(open(commented).read("a"))).toBe("text");
  });

  it("reads sizes and places from the 64-bit fields", () => {
    const text = Buffer.from("wide");
    const bytes = handmade([{ name: "a", data: deflateRawSync(text), crc: crc32(text) }], true);
    expect(strFromU8(open(bytes).read("a"))).toBe("wide");
  });
});

describe("hostile archives", () => {
  it("counts what comes out, not what the header says", () => {
    const bomb = deflateRawSync(Buffer.alloc(16 * 1024 * 1024));
    const bytes = handmade([{ name: "a", data: bomb, claimedSize: 10 }]);
    expect(codeOf(() => open(bytes).read("a"))).toBe("LIMIT_EXCEEDED");
    expect(codeOf(() => open(bytes, { ratio: 5_000, unpackedBytes: 1_000_000 }).read("a"))).toBe(
      "LIMIT_EXCEEDED",
    );
  });

  it("stops a bomb long before it is unpacked", () => {
    const bomb = deflateRawSync(Buffer.alloc(64 * 1024 * 1024));
    const archive = open(handmade([{ name: "a", data: bomb }]));
    let seen = 0;
    expect(
      codeOf(() => {
        for (const piece of archive.stream("a")) seen += piece.length;
      }),
    ).toBe("LIMIT_EXCEEDED");
    expect(seen).toBeLessThan(40 * 1024 * 1024);
  });

  it("adds up what all parts unpack to", () => {
    const part = Buffer.alloc(600_000, "abcdefgh");
    const archive = open(zip({ a: part, b: part }), { unpackedBytes: 1_000_000 });
    archive.read("a");
    expect(codeOf(() => archive.read("b"))).toBe("LIMIT_EXCEEDED");
  });

  it("leaves archives inside archives packed", () => {
    const inner = zip({ bomb: Buffer.alloc(5_000_000) });
    const archive = open(zip({ "inner.zip": inner }), { ratio: 10 });
    expect(archive.read("inner.zip").length).toBe(inner.length);
  });

  it("refuses parts that share bytes", () => {
    const data = deflateRawSync(Buffer.from("same"));
    const bytes = handmade([
      { name: "a", data },
      { name: "b", data, offset: 0 },
    ]);
    expect(codeOf(() => open(bytes))).toBe("INPUT_MALFORMED");
  });

  it("refuses encrypted parts when they are read", () => {
    const bytes = handmade([{ name: "a", data: deflateRawSync(Buffer.from("x")), flags: 1 }]);
    expect(codeOf(() => open(bytes).read("a"))).toBe("INPUT_ENCRYPTED");
  });

  it("notices damage by the checksum", () => {
    const bytes = handmade([{ name: "a", data: deflateRawSync(Buffer.from("text")), crc: 12_345 }]);
    expect(codeOf(() => open(bytes).read("a"))).toBe("INPUT_MALFORMED");
  });

  it("refuses more parts than any document has", () => {
    const bytes = Buffer.from(zip({ a: "x" }));
    bytes.writeUInt16LE(0xffff, bytes.length - 22 + 10);
    expect(codeOf(() => open(bytes))).toBe("INPUT_MALFORMED");
    const wide = Buffer.concat([Buffer.alloc(56), Buffer.alloc(20), bytes.subarray(bytes.length - 22)]);
    wide.writeUInt32LE(0x06064b50, 0);
    wide.writeBigUInt64LE(10_000_000n, 32);
    wide.writeUInt32LE(0x07064b50, 56);
    expect(codeOf(() => open(wide))).toBe("LIMIT_EXCEEDED");
  });

  it("says so when the end is missing", () => {
    const bytes = zip({ a: "text ".repeat(500), b: "more" });
    for (const cut of cutShort(bytes)) expect(codeOf(() => open(cut))).toBe("INPUT_MALFORMED");
  });

  it("survives any single damaged byte", () => {
    const bytes = zip({ a: "text that is packed, text that is packed", b: "more" });
    for (let at = 0; at < bytes.length; at++) {
      const damaged = bytes.slice();
      damaged[at] ^= 0xff;
      const code = codeOf(() => {
        const archive = open(damaged);
        for (const name of archive.names) archive.read(name);
      });
      expect(["none", "INPUT_MALFORMED", "INPUT_ENCRYPTED", "LIMIT_EXCEEDED"]).toContain(code);
    }
  });
});
