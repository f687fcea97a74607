import { ConversationBuilder } from "../conversation-builder.ts";
import { type JsonFormat, type MessageStream, malformed, type ReadScope } from "../format.ts";
import { parseTime } from "../times.ts";
import { filledMember, isObject, kindOf, member, textMember } from "../values.ts";
import { markInjected } from "./injected.ts";
import { itemLikelihood, itemMessage } from "./openai-items.ts";

const LINE_TYPES = new Set(["session_meta", "response_item", "event_msg", "turn_context", "compacted"]);

/** Lines of a Codex session: Responses items in envelopes, or bare as the first versions wrote them. */
export const codex: JsonFormat = {
  name: "codex",
  conversationLikelihood: () => 0,

  messageLikelihood(record) {
    if (LINE_TYPES.has(textMember(record, "type") ?? "") && isObject(member(record, "payload"))) return 0.97;
    if (isFirstLine(record)) return 0.97;
    if (textMember(record, "record_type") === "state") return 0.95;
    // A bare item is more likely from the API itself, unless the lines around it say otherwise.
    return itemLikelihood(record) * 0.8;
  },

  readConversation(record, place, scope) {
    throw malformed(scope, place, `${kindOf(record)} is no Codex session, which has one record a line`);
  },

  openStream: (scope) => new SessionStream(scope),
};

/** The oldest sessions begin with a line that has no type. */
function isFirstLine(record: unknown): boolean {
  if (!isObject(record) || "type" in record || "role" in record) return false;
  return (
    textMember(record, "id") !== undefined &&
    textMember(record, "timestamp") !== undefined &&
    "instructions" in record
  );
}

class SessionStream implements MessageStream {
  readonly #scope: ReadScope;
  readonly #builder: ConversationBuilder;

  constructor(scope: ReadScope) {
    this.#scope = scope;
    this.#builder = new ConversationBuilder("codex", scope, "$");
  }

  add(record: unknown, place: string): void {
    const type = textMember(record, "type") ?? "";
    const payload = member(record, "payload");
    if (type === "session_meta" || isFirstLine(record)) {
      this.#describe(type === "session_meta" ? payload : record);
    } else if (textMember(record, "record_type") === "state" || type === "turn_context") {
      this.#builder.lose("metadata", type || "state", place);
    } else if (type === "event_msg") {
      // What was said is also there as an item; the rest is the program's own.
      this.#builder.lose("metadata", `event ${textMember(payload, "type") ?? ""}`, place);
    } else if (type === "compacted") {
      this.#builder.lose("injected", "summary of what went before", place);
    } else this.#addItem(type === "response_item" ? payload : record, record, place);
  }

  #describe(meta: unknown): void {
    this.#builder.id ??= filledMember(meta, "id");
    const started = parseTime(member(meta, "timestamp"));
    if (started !== undefined) this.#builder.metadata.startedAt ??= started.time;
    const directory = filledMember(meta, "cwd");
    if (directory !== undefined) this.#builder.metadata.directory ??= directory;
    if (filledMember(meta, "instructions") !== undefined) this.#builder.lose("injected", "instructions");
  }

  #addItem(item: unknown, line: unknown, place: string): void {
    const draft = itemMessage(item, this.#builder, place, parseTime(member(line, "timestamp")));
    if (draft === null) throw malformed(this.#scope, place, `${kindOf(item)} is no item of a Codex session`);
    if (draft === undefined) return;
    const parts = draft.role === "user" ? draft.parts.map(markInjected) : draft.parts;
    if (parts.length > 0) this.#builder.add({ ...draft, parts }, place);
  }

  miss(place: string): void {
    this.#builder.lose("malformed", "line", place);
  }

  drain() {
    return this.#builder.drain();
  }

  finish() {
    return this.#builder.isEmpty ? undefined : this.#builder.build();
  }
}
