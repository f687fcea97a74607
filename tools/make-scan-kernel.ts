// Makes the WebAssembly module that src/store/index/scan-kernel.ts ships, and writes it there:
//   node tools/make-scan-kernel.ts
// A test holds the shipped file against what is made here.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  type Code,
  constant,
  declaration,
  get,
  I32,
  type Kernel,
  list,
  moduleOf,
  NOTHING,
  op,
  set,
  unsigned,
  V128,
} from "./wasm-code.ts";

/** How far an access is promised to be aligned, as a power of two. */
const ALIGN_4 = 2;
const ALIGN_16 = 4;

const load = (offset = 0): Code => op("v128.load", ALIGN_16, ...unsigned(offset));
const store = (offset = 0): Code => op("v128.store", ALIGN_16, ...unsigned(offset));

const forward = (address: number, by: number): Code => [
  ...[...get(address), ...constant(by), ...op("i32.add"), ...set(address)],
];
const everyByte = (value: number): Code => op("v128.const", ...new Array<number>(16).fill(value));

/** Parameters of `dots`, then its locals. All addresses and `stride` are multiples of 16, `rows` one of 4. */
const [QUERY, DATA, OUT, STRIDE, ROWS] = [0, 1, 2, 3, 4];
const [AT, END, ROW_0, ROW_1, ROW_2, ROW_3] = [5, 6, 7, 8, 9, 10];
const [LOW, HIGH, BYTES, SUM_0, SUM_1, SUM_2, SUM_3] = [11, 12, 13, 14, 15, 16, 17];
const ADDRESS_LOCALS = 6;
const ROW = [ROW_0, ROW_1, ROW_2, ROW_3];
const SUM = [SUM_0, SUM_1, SUM_2, SUM_3];

/** 16 bytes at `address` as two vectors of int16, whose products add up in int32 without loss. */
function widen(address: number): { load: Code; low: Code; high: Code } {
  return {
    load: [...get(address), ...load(), ...set(BYTES)],
    low: [...get(BYTES), ...op("i16x8.extend_low_i8x16_s")],
    high: [...get(BYTES), ...op("i16x8.extend_high_i8x16_s")],
  };
}

/** sum += the products of 16 bytes of the query (in LOW and HIGH) and of the row, in four lanes. */
function addProducts(row: number, sum: number): Code {
  const bytes = widen(row);
  return [
    ...bytes.load,
    ...get(sum),
    ...[...bytes.low, ...get(LOW), ...op("i32x4.dot_i16x8_s"), ...op("i32x4.add")],
    ...[...bytes.high, ...get(HIGH), ...op("i32x4.dot_i16x8_s"), ...op("i32x4.add")],
    ...set(sum),
    ...forward(row, 16),
  ];
}

/** a and b on the stack as int32 lanes; the lanes named remain, 0 to 3 of a, 4 to 7 of b. */
function lanes(...wanted: number[]): Code {
  return op("i8x16.shuffle", ...wanted.flatMap((lane) => [0, 1, 2, 3].map((byte) => lane * 4 + byte)));
}

/** (a0+a2, b0+b2, a1+a3, b1+b3): half of adding up each vector's own lanes. */
function foldPair(a: number, b: number): Code {
  return [
    ...[...get(a), ...get(b), ...lanes(0, 4, 1, 5)],
    ...[...get(a), ...get(b), ...lanes(2, 6, 3, 7)],
    ...op("i32x4.add"),
  ];
}

/** How a kernel reads the query and adds up products. */
interface Way {
  readonly vectorLocals: number;
  /** Locals for addresses, after those of vectors. */
  readonly moreLocals: number;
  /** Bytes of the query for 16 of a row. */
  readonly step: 16 | 32;
  /** What is done once. */
  readonly begin: Code;
  /** Sums that begin as zero. */
  readonly sums: readonly number[];
  /** Loads the next bytes of the query. */
  readonly piece: Code;
  /** Adds the products of these and a row's next 16 bytes. */
  readonly add: (row: number, r: number) => Code;
  /** What is left to do when a row is done. */
  readonly finish: Code;
  /** Tells the four products that this code makes. */
  readonly tell: (products: Code) => Code;
  /** What is done at the end. */
  readonly end: Code;
}

const STORE_ALL: Pick<Way, "tell" | "moreLocals" | "begin" | "end"> = {
  moreLocals: 0,
  begin: [],
  tell: (products) => [...get(OUT), ...products, ...store(), ...forward(OUT, 16)],
  end: [],
};

const PIECE = widen(AT);

/** Each piece of the query is loaded and widened once for four of data. */
const WIDENED: Way = {
  ...STORE_ALL,
  vectorLocals: 7,
  step: 16,
  sums: SUM,
  piece: [...PIECE.load, ...PIECE.low, ...set(LOW), ...PIECE.high, ...set(HIGH)],
  add: (row, r) => addProducts(row, SUM[r]),
  finish: [],
};

