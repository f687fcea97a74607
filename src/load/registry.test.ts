import { describe, expect, it } from "vitest";
import { zipOf } from "../../test/support/zip.ts";
import { chooseFormat, FORMATS, loadFormat, SUPPORTED_EXTENSIONS } from "./registry.ts";

describe("the registry", () => {
  it.each(FORMATS.map(({ type }) => type))("finds the module of %s", async (type) => {
    expect((await loadFormat(type)).type).toBe(type);
  });

  it("gives an extension to one format only", () => {
    expect(new Set(SUPPORTED_EXTENSIONS).size).toBe(SUPPORTED_EXTENSIONS.length);
    for (const extension of SUPPORTED_EXTENSIONS) expect(extension).toMatch(/^\.[a-z0-9+_]+$/);
  });
});

const choose = (name: string, content: string | Uint8Array) => {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const { entry, warning } = chooseFormat(name, bytes);
  return { type: entry.type, warned: warning !== undefined };
};

describe("by name", () => {
  it.each([
    ["a.md", "markdown"],
    ["dir.d/A.MD", "markdown"],
    ["a.ts", "code"],
    ["Dockerfile", "code"],
    ["docker/Dockerfile.dev", "code"],
    ["CMakeLists.txt", "code"],
    [".bashrc", "code"],
    ["a.tsv", "csv"],
    ["a.jsonl", "jsonl"],
    ["a.unknown", "text"],
    ["README", "text"],
    [".hidden", "text"],
    ["", "text"],
  ])("%s is %s", (name, type) => {
    expect(choose(name, "x")).toEqual({ type, warned: false });
  });
});

const notebook = '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}';
const office = (folder: string) => zipOf({ "[Content_Types].xml": "", [`${folder}/document.xml`]: "" });

describe("by content, where it is sure", () => {
  it.each<[string, string | Uint8Array, string, boolean]>([
    ["a.txt", "%PDF-1.7\n", "pdf", true],
    ["a", "%PDF-1.7\n", "pdf", false],
    ["a.pdf", "junk before\n%PDF-1.7\n", "pdf", false],
    ["a.md", "How %PDF-1.7 files begin", "markdown", false],
    ["a.pdf", "<!DOCTYPE html><p>Not found", "html", true],
    ["a.pdf", "Not found", "text", true],
    ["a.txt", "  <html lang=en><p>Hi", "html", true],
    ["a.md", "<!doctype html>", "markdown", false],
    ["a.vue", "<html>", "code", false],
    ["a.doc", "{\\rtf1 Hi}", "rtf", false],
    ["a.txt", "{\\rtf1 Hi}", "rtf", true],
    ["a.json", notebook, "notebook", true],
    ["a", notebook, "notebook", false],
    ["a.json", '{"cells": 3}', "json", false],
    ["tool", "#!/usr/bin/env python3\nprint(1)", "code", false],
    ["a.xlsx", office("word"), "docx", true],
    ["a.zip", office("ppt"), "pptx", false],
    ["a.docx", office("xl"), "xlsx", true],
    ["a.bin", zipOf({ mimetype: "application/epub+zip", "META-INF/container.xml": "" }), "epub", false],
    ["a.docx", office("word").subarray(0, 40), "docx", false],
  ])("%s (%j) is %s", (name, content, type, warned) => {
    expect(choose(name, content)).toEqual({ type, warned });
  });

  it("refuses by name what is known and has no loader", () => {
    const ole = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)]);
    const locked = Buffer.concat([ole, Buffer.from("EncryptedPackage", "utf16le")]);
    const odt = zipOf({ "content.xml": "", "META-INF/manifest.xml": "" });
    expect(() => choose("a.doc", ole)).toThrowError(expect.objectContaining({ code: "INPUT_UNSUPPORTED" }));
    expect(() => choose("a.docx", locked)).toThrowError(expect.objectContaining({ code: "INPUT_ENCRYPTED" }));
    expect(() => choose("a.odt", odt)).toThrowError(expect.objectContaining({ code: "INPUT_UNSUPPORTED" }));
  });
});
