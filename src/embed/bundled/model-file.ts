import { SherdError } from "../../core/errors.ts";
import { PieceTable } from "./piece-table.ts";

/** The bundled model, as `model/embedding/FORMAT.md` lays it out. */
export interface StaticModel {
  readonly id: string;
  readonly dimensions: number;
  /** The lengths a vector may be cut to, longest first. */
  readonly lengths: readonly number[];
  readonly pieces: PieceTable;
  /** One a token: what its row is multiplied with. */
  readonly scales: Float32Array;
  /** One row of `dimensions` signed bytes a token. */
  readonly rows: Int8Array;
}

const MAGIC = "SHERDEMB";
const VERSION = 1;
const HEADER = 164;
const LENGTHS = 8;

/** Reads and checks a model. A file that is truncated, altered or of another version is refused. */
export async function readModel(bytes: Uint8Array): Promise<StaticModel> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER || ascii(bytes.subarray(0, 8)) !== MAGIC)
    refuse("it does not begin as a model does");
  const [version, headerSize, dimensions, tokens, vocabularyBytes, lengthCount, payloadBytes] = Array.from(
    { length: 7 },
    (_, i) => view.getUint32(8 + 4 * i, true),
  );
  if (version !== VERSION) refuse(`it has version ${version}; this Sherd reads version ${VERSION}`);
  const expected = headerSize + payloadBytes;
  if (headerSize !== HEADER || bytes.length !== expected)
    refuse(`it has ${bytes.length} bytes; ${expected} were expected`);
  const payload = bytes.subarray(HEADER);
  if (!(await hasHash(payload, bytes.subarray(68, 100)))) refuse("its checksum is wrong");

  const scalesAt = 2 * LENGTHS + Math.ceil(vocabularyBytes / 4) * 4;
  const rowsAt = scalesAt + 4 * tokens;
  if (lengthCount > LENGTHS || rowsAt + tokens * dimensions !== payloadBytes)
    refuse("its parts do not add up");
  const vocabulary = payload.subarray(2 * LENGTHS, 2 * LENGTHS + vocabularyBytes);
  const pieces = new PieceTable(new TextDecoder().decode(vocabulary));
  const scales = new Float32Array(tokens);
  for (let i = 0; i < tokens; i++) scales[i] = view.getFloat32(HEADER + scalesAt + 4 * i, true);
  if (pieces.size !== tokens) refuse(`it has ${pieces.size} tokens; ${tokens} were expected`);
  return {
    id: ascii(bytes.subarray(100, HEADER)),
    dimensions,
    lengths: Array.from({ length: lengthCount }, (_, i) => view.getUint16(HEADER + 2 * i, true)),
    pieces,
    scales,
    rows: new Int8Array(payload.buffer, payload.byteOffset + rowsAt, tokens * dimensions),
  };
}

function ascii(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes).replace(/\0+$/, "");
}

async function hasHash(bytes: Uint8Array, expected: Uint8Array): Promise<boolean> {
  const digest = await sha256(bytes as Uint8Array<ArrayBuffer>);
  return digest.every((byte, i) => byte === expected[i]);
}

/** Node's own function where there is one: it does not copy the bytes first. */
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const node = globalThis.process?.getBuiltinModule?.("node:crypto");
  return (
    node?.hash("sha256", bytes, "buffer") ?? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))
  );
}

function refuse(reason: string): never {
  throw new SherdError(
    "EMBEDDER_UNAVAILABLE",
    `The bundled model's file is damaged: ${reason}. Install the package again.`,
    { embedder: "bundled", reason },
  );
}
