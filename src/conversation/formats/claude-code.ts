import { ConversationBuilder, type MessageDraft, type PartDraft } from "../conversation-builder.ts";
import { type JsonFormat, type MessageStream, malformed, type ReadScope, tooLong } from "../format.ts";
import { roleOf } from "../roles.ts";
import { parseTime } from "../times.ts";
import { filledMember, isObject, kindOf, member, textMember } from "../values.ts";
import { blockParts } from "./anthropic-blocks.ts";
import { markInjected } from "./injected.ts";
import { rewound, type SessionLine } from "./rewound.ts";

/** Lines of a Claude Code session: what was said, among the program's own records. */
export const claudeCode: JsonFormat = {
  name: "claude-code",
  conversationLikelihood: () => 0,

  messageLikelihood(record) {
    const type = textMember(record, "type");
    if (type === undefined) return 0;
    const isOurs = textMember(record, "sessionId") !== undefined && textMember(record, "uuid") !== undefined;
    if (isOurs && (type === "user" || type === "assistant"))
      return isObject(member(record, "message")) ? 0.97 : 0.3;
    if (isOurs) return 0.9;
    const isSummary = type === "summary" && textMember(record, "leafUuid") !== undefined;
    return isSummary || type === "file-history-snapshot" || type === "queue-operation" ? 0.9 : 0;
  },

  readConversation(record, place, scope) {
    throw malformed(scope, place, `${kindOf(record)} is no Claude Code session, which has one record a line`);
  },

  openStream: (scope) => new SessionStream(scope),
};

interface Turn extends SessionLine {
  readonly draft: MessageDraft;
  readonly parts: PartDraft[];
  readonly place: string;
  /** The reply it belongs to: a reply is written in several lines, one for each block. */
  readonly replyId: string | undefined;
  readonly isSidechain: boolean;
}

class SessionStream implements MessageStream {
  readonly #scope: ReadScope;
  readonly #builder: ConversationBuilder;
  readonly #turns: Turn[] = [];
  readonly #parents = new Map<string, string | undefined>();
  #length = 0;

  constructor(scope: ReadScope) {
    this.#scope = scope;
    this.#builder = new ConversationBuilder("claude-code", scope, "$");
  }

  add(record: unknown, place: string): void {
    if (!isObject(record)) throw malformed(this.#scope, place, `${kindOf(record)} is no line of a session`);
    const type = textMember(record, "type") ?? "without a type";
    const uuid = textMember(record, "uuid");
    const parent = textMember(record, "parentUuid") ?? textMember(record, "logicalParentUuid");
    if (uuid !== undefined) this.#parents.set(uuid, parent);
    this.#builder.id ??= filledMember(record, "sessionId");
    if (type === "summary") this.#builder.title = filledMember(record, "summary");
    const directory = filledMember(record, "cwd");
    if (directory !== undefined) this.#builder.metadata.directory ??= directory;
    const message = member(record, "message");
    if ((type !== "user" && type !== "assistant") || !isObject(message)) {
      this.#builder.lose("metadata", `${type} line`, place);
      return;
    }
    if (member(record, "isMeta") === true || member(record, "isCompactSummary") === true) {
      this.#builder.lose(
        "injected",
        member(record, "isMeta") === true ? "meta line" : "summary of what went before",
        place,
      );
      return;
    }
    this.#addTurn(record, message, uuid, parent, place);
  }

  #addTurn(
    record: unknown,
    message: unknown,
    uuid: string | undefined,
    parent: string | undefined,
    place: string,
  ): void {
    const role = roleOf(textMember(message, "role")) ?? (textMember(record, "type") as "user" | "assistant");
    const parts = blockParts(member(message, "content"), this.#builder, `${place} .message.content`).map(
      (part) => (role === "user" ? markInjected(part) : part),
    );
    for (const { text } of parts) this.#length += text.length;
    if (this.#length > this.#scope.maxConversationLength)
      throw tooLong(this.#scope, place, this.#scope.maxConversationLength);
    const replyId = role === "assistant" ? filledMember(message, "id") : undefined;
    const last = this.#turns.at(-1);
    if (replyId !== undefined && last?.replyId === replyId) {
      last.parts.push(...parts);
      return;
    }
    this.#turns.push({
      uuid,
      parent,
      isPrompt: role === "user" && parts.some((part) => part.kind === "text"),
      isSidechain: member(record, "isSidechain") === true,
      replyId,
      parts,
      place,
      draft: {
        id: uuid,
        role,
        time: parseTime(member(record, "timestamp")),
        parts: [],
        model: filledMember(message, "model"),
      },
    });
  }

  miss(place: string): void {
    this.#builder.lose("malformed", "line", place);
  }

  /** A prompt may be taken back by a later line, so nothing is sure before the end. */
  drain(): [] {
    return [];
  }

  finish() {
    const branches = rewound(this.#turns, this.#parents);
    const side: (() => void)[] = [];
    for (const { draft, parts, uuid, place, isSidechain } of this.#turns) {
      const branch = isSidechain ? "sidechain" : uuid === undefined ? undefined : branches.get(uuid);
      const add = () => this.#builder.add({ ...draft, parts, branch }, place);
      if (branch === undefined) add();
      else if (this.#scope.branches === "all") side.push(add);
      else this.#builder.lose("side-branch", isSidechain ? "message of a sub-agent" : "message", place);
    }
    for (const add of side) add();
    return this.#builder.isEmpty ? undefined : this.#builder.build();
  }
}
