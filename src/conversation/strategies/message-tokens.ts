import type { ConversationMessage } from "../../core/conversation.ts";
import type { Ruler } from "../../text/ruler.ts";
import { approximateTokens } from "../../text/tokens/estimates.ts";
import type { TokenCounter, TokenCountMethod } from "../../text/tokens/token-counter.ts";
import { CountingRuler } from "./counting-ruler.ts";

/** Roles and names that are remembered; a list with more is no conversation among people. */
const MOST_FRAMINGS = 1_000;

/**
 * Counts messages so that sums are exact: the count of a conversation is `frame` and its messages' counts,
 * as `TokenCounter.countConversation` gives it.
 */
export class MessageTokens {
  /** What a conversation counts without any message. */
  readonly frame: number;
  readonly #counter: TokenCounter;
  readonly #method: TokenCountMethod;
  /** What frames a message depends on its role and name, which recur. */
  readonly #framings = new Map<string, number>();

  constructor(counter: TokenCounter, method: TokenCountMethod) {
    this.#counter = counter;
    this.#method = method;
    this.frame = counter.countConversation({ messages: [] }, method);
  }

  /** With role and name. */
  of(message: ConversationMessage): number {
    return this.framing(message) + this.#content(message.content);
  }

  /** What a message counts besides its content. */
  framing({ role, name }: ConversationMessage): number {
    const key = name === undefined ? role : `${role}\n${name}`;
    const known = this.#framings.get(key);
    if (known !== undefined) return known;
    const messages = [{ role, name, content: "" }];
    const tokens = this.#counter.countConversation({ messages }, this.#method) - this.frame;
    if (this.#framings.size < MOST_FRAMINGS) this.#framings.set(key, tokens);
    return tokens;
  }

  #content(content: string): number {
    // The same number as the counter's, without the digest and the error it would make on the way: windowing a
    // conversation is mostly this.
    if (this.#method === "approximate") return approximateTokens(content.length, Buffer.byteLength(content));
    return this.#counter.count(content, this.#method);
  }

  /** Measures slices of a content. */
  ruler(content: string): Ruler {
    const isExact = this.#method === "openai-tiktoken" && this.#counter.encoding !== undefined;
    if (isExact) return this.#counter.ruler(content);
    return new CountingRuler(content, (text) => this.#counter.count(text, this.#method));
  }
}
