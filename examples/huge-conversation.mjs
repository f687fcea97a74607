// A conversation of a million tokens, windowed and remembered on this machine, without a key: npx node examples/huge-conversation.mjs
import { isEvidenceOf, MemoryExtractor, normalizeConversation } from "sherd/conversation";

const NAMES = ["Ada", "Bela", "Chen", "Dora", "Emil", "Fatou", "Goran", "Hana"];
const CITIES = ["Oslo", "Lagos", "Lima", "Kyoto", "Porto", "Quito", "Riga", "Tunis"];
const SAID = [
  (i) => `I live in ${CITIES[i % 8]} with my sister ${NAMES[i % 8]}.`,
  (i) => `I prefer trains to planes when the trip takes less than ${2 + (i % 9)} hours.`,
  (i) => `We decided to use plan ${i} for the garden.`,
  (i) => `I need to call ${NAMES[(i * 3) % 8]} about invoice ${i} tomorrow.`,
];
const FILLER =
  "The weather turned while the others were still talking about the harbour, the boats and the price of fish. ";

/** 20,000 messages of about 50 tokens; every fortieth says something worth remembering. */
const messages = Array.from({ length: 20_000 }, (_, i) => ({
  role: i % 2 === 0 ? "user" : "assistant",
  content: i % 40 === 0 ? `${SAID[(i / 40) % 4](i / 40)} ${FILLER.repeat(2)}` : FILLER.repeat(2),
  timestamp: new Date(Date.UTC(2026, 0, 1) + i * 60_000).toISOString(),
}));
const conversation = normalizeConversation(messages, { name: "huge" });

const started = performance.now();
const { ok, value, error } = await new MemoryExtractor().extract(conversation, "example", {
  strategy: "sliding-window", // or "conversation-boundary", "semantic"
  maxTokensPerChunk: 100_000,
});
if (!ok) throw error;
const seconds = (performance.now() - started) / 1000;

const byId = new Map(conversation.messages.map((message) => [message.id, message]));
const proven = value.memories.filter(({ evidence }) =>
  evidence.every((one) => isEvidenceOf(one, byId.get(one.messageId))),
);
const { chunking, deduplication } = value;
console.log(`messages    ${conversation.messages.length}`);
console.log(`tokens      ${value.totalTokens} (estimate)`);
console.log(`chunks      ${chunking.totalChunks}, ${chunking.overlapTokens} tokens repeated`);
console.log(`memories    ${value.memories.length}, ${deduplication.duplicatesFound} more merged into them`);
console.log(`proven      ${proven.length} quote words that stand in their message`);
console.log(
  `seconds     ${seconds.toFixed(1)}: windows ${s(chunking.processingTime.chunking)}, ` +
    `extraction ${s(chunking.processingTime.extraction)}, duplicates ${s(chunking.processingTime.deduplication)}`,
);
console.log(`peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB\n`);
for (const { type, text, evidence } of value.memories.slice(0, 5))
  console.log(`${type.padEnd(10)} ${text}\n           "${evidence[0].quote}" (${evidence[0].messageId})`);

function s(milliseconds) {
  return (milliseconds / 1000).toFixed(2);
}
