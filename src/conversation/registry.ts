import type { ConversationFormat, JsonFormat, TextFormat } from "./format.ts";
import { aiSdk } from "./formats/ai-sdk.ts";
import { anthropic } from "./formats/anthropic.ts";
import { chatgpt } from "./formats/chatgpt.ts";
import { claude } from "./formats/claude.ts";
import { claudeCode } from "./formats/claude-code.ts";
import { codex } from "./formats/codex.ts";
import { generic } from "./formats/generic.ts";
import { openaiChat } from "./formats/openai-chat.ts";
import { openaiResponses } from "./formats/openai-responses.ts";
import { plainText } from "./formats/plain-text.ts";
import { slack } from "./formats/slack.ts";
import { srt, webvtt } from "./formats/subtitles.ts";
import { whatsapp } from "./formats/whatsapp.ts";

/** Where two are equally likely, the first named is taken. */
export const JSON_FORMATS: readonly JsonFormat[] = [
  chatgpt,
  claude,
  claudeCode,
  codex,
  slack,
  aiSdk,
  openaiResponses,
  openaiChat,
  anthropic,
  generic,
];

export const TEXT_FORMATS: readonly TextFormat[] = [webvtt, srt, whatsapp, plainText];

export function jsonFormat(name: ConversationFormat): JsonFormat | undefined {
  return JSON_FORMATS.find((format) => format.name === name);
}

export function textFormat(name: ConversationFormat): TextFormat | undefined {
  return TEXT_FORMATS.find((format) => format.name === name);
}
