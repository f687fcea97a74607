import type { NormalizedMessage } from "../../core/conversation.ts";
import { pauseScores } from "./time-gaps.ts";
import { hasTopicMarker } from "./topic-markers.ts";

/** What each sign that something begins is worth; together they make 1. */
const USER_TURN = 0.35;
const PAUSE = 0.35;
const MARKER = 0.3;
/** In a talk among people everyone is a user: another speaker is a weaker sign. */
const OTHER_SPEAKER = 0.1;

/** How good a place each message is to begin a chunk, from 0 to 1, by what messages are and say. */
export function splitScores(messages: readonly NormalizedMessage[]): Float64Array {
  const scores = pauseScores(messages);
  messages.forEach((message, i) => {
    const before = messages[i - 1];
    scores[i] *= PAUSE;
    if (before === undefined) return;
    if (message.role === "user" && before.role !== "user") scores[i] += USER_TURN;
    else if (message.role === "user" && message.name !== before.name) scores[i] += OTHER_SPEAKER;
    if (message.role !== "tool" && hasTopicMarker(message.content)) scores[i] += MARKER;
  });
  return scores;
}
