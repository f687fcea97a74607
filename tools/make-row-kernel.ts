// Makes the WebAssembly module that src/embed/bundled/row-kernel.ts ships, and writes it there:
//   node tools/make-row-kernel.ts
// A test holds the shipped bytes against what is made here.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  type Code,
  constant,
  declaration,
  F64,
  get,
  I32,
  list,
  moduleOf,
  NOTHING,
  op,
  set,
  unsigned,
  V128,
} from "./wasm-code.ts";

/** How far memory is promised to be aligned, as a power of two. */
const ALIGN_8 = 3;
/** Numbers of a sum that are added to at a time, and the pairs they are. */
const STEP = 8;
const PAIRS = [0, 1, 2, 3];
const PAIR_BYTES = 16;

/** Parameters of `add`, then its locals. */
const [SUM, END] = [0, 1];
const ROWS = [2, 3, 4, 5];
const WEIGHTS = [6, 7, 8, 9];
const SPLAT_WEIGHTS = [10, 11, 12, 13];
const [EIGHT, FOUR] = [14, 15];
/** Of the first two rows, and of the other two. */
const FIRST = [16, 17, 18, 19];
const SECOND = [20, 21, 22, 23];
const VECTOR_LOCALS = 14;

/** The upper two of four numbers, in the place of the lower. */
const UPPER = op("i8x16.shuffle", ...[8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15]);

/** weight × the pair of a row's numbers of which eight are loaded. */
function product(row: number, pair: number): Code {
  return [
    ...get(EIGHT),
    ...op(pair < 2 ? "i32x4.extend_low_i16x8_s" : "i32x4.extend_high_i16x8_s"),
    ...(pair % 2 === 0 ? [] : [...op("local.tee", FOUR), ...get(FOUR), ...UPPER]),
    ...op("f64x2.convert_low_i32x4_s"),
    ...[...get(SPLAT_WEIGHTS[row]), ...op("f64x2.mul")],
  ];
}

/** total = the products of a row, or total + these. */
function addRow(row: number, totals: readonly number[], isFirst: boolean): Code {
  return [
    ...[...get(ROWS[row]), ...op("v128.load8x8_s", 0, 0), ...set(EIGHT)],
    ...PAIRS.flatMap((pair) =>
      isFirst
        ? [...product(row, pair), ...set(totals[pair])]
        : [...get(totals[pair]), ...product(row, pair), ...op("f64x2.add"), ...set(totals[pair])],
    ),
    ...[...get(ROWS[row]), ...constant(STEP), ...op("i32.add"), ...set(ROWS[row])],
  ];
}

/**
 * add(sum, end, a, b, c, d, wa, wb, wc, wd): sum[i] += (wa × a[i] + wb × b[i]) + (wc × c[i] + wd × d[i]), in this order,
 * up to the address `end`; eight numbers at a time.
 */
function add(): Code {
  return [
    ...WEIGHTS.flatMap((weight, i) => [...get(weight), ...op("f64x2.splat"), ...set(SPLAT_WEIGHTS[i])]),
    ...op("loop", NOTHING),
    ...[...addRow(0, FIRST, true), ...addRow(1, FIRST, false)],
    ...[...addRow(2, SECOND, true), ...addRow(3, SECOND, false)],
    ...PAIRS.flatMap((pair) => [
      ...get(SUM),
      ...[...get(SUM), ...op("v128.load", ALIGN_8, PAIR_BYTES * pair)],
      ...[...get(FIRST[pair]), ...get(SECOND[pair]), ...op("f64x2.add"), ...op("f64x2.add")],
      ...op("v128.store", ALIGN_8, PAIR_BYTES * pair),
    ]),
    ...[...get(SUM), ...constant(STEP * Float64Array.BYTES_PER_ELEMENT), ...op("i32.add")],
    ...[...op("local.tee", SUM), ...get(END), ...op("i32.lt_u"), ...op("br_if", 0)],
    ...op("end"),
    ...op("end"),
  ];
}

/** The source file that ships it. */
export function rowKernelSource(): string {
  const parameters = [I32, I32, ...ROWS.map(() => I32), ...WEIGHTS.map(() => F64)];
  const body = [...list([[...unsigned(VECTOR_LOCALS), V128]]), ...add()];
  const module = moduleOf(parameters, { name: "add", body });
  return [...declaration("ROW_KERNEL", "adds rows of the model", "make-row-kernel.ts", module), ""].join(
    "\n",
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL("../src/embed/bundled/row-kernel.ts", import.meta.url), rowKernelSource());
}
