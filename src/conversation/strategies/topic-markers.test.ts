import { describe, expect, it } from "vitest";
import { hasTopicMarker, MARKER_LANGUAGES } from "./topic-markers.ts";

const SAID: Readonly<Record<string, readonly string[]>> = {
  en: ["Let’s talk about the budget.", "OK, moving on to lunch", "Great. By the way, who paid?"],
  es: ["Hablemos de otra cosa", "Por cierto, ¿cuándo vienes?"],
  fr: ["Passons à la suite.", "Au fait, tu viens ?"],
  de: ["Kommen wir zu den Zahlen.", "Übrigens: morgen ist frei."],
  it: ["Passiamo al prossimo punto", "A proposito, hai visto?"],
  pt: ["Mudando de assunto, já comeu?", "Aliás, amanhã não posso"],
  zh: ["接下来我们看预算", "对了，明天几点？"],
  ja: ["ところで、明日は？", "次の質問です"],
  ko: ["그런데 내일 몇 시야?", "다음 질문입니다"],
  ru: ["Кстати, когда приедешь?", "Перейдём к следующему пункту"],
};

it("knows the languages it names", () => {
  expect([...MARKER_LANGUAGES].sort()).toEqual(Object.keys(SAID).sort());
});

describe.each(Object.entries(SAID))("%s", (_, messages) => {
  it.each(messages)("%s", (message) => expect(hasTopicMarker(message)).toBe(true));
});

it.each([
  "I will go back to the shop",
  "The train was moving on slowly",
  "Brefeldin is a drug",
  "",
  "finallyy",
  `${"words, ".repeat(60)}. By the way, no`,
])("is not a marker: %s", (message) => expect(hasTopicMarker(message)).toBe(false));
