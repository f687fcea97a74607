import type { MessageRole } from "../core/conversation.ts";

const ROLE_WORDS: Readonly<Record<MessageRole, readonly string[]>> = {
  user: ["user", "human", "customer", "client", "me", "you", "prompter", "visitor", "caller"],
  assistant: [
    "assistant",
    "ai",
    "bot",
    "gpt",
    "chatgpt",
    "claude",
    "gemini",
    "copilot",
    "model",
    "chatbot",
    "llm",
    "grok",
  ],
  system: ["system", "developer"],
  tool: ["tool", "function", "ipython", "environment", "observation"],
};

const ROLES: ReadonlyMap<string, MessageRole> = new Map(
  (Object.entries(ROLE_WORDS) as [MessageRole, readonly string[]][]).flatMap(([role, words]) =>
    words.map((word): [string, MessageRole] => [word, role]),
  ),
);

/** The role a word names in any of the usual vocabularies; undefined for a person's name. */
export function roleOf(word: unknown): MessageRole | undefined {
  return typeof word === "string" && word.length <= 32 ? ROLES.get(word.trim().toLowerCase()) : undefined;
}
