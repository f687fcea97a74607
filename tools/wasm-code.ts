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

/** A function that gives nothing back: its body begins with its locals. */
export interface Kernel {
  readonly name: string;
  readonly body: Code;
}

/** A module that imports `env.memory` and exports functions of the same parameters by their names. */
export function moduleOf(parameters: readonly number[], ...kernels: Kernel[]): Uint8Array {
  const signature = [0x60, ...list(parameters.map((type) => [type])), ...list([])];
  const memory = [...text("env"), ...text("memory"), 0x02, 0x00, 0x01];
  return Uint8Array.from([
    ...[...Buffer.from("\0asm"), 1, 0, 0, 0],
    ...section(1, list([signature])),
    ...section(2, list([memory])),
    ...section(3, list(kernels.map(() => [0]))),
    ...section(7, list(kernels.map(({ name }, i) => [...text(name), 0x00, ...unsigned(i)]))),
    ...section(10, list(kernels.map(({ body }) => [...unsigned(body.length), ...body]))),
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
