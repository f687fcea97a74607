import { Parser } from "htmlparser2";
import { SherdError } from "../../core/errors.ts";
import type { Source } from "../format.ts";
import { Namespaces } from "./namespaces.ts";

export type XmlAttributes = Readonly<Record<string, string>>;

/** Called in document order. Names carry the prefix that `namespaces.ts` gives their namespace. */
export interface XmlHandler {
  open?(name: string, attributes: XmlAttributes): void;
  text?(data: string): void;
  close?(name: string): void;
}

/**
 * Reads XML as a stream of events. Only the five named entities and numeric ones are decoded: what a
 * document type declares is never expanded, nothing outside is ever loaded. Gives the root's name.
 */
export function readXml(
  bytes: Iterable<Uint8Array>,
  handler: XmlHandler,
  source: Source,
  part: string,
): string {
  const namespaces = new Namespaces();
  const most = source.limits.nesting;
  let depth = 0;
  let root: string | undefined;
  let isOver = false;
  /** Elements were still open at the end. */
  let isCut = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > most) {
          throw new SherdError(
            "LIMIT_EXCEEDED",
            `${source.name} nests elements more than ${most} deep in "${part}"; raise limits.nesting if you trust it.`,
            { path: source.name, part, limit: "nesting", most },
          );
        }
        const resolved = namespaces.enter(attributes);
        const known = namespaces.name(name);
        root ??= known;
        handler.open?.(known, resolved);
      },
      ontext(data) {
        if (depth > 0) handler.text?.(data);
      },
      onclosetag(name) {
        isCut ||= isOver;
        handler.close?.(namespaces.name(name));
        namespaces.leave();
        depth--;
      },
    },
    { xmlMode: true },
  );
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for (const piece of bytes) {
    decoder ??= new TextDecoder(encodingOf(piece));
    parser.write(decoder.decode(piece, { stream: true }));
  }
  parser.write(decoder?.decode() ?? "");
  isOver = true;
  parser.end();
  if (root === undefined || isCut) {
    const what = root === undefined ? "has no XML in its part" : "ends in the middle of its part";
    throw new SherdError(
      "INPUT_MALFORMED",
      `${source.name} ${what} "${part}"; get a whole copy of the file.`,
      { path: source.name, part },
    );
  }
  return root;
}

/** As the XML standard has it: a byte order mark, else the pattern of the first "<", else the declaration. */
function encodingOf(bytes: Uint8Array): string {
  const [a, b] = bytes;
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return "utf-16be";
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return "utf-16le";
  const declaration = String.fromCharCode(...bytes.subarray(0, 128));
  const declared = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(declaration)?.[1] ?? "utf-8";
  // Bytes that start as single ones are not UTF-16, whatever they say.
  return /^utf-?16/i.test(declared) || !isKnown(declared) ? "utf-8" : declared;
}

function isKnown(encoding: string): boolean {
  try {
    new TextDecoder(encoding);
    return true;
  } catch {
    return false;
  }
}
