import { DAY, type Period } from "./calendar.ts";
import type { Statement } from "./classify.ts";
import { toThirdPerson } from "./third-person.ts";

const LEAD =
  /^(?:[-*+•–—,:;.!\s]|\d{1,3}[.)]\s|\[ \]|(?:so|well|ok|okay|yes|yeah|yep|also|btw|by the way|actually|oh|and|but|anyway|fyi|hi|hello|hey|thanks|alright|um|uh|sorry|i should mention that|i should mention|can you|could you|would you|please)(?=[\s,!.]))+/i;
const TAIL = /(?<![ .!,?。！])[ .!,?。！]+$/;
const FIRST_PERSON = /(?<![\p{L}\p{N}])(?:I|I['’]\p{L}+|my|My|me|mine|myself)(?![\p{L}\p{N}])/u;

/** One sentence that stands alone: it names who speaks, and the day that "tomorrow" was. */
export function statementText(
  quote: string,
  statement: Statement,
  speaker: string,
  isRepeated: boolean,
): string {
  const said = quote.replaceAll(/\s+/g, " ").replace(LEAD, "").replace(TAIL, "");
  const who = speaker === "user" ? "the user" : speaker;
  const own = isRepeated ? asTheUserSaysIt(said) : said;
  return `${capital(told(own, statement, who))}${dateNote(own, statement.period)}.`;
}

function told(said: string, statement: Statement, who: string): string {
  if (statement.language !== "en") return `${who}: ${said}`;
  if (/^let['’]?s\b/i.test(said)) return `decision: ${said}`;
  if (FIRST_PERSON.test(said)) return toThirdPerson(said, who);
  // Requests and rules for the assistant are whose, if no word says so.
  return statement.type === "preference" && statement.subject === undefined ? `${who} asks: ${said}` : said;
}

const TURNED: ReadonlyMap<string, string> = new Map([
  ["you", "I"],
  ["your", "my"],
  ["yours", "mine"],
  ["you're", "I'm"],
  ["you've", "I've"],
  ["you'll", "I'll"],
  ["you'd", "I'd"],
]);

function asTheUserSaysIt(said: string): string {
  return said
    .replaceAll(/you[\p{L}'’]*/giu, (word) => TURNED.get(word.toLowerCase().replaceAll("’", "'")) ?? word)
    .replaceAll(/\bI are\b/g, "I am");
}

/** What a date means, as exactly as it was named; nothing where the words say as much. */
function dateNote(said: string, period: Period | undefined): string {
  if (period === undefined) return "";
  const from = new Date(period.from).toISOString();
  const days = (period.to - period.from) / DAY;
  if (days > 31) return said.includes(from.slice(0, 4)) ? "" : ` (${from.slice(0, 4)})`;
  if (said.includes(from.slice(0, 10))) return "";
  if (days > 7) return ` (${from.slice(0, 7)})`;
  if (days <= 1) return ` (${from.slice(0, 10)})`;
  return ` (${from.slice(0, 10)} to ${new Date(period.to - DAY).toISOString().slice(0, 10)})`;
}

function capital(text: string): string {
  const [first = ""] = text;
  return first.toUpperCase() + text.slice(first.length);
}
