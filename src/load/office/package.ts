import type { Metadata } from "../../core/document.ts";
import { SherdError } from "../../core/errors.ts";
import type { Source } from "../format.ts";
import { readXml, type XmlHandler } from "./xml.ts";
import { ZipArchive } from "./zip.ts";

export interface Relationship {
  /** The last word of the type's address: "styles", "hyperlink", "slide". */
  readonly type: string;
  /** A part's name, or an address outside when `external`. */
  readonly target: string;
  readonly external: boolean;
}

const OLE_SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0];
const ZIP_SIGNATURE = [0x50, 0x4b];

/** A Word, PowerPoint or Excel file: a zip archive of XML parts that refer to each other. */
export class OfficePackage {
  readonly #archive: ZipArchive;
  readonly #source: Source;

  constructor(bytes: Uint8Array, source: Source) {
    if (startsWith(bytes, OLE_SIGNATURE)) throw oldOrLocked(bytes, source);
    if (!startsWith(bytes, ZIP_SIGNATURE)) {
      throw new SherdError(
        "INPUT_MALFORMED",
        `${source.name} is no Office file: it does not start as a zip archive does. Check its extension.`,
        { path: source.name },
      );
    }
    this.#archive = new ZipArchive(bytes, source);
    this.#source = source;
  }

  has(part: string): boolean {
    return this.#archive.has(part);
  }

  /** Reads a part's XML as events. Gives the name of its root element. */
  read(part: string, handler: XmlHandler): string {
    return readXml(this.#archive.stream(part), handler, this.#source, part);
  }

  /** Reads the part that makes a file the kind it is; any other root is another kind of file. */
  readMain(part: string, root: string, handler: XmlHandler): void {
    const seen = this.read(part, handler);
    if (seen === root) return;
    throw new SherdError(
      "INPUT_MALFORMED",
      `${this.#source.name} is another kind of Office file: its main part is "${seen}", not "${root}". Check its extension.`,
      { path: this.#source.name, seen, expected: root },
    );
  }

  /** Reads a part that may be missing. */
  readIfThere(part: string | undefined, handler: XmlHandler): void {
    if (part !== undefined && this.#archive.has(part)) this.read(part, handler);
  }

  /** The part all others hang from. `expected` is its usual name, for files that do not say. */
  mainPart(expected: string): string {
    for (const { type, target } of this.relationships("").values()) {
      if (type === "officeDocument" && this.#archive.has(target)) return target;
    }
    if (this.#archive.has(expected)) return expected;
    throw new SherdError(
      "INPUT_MALFORMED",
      `${this.#source.name} has no part "${expected}"; it may be another kind of file. Check its extension.`,
      { path: this.#source.name, part: expected },
    );
  }

  /** What a part refers to, by id; of the package itself for "". */
  relationships(part: string): ReadonlyMap<string, Relationship> {
    const slash = part.lastIndexOf("/") + 1;
    const folder = part.slice(0, slash);
    const found = new Map<string, Relationship>();
    this.readIfThere(`${folder}_rels/${part.slice(slash)}.rels`, {
      open(name, { Id, Type = "", Target = "", TargetMode }) {
        if (!name.endsWith("Relationship") || Id === undefined) return;
        const external = TargetMode === "External";
        const target = external ? Target : resolvePart(folder, Target);
        found.set(Id, { type: Type.slice(Type.lastIndexOf("/") + 1), target, external });
      },
    });
    return found;
  }

  /** What the file says about itself: title, author and the like. */
  properties(): { title?: string; metadata: Metadata } {
    const found: Record<string, string> = {};
    let current: string | undefined;
    this.readIfThere("docProps/core.xml", {
      open(name) {
        current = PROPERTIES[name];
      },
      text(data) {
        if (current !== undefined) found[current] = (found[current] ?? "") + data;
      },
      close() {
        current = undefined;
      },
    });
    const { title, ...rest } = Object.fromEntries(
      Object.entries(found)
        .map(([key, value]) => [key, value.trim()] as const)
        .filter(([, value]) => value !== ""),
    );
    return { ...(title !== undefined && { title }), metadata: rest };
  }
}

/** Our names for the properties worth keeping. */
const PROPERTIES: Readonly<Record<string, string>> = {
  "dc:title": "title",
  "dc:creator": "author",
  "dc:subject": "subject",
  "dc:description": "description",
  "dc:language": "language",
  keywords: "keywords",
};

/** A target relative to a part's folder, as a name in the archive. */
export function resolvePart(folder: string, target: string): string {
  if (target.startsWith("/")) return target.slice(1);
  const steps: string[] = [];
  for (const step of `${folder}${target}`.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "." && step !== "") steps.push(step);
  }
  return steps.join("/");
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

/** The older container holds either a file of the formats before 2007 or a locked one of ours. */
function oldOrLocked(bytes: Uint8Array, source: Source): SherdError {
  const marker = Buffer.from("EncryptedPackage", "utf16le");
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(marker)) {
    return new SherdError(
      "INPUT_ENCRYPTED",
      `${source.name} is locked with a password; save it without one first.`,
      { path: source.name },
    );
  }
  return new SherdError(
    "INPUT_UNSUPPORTED",
    `${source.name} is in the Office format used before 2007; save it in the current one first.`,
    { path: source.name },
  );
}
