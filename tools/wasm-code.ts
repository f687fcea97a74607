// What the makers of WebAssembly modules in this folder share: how a module is put together of bytes.

export type Code = number[];

export const I32 = 0x7f;
export const F64 = 0x7c;
export const V128 = 0x7b;
/** The type of a block that leaves nothing behind. */
export const NOTHING = 0x40;

/** Instructions by their names in the WebAssembly text format. */
const OPCODES = {
  block: [0x02],
  loop: [0x03],
  if: [0x04],
  else: [0x05],
  end: [0x0b],
  br: [0x0c],
  br_if: [0x0d],
  "local.get": [0x20],
  "local.set": [0x21],
  "local.tee": [0x22],
  "i32.load": [0x28],
  "i32.store": [0x36],
  "i32.const": [0x41],
  "i32.eqz": [0x45],
  "i32.lt_u": [0x49],
  "i32.add": [0x6a],
  "i32.sub": [0x6b],
  "v128.load": [0xfd, 0x00],
  "v128.load8x8_s": [0xfd, 0x01],
  "v128.load32_splat": [0xfd, 0x09],
  "v128.store": [0xfd, 0x0b],
  "v128.const": [0xfd, 0x0c],
  "i8x16.shuffle": [0xfd, 0x0d],
  "f64x2.splat": [0xfd, 0x14],
  "f32x4.ge": [0xfd, 0x46],
  "v128.and": [0xfd, 0x4e],
  "v128.or": [0xfd, 0x50],
  "v128.xor": [0xfd, 0x51],
  "v128.any_true": [0xfd, 0x53],
  "i16x8.extend_low_i8x16_s": [0xfd, 0x87, 0x01],
  "i16x8.extend_high_i8x16_s": [0xfd, 0x88, 0x01],
  "i16x8.shr_u": [0xfd, 0x8d, 0x01],
  "i32x4.extend_low_i16x8_s": [0xfd, 0xa7, 0x01],
  "i32x4.extend_high_i16x8_s": [0xfd, 0xa8, 0x01],
  "i32x4.add": [0xfd, 0xae, 0x01],
  "i32x4.sub": [0xfd, 0xb1, 0x01],
  "i32x4.dot_i16x8_s": [0xfd, 0xba, 0x01],
  "f32x4.add": [0xfd, 0xe4, 0x01],
  "f32x4.mul": [0xfd, 0xe6, 0x01],
  "f64x2.add": [0xfd, 0xf0, 0x01],
  "f64x2.mul": [0xfd, 0xf2, 0x01],
  "f32x4.convert_i32x4_s": [0xfd, 0xfa, 0x01],
  "f64x2.convert_low_i32x4_s": [0xfd, 0xfe, 0x01],
  "i32x4.relaxed_dot_i8x16_i7x16_add_s": [0xfd, 0x93, 0x02],
} as const;

/** One instruction with its operands already encoded. */
export function op(name: keyof typeof OPCODES, ...operands: number[]): Code {
  return [...OPCODES[name], ...operands];
}

export const get = (local: number): Code => op("local.get", ...unsigned(local));
export const set = (local: number): Code => op("local.set", ...unsigned(local));
/** Of a positive number below 8,192, signed LEB128. */
export const constant = (value: number): Code =>
  op("i32.const", ...(value < 64 ? [value] : [(value & 0x7f) | 0x80, value >> 7]));

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
