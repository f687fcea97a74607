// Growth as a plot in text: one bar a size, its length by the logarithm, so that ten times as much is a step of
// the same width.

const WIDTH = 48;

const SERIES = [
  ["hybrid search, p50, processor ms", ({ search }) => search.ways.hybrid.processor.p50],
  ["words only, p50, processor ms", ({ search }) => search.ways.words.processor.p50],
  ["open and first search, processor ms", ({ cold }) => cold.processorMs],
  ["memory while searching, MB", ({ search }) => search.residentBytes / 1e6],
];

/** Lines of a fenced block; nothing where fewer than two sizes were measured. */
export function plot(rows) {
  const measured = rows.filter((row) => [row.made, row.cold, row.search].every(({ failed }) => !failed));
  if (measured.length < 2) return [];
  return ["```text", ...SERIES.flatMap(([title, value]) => [title, ...bars(measured, value), ""]), "```"];
}

function bars(rows, value) {
  const values = rows.map(value);
  const lowest = Math.log10(Math.min(...values)) - 0.5;
  const highest = Math.log10(Math.max(...values));
  return rows.map(({ made }, i) => {
    const share = (Math.log10(values[i]) - lowest) / (highest - lowest);
    const bar = "█".repeat(Math.max(1, Math.round(share * WIDTH)));
    return `${made.chunks.toLocaleString("en-US").padStart(11)} ${bar} ${values[i].toFixed(values[i] < 10 ? 1 : 0)}`;
  });
}
