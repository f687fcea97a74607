import { binaryReason } from "./binary.ts";
import { detectEncoding } from "./encodings.ts";
import { DEFAULT_LIMITS } from "./limits.ts";
import { readDirectory } from "./office/zip-directory.ts";

/** What bytes surely are, whatever their name says. */
export type ContentKind =
  | "pdf"
  | "docx"
  | "pptx"
  | "xlsx"
  | "epub"
  | "rtf"
  | "html"
  | "notebook"
  | "opendocument"
  | "old office"
  | "encrypted office";

/** How far a PDF's header may stand from the start; readers allow it. */
const PDF_HEADER = 1_024;
const HEAD = 1_024;
/** The format's version stands at a notebook's end, or at its start. */
const NOTEBOOK_PROBE = 8_192;

export function contentKind(bytes: Uint8Array): ContentKind | undefined {
  const head = ascii(bytes.subarray(0, HEAD));
  if (head.startsWith("%PDF-")) return "pdf";
  if (head.startsWith("{\\rtf")) return "rtf";
  if (head.startsWith("PK\x03\x04")) return zipKind(bytes);
  if (head.startsWith("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")) return oleKind(bytes);
  // The mark of UTF-8, in Latin-1 letters.
  const text = head.replace(/^\xef\xbb\xbf/, "").trimStart();
  if (/^<!doctype html|^<html[\s>]/i.test(text)) return "html";
  if (text.startsWith("{") && isNotebook(bytes)) return "notebook";
  return undefined;
}

/** Whether a PDF's header follows within what readers allow. */
export function isPdfNearby(bytes: Uint8Array): boolean {
  return ascii(bytes.subarray(0, PDF_HEADER)).includes("%PDF-");
}

export function looksLikeText(bytes: Uint8Array): boolean {
  return detectEncoding(bytes).encoding.startsWith("utf-16") || binaryReason(bytes) === undefined;
}

/** Office files and e-books are ZIP archives with folders of fixed names. */
function zipKind(bytes: Uint8Array): ContentKind | undefined {
  let names: readonly string[];
  try {
    names = readDirectory(bytes, { name: "", limits: DEFAULT_LIMITS }).map(({ name }) => name);
  } catch {
    // Damaged: the format its name promises says what is wrong.
    return undefined;
  }
  const has = (folder: string) => names.some((name) => name.startsWith(folder));
  if (has("word/")) return "docx";
  if (has("ppt/")) return "pptx";
  if (has("xl/")) return "xlsx";
  if (has("META-INF/container.xml")) return "epub";
  return has("META-INF/manifest.xml") && has("content.xml") ? "opendocument" : undefined;
}

/** Locked Office files hide their archive in an OLE file, in a stream of this name. */
function oleKind(bytes: Uint8Array): ContentKind {
  const name = Buffer.from("EncryptedPackage", "utf16le");
  const isLocked = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(name);
  return isLocked ? "encrypted office" : "old office";
}

function isNotebook(bytes: Uint8Array): boolean {
  const start = ascii(bytes.subarray(0, NOTEBOOK_PROBE));
  const end = ascii(bytes.subarray(Math.max(0, bytes.length - NOTEBOOK_PROBE)));
  return /"(?:cells|worksheets)"\s*:\s*\[/.test(start) && /"nbformat"\s*:\s*\d/.test(start + end);
}

/** One character a byte. */
function ascii(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}
