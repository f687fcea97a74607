import { ConversationBuilder, type PartDraft } from "../conversation-builder.ts";
import { malformed, type ReadScope, type TextFormat } from "../format.ts";
import { textLines } from "../lines.ts";
import { chooseOrder, type Header, readHeader, stampTime } from "./whatsapp-dates.ts";

const LONGEST_NAME = 100;
const MARK = "\u200e";

/** A whole text in angle brackets stands for a file: "<Media omitted>", "<Medien ausgeschlossen>". */
const OMITTED = /^<[^<>\n]{3,60}>$/;
/** "<attached: 00000012-PHOTO.jpg>", in any language: a word, a colon and a file's name. */
const ATTACHED = /^<[^<>:\n]{2,30}: ?([^<>\n]{1,200}\.\w{1,5})>/;
/** "IMG-20240115-WA0001.jpg (file attached)". */
const FILE_ATTACHED = /^([^\n()]{1,200}\.\w{1,5}) \([^()\n]{4,40}\)(?:\n|$)/;
/** "image omitted" and its kin: always behind a mark that no keyboard writes. */
const KIND_OMITTED =
  /^(?:image|video|audio|sticker|GIF|document|contact card|video note|bild|foto|imagen|imagem|immagine|afbeelding)\b.{0,40}$/iu;
const DELETED =
  /^(?:this message was deleted|you deleted this message|diese nachricht wurde gelöscht|du hast diese nachricht gelöscht|se eliminó este mensaje|eliminaste este mensaje|ce message a été supprimé|mensagem apagada|esta mensagem foi apagada|questo messaggio è stato eliminato|dit bericht is verwijderd)\.?$/iu;
const EDITED =
  / ?\u200e?<(?:This message was edited|Diese Nachricht wurde bearbeitet|Se editó este mensaje)>$/u;

interface Entry {
  readonly header: Header;
  readonly line: number;
  readonly lines: string[];
}

/** A chat that WhatsApp exported as text, from any phone and in the date formats of its language. */
export const whatsapp: TextFormat = {
  name: "whatsapp",

  likelihood(lines) {
    const headers = lines.flatMap((line) => readHeader(line) ?? []);
    const spoken = headers.filter((header) => splitName(header.rest) !== undefined).length;
    const first = lines.find((line) => line.trim() !== "");
    if (spoken === 0 || first === undefined || readHeader(first) === undefined) return 0;
    return spoken >= 2 ? 0.95 : 0.8;
  },

  read(text, scope) {
    const builder = new ConversationBuilder("whatsapp", scope, "$");
    builder.title = titleOf(scope.name);
    const entries = readEntries(text, builder);
    if (entries.length === 0) {
      throw malformed(
        scope,
        "line 1",
        'no line begins with a date and a time, such as "[15/01/2024, 09:41:07] Name: text"',
      );
    }
    addEntries(entries, builder, scope);
    return builder.build();
  },
};

function readEntries(text: string, builder: ConversationBuilder): Entry[] {
  const entries: Entry[] = [];
  for (const { line, number } of textLines(text)) {
    const header = readHeader(line);
    if (header !== undefined) entries.push({ header, line: number, lines: [header.rest] });
    else if (entries.length > 0) entries[entries.length - 1].lines.push(line);
    else if (line.trim() !== "")
      builder.lose("system-line", "line before the first message", `line ${number}`);
  }
  return entries;
}

function addEntries(entries: readonly Entry[], builder: ConversationBuilder, scope: ReadScope): void {
  const chosen = chooseOrder(entries.map((entry) => entry.header.stamp));
  const order = scope.dateOrder ?? chosen.order;
  if (chosen.isAmbiguous && scope.dateOrder === undefined) builder.lose("ambiguous-date", `read as ${order}`);
  for (const { header, line, lines } of entries) {
    const place = `line ${line}`;
    const spoken = splitName(lines[0]);
    if (spoken === undefined) {
      builder.lose("system-line", "notice", place);
      continue;
    }
    const said = [spoken.text, ...lines.slice(1)].join("\n");
    const part = partOf(said, builder, place);
    if (part === undefined) continue;
    const time = stampTime(header.stamp, order);
    const read = time === undefined ? undefined : ({ time, isLocalTime: true } as const);
    builder.add({ role: "user", name: spoken.name, time: read, parts: part }, place);
  }
}

/** The name before the first colon; system notices have none. */
function splitName(rest: string): { name: string; text: string } | undefined {
  const colon = rest.indexOf(":");
  if (colon <= 0 || colon > LONGEST_NAME) return undefined;
  const after = rest[colon + 1];
  if (after !== undefined && after !== " " && after !== MARK) return undefined;
  const name = rest
    .slice(0, colon)
    .replace(/^[~\u200e\u200f\u202a-\u202c\s]+|[\u200e\u200f\u202a-\u202c\s]+$/gu, "");
  return name === "" || rest.startsWith(MARK)
    ? undefined
    : { name, text: rest.slice(colon + 1).replace(/^ /, "") };
}

function partOf(said: string, builder: ConversationBuilder, place: string): PartDraft[] | undefined {
  const isMarked = said.startsWith(MARK);
  const text = (isMarked ? said.replace(/^\u200e+/, "") : said).replace(EDITED, "").trimEnd();
  if (DELETED.test(text)) {
    builder.lose("deleted", "message", place);
    return undefined;
  }
  const attached = ATTACHED.exec(text) ?? FILE_ATTACHED.exec(text);
  if (attached !== null) {
    const caption = text.slice(attached[0].length).replace(/^\n/, "");
    const file: PartDraft = { kind: "attachment", text: "", name: attached[1].replace(/^\u200e/, "") };
    return caption === "" ? [file] : [file, { kind: "text", text: caption }];
  }
  if (OMITTED.test(text) || (isMarked && KIND_OMITTED.test(text))) {
    return [{ kind: "attachment", text: "", name: text.replace(/^<|>$/g, "") }];
  }
  if (isMarked) {
    builder.lose("system-line", "notice", place);
    return undefined;
  }
  return [{ kind: "text", text }];
}

/** "WhatsApp Chat with Anna.txt", "WhatsApp Chat - Anna/_chat.txt". */
function titleOf(name: string): string | undefined {
  const parts = name.split(/[\\/]/).map((part) => part.replace(/\.(?:txt|zip)$/i, ""));
  const named = parts.findLast((part) => part !== "_chat" && /whatsapp/i.test(part));
  const found =
    named === undefined ? null : /(?: - | with | mit | con | avec | com | met )(.+)$/iu.exec(named);
  return found?.[1] ?? named;
}
