import type { IncomingHttpHeaders } from "node:http";

export type WireName = "openai-responses" | "openai-chat" | "anthropic" | "gemini" | "ollama";

export interface ChatTurn {
  readonly role: "user" | "assistant";
  /** The text parts of the turn, as they were sent. */
  readonly parts: readonly string[];
}

/** What was asked, whatever the wire format. */
export interface ChatRequest {
  readonly wire: WireName;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly model: string;
  readonly system: string;
  /** The first turn's text: its parts one after the other. */
  readonly prompt: string;
  /** All turns; more than one where a repair is asked for. */
  readonly turns: readonly ChatTurn[];
  /** The JSON Schema that the reply must have; `name` where the wire format has room for one. */
  readonly shape: { readonly name?: string; readonly schema: Record<string, unknown> } | undefined;
  readonly maxOutputTokens: number | undefined;
  /** How often these very bytes came, this time included. */
  readonly times: number;
  /** The body's bytes, and the same parsed. */
  readonly raw: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into the JSON of every provider.
  readonly body: any;
}
