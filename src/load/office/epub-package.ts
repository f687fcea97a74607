import { SherdError } from "../../core/errors.ts";
import type { Source } from "../format.ts";
import { resolvePart } from "./package.ts";
import { readXml, type XmlHandler } from "./xml.ts";
import { ZipArchive } from "./zip.ts";

export interface EpubItem {
  readonly path: string;
  readonly type: string;
  readonly properties: string;
}

/** Ways to make fonts unreadable for other programs; the text is not touched. */
const FONT_ALGORITHMS = new Set(["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"]);

/** The properties of a book and our names for them. */
const PROPERTIES: Readonly<Record<string, string>> = {
  "dc:title": "title",
  "dc:creator": "author",
  "dc:language": "language",
  "dc:publisher": "publisher",
  "dc:date": "published",
  "dc:description": "description",
};

/** What an EPUB says about itself: its parts, their order and the book's properties. */
export class EpubPackage {
  readonly archive: ZipArchive;
  readonly items = new Map<string, EpubItem>();
  /** Ids of items in reading order. */
  readonly spine: string[] = [];
  /** The id of the older kind of table of contents. */
  contents: string | undefined;
  readonly properties = new Map<string, string[]>();
  readonly #source: Source;

  constructor(bytes: Uint8Array, source: Source) {
    this.#source = source;
    this.archive = new ZipArchive(bytes, source);
    this.#refuseLocked();
    this.#readPackage(this.#packagePath());
  }

  read(part: string, handler: XmlHandler): void {
    readXml(this.archive.stream(part), handler, this.#source, part);
  }

  #packagePath(): string {
    let path: string | undefined;
    if (this.archive.has("META-INF/container.xml")) {
      this.read("META-INF/container.xml", {
        open(name, attributes) {
          if (name === "rootfile") path ??= attributes["full-path"];
        },
      });
    }
    path ??= this.archive.names.find((name) => name.toLowerCase().endsWith(".opf"));
    if (path !== undefined && this.archive.has(path)) return path;
    throw new SherdError(
      "INPUT_MALFORMED",
      `${this.#source.name} is no EPUB: it does not name its package file. Check its extension.`,
      { path: this.#source.name },
    );
  }

  #readPackage(path: string): void {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    let property: string | undefined;
    let pieces: string[] = [];
    this.read(path, {
      open: (name, attributes) => {
        property = PROPERTIES[name];
        pieces = [];
        const { id, idref, href } = attributes;
        if (name === "item" && id !== undefined && href !== undefined) {
          this.items.set(id, {
            path: resolvePart(folder, decodePath(href)),
            type: attributes["media-type"] ?? "",
            properties: attributes.properties ?? "",
          });
        } else if (name === "itemref" && idref !== undefined) this.spine.push(idref);
        else if (name === "spine") this.contents = attributes.toc;
      },
      text(data) {
        if (property !== undefined) pieces.push(data);
      },
      close: () => {
        const value = pieces.join("").replace(/\s+/g, " ").trim();
        if (property !== undefined && value !== "") {
          this.properties.set(property, [...(this.properties.get(property) ?? []), value]);
        }
        property = undefined;
      },
    });
  }

  #refuseLocked(): void {
    if (!this.archive.has("META-INF/encryption.xml")) return;
    let algorithm = "";
    const locked: string[] = [];
    this.read("META-INF/encryption.xml", {
      open(name, { Algorithm, URI }) {
        if (name === "EncryptedData") algorithm = "";
        else if (name === "EncryptionMethod") algorithm ||= Algorithm ?? "";
        else if (name === "CipherReference" && !FONT_ALGORITHMS.has(algorithm)) locked.push(URI ?? "");
      },
    });
    if (locked.length === 0) return;
    throw new SherdError(
      "INPUT_ENCRYPTED",
      `${this.#source.name} is locked by its seller (${locked.length} parts are encrypted); use a copy without protection.`,
      { path: this.#source.name, parts: locked.length },
    );
  }
}

/** An address inside a book as a path: escapes decoded where they are right. */
export function decodePath(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
