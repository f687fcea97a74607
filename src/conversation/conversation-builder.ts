import type {
  LossReason,
  MessagePart,
  MessagePartKind,
  MessageRole,
  NormalizedConversation,
  NormalizedMessage,
} from "../core/conversation.ts";
import type { Metadata } from "../core/document.ts";
import { hashText } from "../text/hash.ts";
import { type ConversationFormat, type ReadScope, tooLong } from "./format.ts";
import { LossTally } from "./losses.ts";
import type { ReadTime } from "./times.ts";

export type PartDraft = Omit<MessagePart, "span">;

/** A message as a format reads it; the builder gives it its id, its content and its spans. */
export interface MessageDraft {
  readonly id?: string | undefined;
  readonly role: MessageRole;
  readonly name?: string | undefined;
  readonly time?: ReadTime | undefined;
  readonly offset?: number | undefined;
  readonly parts: readonly PartDraft[];
  readonly parentId?: string | undefined;
  readonly threadId?: string | undefined;
  readonly branch?: string | undefined;
  readonly model?: string | undefined;
}

/** Kinds that are a message's content; the others stand beside it. */
const SHOWN: ReadonlySet<MessagePartKind> = new Set(["text", "code", "attachment", "tool-result"]);
const SEPARATOR = "\n\n";

/** Collects one conversation: gives every message a stable, unique id, and counts what is left out. */
export class ConversationBuilder {
  readonly losses = new LossTally();
  id: string | undefined;
  title: string | undefined;
  metadata: Record<string, unknown> = {};

  readonly #format: ConversationFormat;
  readonly #scope: ReadScope;
  readonly #place: string;
  #messages: NormalizedMessage[] = [];
  readonly #ids = new Set<string>();
  /** How often an id was asked for, so that a thousand equal messages do not try a thousand numbers each. */
  readonly #repeats = new Map<string, number>();
  #firstIdentity: string | undefined;
  #length = 0;

  constructor(format: ConversationFormat, scope: ReadScope, place: string) {
    this.#format = format;
    this.#scope = scope;
    this.#place = place;
  }

  get isEmpty(): boolean {
    return this.#messages.length === 0;
  }

  lose(reason: LossReason, what: string, place?: string): void {
    this.losses.add(reason, what, place);
  }

  /**
   * Adds a message and returns the id it was given; undefined when nothing of it is left. What a tool
   * answered inside another's message becomes a message of its own, so that a tool's words are nobody else's.
   */
  add(draft: MessageDraft, place: string): string | undefined {
    const kept = draft.parts.filter(
      (part) => part.text !== "" || part.name !== undefined || part.kind === "attachment",
    );
    if (kept.length === 0 || kept.every((part) => part.kind === "injected")) {
      this.lose(kept.length === 0 ? "empty" : "injected", `${draft.role} message`, place);
      return undefined;
    }
    let first: string | undefined;
    for (const parts of runs(kept)) {
      const role = parts[0].kind === "tool-result" ? "tool" : draft.role === "tool" ? "tool" : draft.role;
      const id = this.#push(draft, role, parts, place, first);
      first ??= id;
    }
    return first;
  }

  #push(
    draft: MessageDraft,
    role: MessageRole,
    drafts: readonly PartDraft[],
    place: string,
    first: string | undefined,
  ): string {
    const { content, parts } = layOut(drafts);
    for (const { kind, text } of drafts) {
      this.#length += text.length;
      if (kind === "attachment" && text === "") this.lose("media", "attachment without text", place);
      if (text.includes("\ufffd")) this.lose("undecodable", "U+FFFD in a text", place);
    }
    if (this.#length > this.#scope.maxConversationLength)
      throw tooLong(this.#scope, place, this.#scope.maxConversationLength);
    const identity = [
      role,
      draft.name ?? "",
      draft.time?.time ?? draft.offset ?? "",
      content || drafts[0].text,
    ].join("\n");
    this.#firstIdentity ??= identity;
    const id = this.#unique(draft.id ?? first ?? `m-${hashText(identity).slice(0, 16)}`);
    const name = role === draft.role ? draft.name : parts[0].name;
    this.#messages.push({
      id,
      role,
      content,
      parts,
      ...(name === undefined ? {} : { name }),
      ...(draft.time === undefined ? {} : draft.time),
      ...(draft.offset === undefined ? {} : { offset: draft.offset }),
      ...(draft.parentId === undefined ? {} : { parentId: draft.parentId }),
      ...(draft.threadId === undefined ? {} : { threadId: draft.threadId }),
      ...(draft.branch === undefined ? {} : { branch: draft.branch }),
      ...(draft.model === undefined || role === "tool" ? {} : { model: draft.model }),
    });
    return id;
  }

  #unique(wanted: string): string {
    let id = wanted;
    while (this.#ids.has(id)) {
      const repeat = (this.#repeats.get(wanted) ?? 1) + 1;
      this.#repeats.set(wanted, repeat);
      id = `${wanted}:${repeat}`;
    }
    this.#ids.add(id);
    return id;
  }

  /** Takes the messages out; ids stay taken. */
  drain(): NormalizedMessage[] {
    const messages = this.#messages;
    this.#messages = [];
    this.#length = 0;
    return messages;
  }

  build(): NormalizedConversation {
    const ids = new Set(this.#messages.map((message) => message.id));
    return {
      id: this.id ?? this.#hashedId(),
      format: this.#format,
      ...(this.title === undefined || this.title.trim() === "" ? {} : { title: this.title }),
      messages: this.#messages.map((message) => knownParent(message, ids)),
      source: { name: this.#scope.name, place: this.#place },
      losses: this.losses.rows,
      metadata: this.metadata satisfies Metadata,
    };
  }

  /** Without the later messages: a conversation that has grown keeps its id when it is imported again. */
  #hashedId(): string {
    const file = this.#scope.name.split(/[\\/]/).at(-1) ?? "";
    return `c-${hashText([this.#format, file, this.#place, this.#firstIdentity ?? ""].join("\n"))}`;
  }
}

/** Neighbouring parts that belong to one speaker: a tool's results, or everything else. */
function runs(parts: readonly PartDraft[]): PartDraft[][] {
  const found: PartDraft[][] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (last !== undefined && (last[0].kind === "tool-result") === (part.kind === "tool-result"))
      last.push(part);
    else found.push([part]);
  }
  return found;
}

function layOut(drafts: readonly PartDraft[]): { content: string; parts: MessagePart[] } {
  let content = "";
  const parts = drafts.map((draft): MessagePart => {
    if (!SHOWN.has(draft.kind) || draft.text === "") return draft;
    if (content !== "") content += SEPARATOR;
    const start = content.length;
    content += draft.text;
    return { ...draft, span: { start, end: content.length } };
  });
  return { content, parts };
}

/** Parents that were left out would lead nowhere. */
function knownParent(message: NormalizedMessage, ids: ReadonlySet<string>): NormalizedMessage {
  if (message.parentId === undefined || ids.has(message.parentId)) return message;
  const { parentId: _, ...rest } = message;
  return rest;
}
