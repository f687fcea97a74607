// A made-up conversation of any length, the same for a seed: questions and answers of words with the frequencies
// of speech, 50 tokens a message on average.

const ONSETS = ["b", "br", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "st", "t", "tr", "v"];
const VOWELS = ["a", "e", "i", "o", "u", "ai", "ou"];
const WORDS = 4_000;

/** At least 0, below 1 (mulberry32). */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function* talk(messages, seed = 7) {
  const next = random(seed);
  const pick = (list) => list[Math.floor(next() * list.length)];
  const words = Array.from({ length: WORDS }, () =>
    Array.from({ length: 1 + Math.floor(next() * 3) }, () => pick(ONSETS) + pick(VOWELS)).join(""),
  );
  let time = Date.UTC(2025, 0, 1);
  for (let i = 0; i < messages; i++) {
    const length = 10 + Math.floor(next() * 52);
    // The square makes early words frequent, as a language does. Joined: a text read from a file is flat too.
    const content = Array.from(
      { length },
      (_, word) => `${words[Math.floor(next() ** 2 * WORDS)]}${word % 12 === 11 ? "." : ""}`,
    ).join(" ");
    time += 20_000 + Math.floor(next() * 60_000) + (next() < 0.01 ? 7_200_000 : 0);
    const role = i % 2 === 0 ? "user" : "assistant";
    const parts = [{ kind: "text", text: content, span: { start: 0, end: content.length } }];
    yield { id: `m${i}`, role, content, parts, time };
  }
}
