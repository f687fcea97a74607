// What the makers of WebAssembly modules in this folder share: how a module is put together of bytes.

export type Code = number[];

export const I32 = 0x7f;
export const F64 = 0x7c;
export const V128 = 0x7b;
/** The type of a block that leaves nothing behind. */
export const NOTHING = 0x40;

/** Unsigned LEB128. */
export function unsigned(value: number): Code {
  const bytes: Code = [];
  for (; value >= 0x80; value >>>= 7) bytes.push((value & 0x7f) | 0x80);
  return [...bytes, value];
}

export const list = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()];
const text = (value: string): Code => [...unsigned(value.length), ...Buffer.from(value)];
const section = (id: number, content: Code): Code => [id, ...unsigned(content.length), ...content];

/** A module that imports `env.memory` and exports one function, which gives nothing back. */
export function moduleOf(name: string, parameters: readonly number[], body: Code): Uint8Array {
  const signature = [0x60, ...list(parameters.map((type) => [type])), ...list([])];
  const memory = [...text("env"), ...text("memory"), 0x02, 0x00, 0x01];
  return Uint8Array.from([
    ...[...Buffer.from("\0asm"), 1, 0, 0, 0],
    ...section(1, list([signature])),
    ...section(2, list([memory])),
    ...section(3, list([[0]])),
    ...section(7, list([[...text(name), 0x00, 0x00]])),
    ...section(10, list([[...unsigned(body.length), ...body]])),
  ]);
}

/** The lines of a source file that ship a module. */
export function declaration(name: string, what: string, maker: string, module: Uint8Array): string[] {
  const lines =
    Buffer.from(module)
      .toString("base64")
      .match(/.{1,100}/g) ?? [];
  return [
    `/** The WebAssembly module that ${what}; written by tools/${maker}, not by hand. */`,
    `export const ${name} =`,
    ...lines.map((line, i) => `  "${line}"${i + 1 < lines.length ? " +" : ";"}`),
  ];
}