/**
 * Signed bytes times 7-bit ones in one instruction, where the processor has it (relaxed SIMD). The query comes as two
 * vectors without signs, one `stride` after the other: what is above zero and what is below. Their sums are subtracted,
 * so that the result is exact.
 */
const BELOW = [18, 19, 20, 21];
const RELAXED: Way = {
  ...STORE_ALL,
  vectorLocals: 11,
  step: 16,
  sums: [...SUM, ...BELOW],
  piece: [
    ...[...get(AT), ...load(), ...set(LOW)],
    ...[...get(AT), ...get(STRIDE), ...op("i32.add"), ...load(), ...set(HIGH)],
  ],
  add: (row, r) => [
    ...[...get(row), ...load(), ...set(BYTES)],
    ...[
      ...get(BYTES),
      ...get(LOW),
      ...get(SUM[r]),
      ...op("i32x4.relaxed_dot_i8x16_i7x16_add_s"),
      ...set(SUM[r]),
    ],
    ...[
      ...get(BYTES),
      ...get(HIGH),
      ...get(BELOW[r]),
      ...op("i32x4.relaxed_dot_i8x16_i7x16_add_s"),
      ...set(BELOW[r]),
    ],
    ...forward(row, 16),
  ],
  finish: SUM.flatMap((sum, r) => [...get(sum), ...get(BELOW[r]), ...op("i32x4.sub"), ...set(sum)]),
};

/**
 * Rows of four bits a component, which have no sign, so that the query may have one: 16 bytes hold 32 components, the first
 * 16 in their lower halves, the others in the upper.
 *
 * `out` begins with the address of the rows' scales, a unit, an offset and what is the least to be told. Then come 32 bytes
 * for each four rows of which any reaches it: the address of their scales, and 16 bytes later (product × unit + offset)
 * × scale of each. Where these end is written to the beginning.
 */
const [MASK, UNIT, OFFSET, LEAST, VALUES] = [18, 19, 20, 21, 22];
const [HEAD, SCALES] = [23, 24];
const splatOfHead = (offset: number): Code => [
  ...[...get(OUT), ...op("v128.load32_splat", ALIGN_4, ...unsigned(offset))],
];
const ROUGH: Way = {
  vectorLocals: 12,
  moreLocals: 2,
  step: 32,
  begin: [
    ...[...everyByte(0x0f), ...set(MASK)],
    ...[...get(OUT), ...op("local.tee", HEAD), ...op("i32.load", ALIGN_4, 0), ...set(SCALES)],
    ...[
      ...splatOfHead(4),
      ...set(UNIT),
      ...splatOfHead(8),
      ...set(OFFSET),
      ...splatOfHead(12),
      ...set(LEAST),
    ],
    ...forward(OUT, 16),
  ],
  sums: SUM,
  piece: [...[...get(AT), ...load(), ...set(LOW)], ...[...get(AT), ...load(16), ...set(HIGH)]],
  add: (row, r) => [
    ...[...get(row), ...load(), ...set(BYTES)],
    ...[...get(LOW), ...get(BYTES), ...get(MASK), ...op("v128.and")],
    ...[...get(SUM[r]), ...op("i32x4.relaxed_dot_i8x16_i7x16_add_s"), ...set(SUM[r])],
    ...[...get(HIGH), ...get(BYTES), ...constant(4), ...op("i16x8.shr_u"), ...get(MASK), ...op("v128.and")],
    ...[...get(SUM[r]), ...op("i32x4.relaxed_dot_i8x16_i7x16_add_s"), ...set(SUM[r])],
    ...forward(row, 16),
  ],
  finish: [],
  tell: (products) => [
    ...products,
    ...[...op("f32x4.convert_i32x4_s"), ...get(UNIT), ...op("f32x4.mul"), ...get(OFFSET), ...op("f32x4.add")],
    ...[...get(SCALES), ...load(), ...op("f32x4.mul"), ...op("local.tee", VALUES)],
    ...[...get(LEAST), ...op("f32x4.ge"), ...op("v128.any_true"), ...op("if", NOTHING)],
    ...[...get(OUT), ...get(SCALES), ...op("i32.store", ALIGN_4, 0)],
    ...[...get(OUT), ...get(VALUES), ...store(16)],
    ...forward(OUT, 32),
    ...op("end"),
    ...forward(SCALES, 16),
  ],
  end: [...get(HEAD), ...get(OUT), ...op("i32.store", ALIGN_4, 0)],
};

