import type { DocumentInput } from "../../core/document.ts";
import { invalidOption } from "../../core/errors.ts";
import { resolveSizing, type SplitterOptions } from "../options.ts";
import type { Structure } from "../structure.ts";
import { StructuredSplitter } from "../structured-splitter.ts";
import { guessDelimiter } from "./records.ts";
import { tableStructure } from "./table-structure.ts";

export interface TableChunkerOptions extends SplitterOptions {
  /** What parts the cells of a record. Default: what the document's loader or its first records say. */
  readonly delimiter?: string | undefined;
}

/**
 * Cuts delimited text and workbooks between records. A chunk's locator is its range of cells, its
 * context the sheet's name and the head of the table (with the columns' units, where a row gives them)
 * if that is in another chunk. Only a record larger than the maximum is cut inside.
 */
export class TableChunker extends StructuredSplitter {
  readonly #delimiter: string | undefined;

  constructor(options: TableChunkerOptions = {}) {
    const { delimiter } = options;
    if (
      delimiter !== undefined &&
      (typeof delimiter !== "string" || delimiter.length !== 1 || delimiter === '"')
    )
      invalidOption("delimiter", delimiter, "one character, and no quote");
    super("table", resolveSizing(options, { overlap: 0 }, ["delimiter"]), ["records", delimiter]);
    this.#delimiter = delimiter;
  }

  override structure({ text, outline, metadata }: DocumentInput): Structure {
    return tableStructure(
      text,
      this.#delimiter ?? delimiterOf(metadata?.delimiter) ?? guessDelimiter(text),
      outline,
    );
  }
}

function delimiterOf(known: unknown): string | undefined {
  return typeof known === "string" && known.length === 1 && known !== '"' ? known : undefined;
}
