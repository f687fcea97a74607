import { malformed, tooLong } from "./format.ts";
import { type JsonRecord, parseRecord, type ScanScope } from "./json-stream.ts";

/** Cuts text that comes in pieces into lines and parses each. A bad line is told and the next is read. */
export class JsonLineScanner {
  readonly #scope: ScanScope;
  #pieces: string[] = [];
  #length = 0;
  #number = 1;

  constructor(scope: ScanScope) {
    this.#scope = scope;
  }

  *push(text: string): Generator<JsonRecord> {
    let from = 0;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", from)) {
      this.#keep(text.slice(from, at));
      yield* this.#end();
      this.#number++;
      from = at + 1;
    }
    if (from < text.length) this.#keep(text.slice(from));
  }

  *finish(): Generator<JsonRecord> {
    yield* this.#end();
  }

  #keep(piece: string): void {
    this.#length += piece.length;
    if (this.#length <= this.#scope.maxConversationLength) this.#pieces.push(piece);
    else this.#pieces = [];
  }

  *#end(): Generator<JsonRecord> {
    const place = `line ${this.#number}`;
    const [line, length] = [this.#pieces.join(""), this.#length];
    this.#pieces = [];
    this.#length = 0;
    const most = this.#scope.maxConversationLength;
    if (length > most) yield { place, error: tooLong(this.#scope, place, most) };
    else if (line.includes("\0")) {
      // Left by a program that was killed while it wrote.
      yield { place, error: malformed(this.#scope, place, "the line holds zero bytes") };
    } else if (line.trim() !== "") yield parseRecord(line, place, this.#scope);
  }
}
