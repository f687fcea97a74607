import type { DocumentInput, Metadata, Section } from "../core/document.ts";
import type { Span } from "../core/span.ts";

/** What a person said and what was answered. Either may be empty. */
export interface Turn {
  readonly user: string;
  readonly assistant: string;
}

/** A turn as one text. Law: `text.slice(user.start, user.end)` is what the user said, and likewise the answer. */
export interface RenderedTurn {
  readonly text: string;
  readonly user: Span;
  readonly assistant: Span;
}

const USER = "User";
const ASSISTANT = "Assistant";

/** `User: …`, a line break, `Assistant: …`; a side that says nothing is left out and has an empty span. */
export function renderTurn(user: string, assistant: string): RenderedTurn {
  const asked = user === "" ? "" : `${USER}: ${user}`;
  const answered = assistant === "" ? "" : `${ASSISTANT}: ${assistant}`;
  const text = asked + (asked !== "" && answered !== "" ? "\n" : "") + answered;
  return {
    text,
    user: { start: asked.length - user.length, end: asked.length },
    assistant: { start: text.length - assistant.length, end: text.length },
  };
}

/** The turn as a document: its outline names who speaks where, label included. */
export function turnDocument(turn: Turn, id?: string, metadata?: Metadata): DocumentInput {
  const { text, user, assistant } = renderTurn(turn.user, turn.assistant);
  const outline: Section[] = [];
  if (turn.user !== "") outline.push(message(USER, { start: 0, end: user.end }));
  if (turn.assistant !== "") {
    const start = assistant.start - ASSISTANT.length - 2;
    outline.push(message(ASSISTANT, { start, end: text.length }));
  }
  return {
    text,
    outline,
    ...(id === undefined ? {} : { id }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

function message(title: string, span: Span): Section {
  return { kind: "message", title, level: 1, span };
}

/** A message of a turn's text: `start` to `end` with its label, `content` without. */
export interface MessageSpan extends Span {
  readonly content: number;
}

/** Where the messages stand in a turn's document; a document of another kind is one message. */
export function messageSpans({ text, outline = [] }: DocumentInput): MessageSpan[] {
  const sections = outline.filter(({ kind }) => kind === "message");
  if (sections.length === 0) return [{ start: 0, content: 0, end: text.length }];
  return sections
    .map(({ title, span: { start, end } }) => {
      const label = `${title}: `;
      return { start, end, content: text.startsWith(label, start) ? start + label.length : start };
    })
    .toSorted((a, b) => a.start - b.start);
}