/** dots(query, data, out, stride, rows): out[r] = Σ query[i] × component i of the row at data + r × stride. Four rows at a time. */
function dots({ step, begin, sums, piece, add, finish, tell, end }: Way): Code {
  return [
    ...begin,
    ...op("block", NOTHING),
    ...op("loop", NOTHING),
    ...[...get(ROWS), ...op("i32.eqz"), ...op("br_if", 1)],
    ...[...get(DATA), ...set(ROW_0)],
    ...ROW.slice(1).flatMap((row, i) => [...get(ROW[i]), ...get(STRIDE), ...op("i32.add"), ...set(row)]),
    ...sums.flatMap((sum) => [...everyByte(0), ...set(sum)]),
    ...[...get(QUERY), ...set(AT)],
    ...[...get(QUERY), ...get(STRIDE), ...op("i32.add")],
    ...[...(step === 32 ? [...get(STRIDE), ...op("i32.add")] : []), ...set(END)],
    ...op("loop", NOTHING),
    ...piece,
    ...ROW.flatMap(add),
    ...[...get(AT), ...constant(step), ...op("i32.add"), ...op("local.tee", AT)],
    ...[...get(END), ...op("i32.lt_u"), ...op("br_if", 0)],
    ...op("end"),
    ...finish,
    ...tell([
      // Lanes of (0, 1) and (2, 3) folded once are p0 p1 p0' p1' and p2 p3 p2' p3'; the four sums are their halves added.
      ...[...foldPair(SUM_0, SUM_1), ...set(SUM_0)],
      ...[...foldPair(SUM_2, SUM_3), ...set(SUM_2)],
      ...[...get(SUM_0), ...get(SUM_2), ...lanes(0, 1, 4, 5)],
      ...[...get(SUM_0), ...get(SUM_2), ...lanes(2, 3, 6, 7)],
      ...op("i32x4.add"),
    ]),
    // The pointer of the last row now stands where the next four begin.
    ...[...get(ROW_3), ...set(DATA)],
    ...[...get(ROWS), ...constant(4), ...op("i32.sub"), ...set(ROWS)],
    ...op("br", 0),
    ...op("end"),
    ...op("end"),
    ...end,
    ...op("end"),
  ];
}

/**
 * plane(-, data, out, stride, rows): writes the upper four bits of rows of bytes as ROUGH reads them, the highest turned
 * over, which adds 8. The last 16 bytes of a row may have none beside them.
 */
const PLANE: Code = [
  ...op("block", NOTHING),
  ...op("loop", NOTHING),
  ...[...get(ROWS), ...op("i32.eqz"), ...op("br_if", 1)],
  ...[...get(DATA), ...op("local.tee", AT), ...get(STRIDE), ...op("i32.add"), ...set(DATA)],
  ...op("loop", NOTHING),
  ...get(OUT),
  ...[...get(AT), ...load(), ...constant(4), ...op("i16x8.shr_u"), ...everyByte(0x0f), ...op("v128.and")],
  ...[...get(AT), ...constant(16), ...op("i32.add"), ...get(DATA), ...op("i32.lt_u"), ...op("if", V128)],
  ...[...get(AT), ...load(16), ...everyByte(0xf0), ...op("v128.and")],
  ...[...op("else"), ...everyByte(0), ...op("end")],
  ...[...op("v128.or"), ...everyByte(0x88), ...op("v128.xor"), ...store()],
  ...forward(OUT, 16),
  ...[...get(AT), ...constant(32), ...op("i32.add"), ...op("local.tee", AT)],
  ...[...get(DATA), ...op("i32.lt_u"), ...op("br_if", 0)],
  ...op("end"),
  ...[...get(ROWS), ...constant(1), ...op("i32.sub"), ...set(ROWS)],
  ...op("br", 0),
  ...op("end"),
  ...op("end"),
  ...op("end"),
];

function kernelOf(way: Way): Kernel {
  const locals = list([
    [...unsigned(ADDRESS_LOCALS), I32],
    [...unsigned(way.vectorLocals), V128],
    ...(way.moreLocals === 0 ? [] : [[...unsigned(way.moreLocals), I32]]),
  ]);
  return { name: "dots", body: [...locals, ...dots(way)] };
}

const PLANE_KERNEL: Kernel = {
  name: "plane",
  body: [...list([[...unsigned(ADDRESS_LOCALS), I32]]), ...PLANE],
};

function scanKernel(...kernels: Kernel[]): Uint8Array {
  return moduleOf([I32, I32, I32, I32, I32], ...kernels);
}

/** The source file that ships them. */
export function scanKernelSource(): string {
  const maker = "make-scan-kernel.ts";
  return [
    ...declaration("SCAN_KERNEL", "multiplies vectors", maker, scanKernel(kernelOf(WIDENED))),
    "",
    ...declaration(
      "RELAXED_SCAN_KERNEL",
      "does the same by relaxed SIMD",
      maker,
      scanKernel(kernelOf(RELAXED)),
    ),
    "",
    ...declaration(
      "ROUGH_SCAN_KERNEL",
      "finds the nearest of vectors of four bits by relaxed SIMD, and writes these",
      maker,
      scanKernel(kernelOf(ROUGH), PLANE_KERNEL),
    ),
    "",
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL("../src/store/index/scan-kernel.ts", import.meta.url), scanKernelSource());
}
