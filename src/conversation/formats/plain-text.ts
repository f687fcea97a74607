import { ConversationBuilder } from "../conversation-builder.ts";
import { malformed, type TextFormat } from "../format.ts";
import { type Label, labelOf, speakersIn, talkerRole, unfencedLines } from "./speaker-labels.ts";

/** A transcript as people write and paste it: "User: …", "Assistant: …", or names that speak in turn. */
export const plainText: TextFormat = {
  name: "plain-text",

  likelihood(lines) {
    const labels = lines.flatMap((line) => labelOf(line) ?? []);
    const roles = labels.flatMap(({ speaker }) => talkerRole(speaker) ?? []);
    if (roles.length >= 2) return new Set(roles).size >= 2 ? 0.85 : 0.4;
    const speakers = speakersIn(labels);
    const share = labels.filter(({ speaker }) => speakers.has(speaker)).length / Math.max(1, lines.length);
    return speakers.size >= 2 ? Math.min(0.6, 0.3 + share) : 0;
  },

  read(text, scope) {
    const labelled: { label: Label; number: number; start: number }[] = [];
    for (const { line, number, start } of unfencedLines(text)) {
      const label = labelOf(line);
      if (label !== undefined) labelled.push({ label, number, start });
    }
    const turns = chooseTurns(labelled);
    if (turns.length === 0) {
      throw malformed(scope, "line 1", 'no line begins with a speaker, such as "User: …" or "Anna: …"');
    }
    const builder = new ConversationBuilder("plain-text", scope, "$");
    const preface = wordsOf(text.slice(0, turns[0].start));
    if (preface !== "") builder.add({ role: "system", parts: [{ kind: "text", text: preface }] }, "line 1");
    for (const [index, { label, number, start }] of turns.entries()) {
      const role = talkerRole(label.speaker);
      const words = wordsOf(text.slice(start + label.end, turns[index + 1]?.start));
      builder.add(
        {
          role: role ?? "user",
          name: role === undefined ? label.speaker : undefined,
          offset: label.offset,
          parts: [{ kind: "text", text: words }],
        },
        `line ${number}`,
      );
    }
    return builder.build();
  },
};

/** Where roles speak, nothing else does: "Note:" inside an answer is part of it. "System:" leads or is none. */
function chooseTurns<Turn extends { readonly label: Label }>(labelled: readonly Turn[]): Turn[] {
  const spoken = labelled.filter(({ label }) => talkerRole(label.speaker) !== undefined);
  if (spoken.length > 0) {
    return spoken.filter(({ label }, index) => index === 0 || talkerRole(label.speaker) !== "system");
  }
  const speakers = speakersIn(labelled.map(({ label }) => label));
  return labelled.filter(({ label }) => speakers.has(label.speaker));
}

/** Blank lines around words belong to the page; an indented first line does not. */
function wordsOf(text: string): string {
  const first = text.search(/\S/);
  if (first < 0) return "";
  const line = Math.max(text.lastIndexOf("\n", first), text.lastIndexOf("\r", first)) + 1;
  return text.slice(line === 0 ? first : line).trimEnd();
}
