/** The slice of a conversation that counting and chunking need. */
export interface ConversationMessage {
  readonly role: string;
  readonly content: string;
  readonly name?: string | undefined;
}

export interface Conversation {
  readonly messages: readonly ConversationMessage[];
}
