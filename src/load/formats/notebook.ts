import type { Section } from "../../core/document.ts";
import { SherdError } from "../../core/errors.ts";
import type { Format, Parsed } from "../format.ts";
import { markdownOutline } from "../markdown-headings.ts";
import { readSourceText } from "../text-source.ts";

/** Characters kept of one output: enough to read, too little for a dumped table to drown the notebook. */
const LONGEST_OUTPUT = 4_000;

type Json = Record<string, unknown>;

/**
 * Jupyter notebooks, as Markdown: Markdown cells as they are, code cells and their printed outputs in
 * fences. Each cell is a section; images are counted, not kept.
 */
export const format: Format = {
  type: "notebook",
  // Values have to be built to be read, and they take many times the room of the file.
  async parse(bytes, source): Promise<Parsed> {
    const { text: written, metadata: decoding, warnings } = readSourceText(bytes, source);
    const notebook = parseNotebook(written, source.name);
    const { language, kernel } = kernelOf(notebook);
    const writer = new NotebookWriter(language);
    for (const cell of cellsOf(notebook, source.name)) writer.add(cell);
    const { text, sections, images, skipped, shortened } = writer.finish();
    if (skipped > 0) warnings.push(`${skipped} cells are not built as cells should be and were left out.`);
    if (images > 0) warnings.push(`${images} ${images === 1 ? "image was" : "images were"} left out.`);
    if (shortened > 0) warnings.push(`${shortened} outputs were cut at ${LONGEST_OUTPUT} characters.`);
    const headings = markdownOutline(text);
    const title = headings.find(({ level }) => level === 1)?.title;
    return {
      text,
      format: "markdown",
      // Headings span cells and cells span headings, so both lie side by side.
      outline: [...headings, ...sections].sort(
        (a, b) => a.span.start - b.span.start || b.span.end - a.span.end,
      ),
      ...(title === undefined ? {} : { title }),
      metadata: {
        ...decoding,
        cells: sections.length,
        images,
        codeLanguage: language,
        ...(kernel === undefined ? {} : { kernel }),
      },
      warnings,
    };
  },
};

function parseNotebook(text: string, name: string): Json {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = (error as Error).message.slice(0, 200);
    throw malformed(name, `it is not valid JSON (${reason})`, error);
  }
  if (!isObject(value)) throw malformed(name, "its outermost value is no object");
  return value;
}

/** Version 4 has cells at the top; version 3 had them in worksheets. */
function cellsOf(notebook: Json, name: string): unknown[] {
  if (Array.isArray(notebook.cells)) return notebook.cells;
  if (Array.isArray(notebook.worksheets)) {
    return notebook.worksheets.flatMap((sheet) =>
      isObject(sheet) && Array.isArray(sheet.cells) ? sheet.cells : [],
    );
  }
  throw malformed(name, "it has no list of cells");
}

function kernelOf(notebook: Json): { language: string; kernel: string | undefined } {
  const metadata = isObject(notebook.metadata) ? notebook.metadata : {};
  const info = isObject(metadata.language_info) ? metadata.language_info : {};
  const spec = isObject(metadata.kernelspec) ? metadata.kernelspec : {};
  const language = [info.name, spec.language].find(
    (name) => typeof name === "string" && /^[\w+#.-]{1,40}$/.test(name),
  );
  return {
    language: typeof language === "string" ? language.toLowerCase() : "python",
    kernel: typeof spec.display_name === "string" ? spec.display_name.slice(0, 200) : undefined,
  };
}

class NotebookWriter {
  readonly #language: string;
  readonly #parts: string[] = [];
  readonly #sections: Section[] = [];
  #length = 0;
  #cell = 0;
  #images = 0;
  #skipped = 0;
  #shortened = 0;

  constructor(language: string) {
    this.#language = language;
  }

  add(cell: unknown): void {
    this.#cell++;
    const source = isObject(cell) ? joinText(cell.source ?? cell.input) : undefined;
    if (!isObject(cell) || source === undefined) {
      this.#skipped++;
      return;
    }
    if (source.trim() === "" && !Array.isArray(cell.outputs)) return;
    const start = this.#length;
    if (cell.cell_type === "code") {
      if (source.trim() !== "") this.#write(fenced(source, this.#language));
      for (const output of Array.isArray(cell.outputs) ? cell.outputs : []) this.#addOutput(output);
    } else if (cell.cell_type === "raw") this.#write(fenced(source, ""));
    else if (cell.cell_type === "heading")
      this.#write(`${"#".repeat(headingLevel(cell.level))} ${source.trim()}`);
    else this.#write(source.trim());
    this.#images += countImages(cell.attachments);
    if (this.#length === start) return;
    const span = { start, end: this.#length - 2 };
    this.#sections.push({ kind: "cell", title: "", level: 1, span, locator: `cell ${this.#cell}` });
  }

  finish(): { text: string; sections: Section[]; images: number; skipped: number; shortened: number } {
    const text = this.#parts.join("");
    return {
      text: text.slice(0, Math.max(0, text.length - 1)),
      sections: this.#sections,
      images: this.#images,
      skipped: this.#skipped,
      shortened: this.#shortened,
    };
  }

  #addOutput(output: unknown): void {
    if (!isObject(output)) return;
    const data = isObject(output.data) ? output.data : output;
    if (Object.keys(data).some((type) => /^image\/|^(?:png|jpeg|svg)$/.test(type))) this.#images++;
    const traceback =
      output.output_type === "error" ? [output.ename, output.evalue].filter(Boolean).join(": ") : undefined;
    const printed = traceback ?? joinText(output.text ?? data["text/plain"] ?? data["text/markdown"]);
    if (printed === undefined || printed.trim() === "") return;
    const plain = printed.slice(0, LONGEST_OUTPUT * 2).replaceAll(TERMINAL_COLOURS, "");
    if (printed.length > LONGEST_OUTPUT) this.#shortened++;
    this.#write(fenced(plain.slice(0, LONGEST_OUTPUT), "text"));
  }

  #write(block: string): void {
    this.#parts.push(block, "\n\n");
    this.#length += block.length + 2;
  }
}

const TERMINAL_COLOURS = /\x1b\[[\d;]*m/g;

/** A fence longer than any inside. */
function fenced(content: string, language: string): string {
  let longest = 2;
  for (const [run] of content.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${content.trimEnd()}\n${fence}`;
}

/** Text is written as a string or as a list of lines. */
function joinText(value: unknown): string | undefined {
  if (typeof value === "string") return value.replaceAll("\r\n", "\n");
  if (!Array.isArray(value) || !value.every((line) => typeof line === "string")) return undefined;
  return value.join("").replaceAll("\r\n", "\n");
}

function countImages(attachments: unknown): number {
  return isObject(attachments) ? Object.keys(attachments).length : 0;
}

function headingLevel(level: unknown): number {
  return typeof level === "number" && level >= 1 && level <= 6 ? Math.floor(level) : 1;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function malformed(name: string, reason: string, cause?: unknown): SherdError {
  return new SherdError(
    "INPUT_MALFORMED",
    `${name} cannot be read as a notebook: ${reason}. It may be truncated.`,
    { path: name, reason },
    { cause },
  );
}
