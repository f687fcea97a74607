const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ["am", "is"],
  ["have", "has"],
  ["do", "does"],
  ["go", "goes"],
  ["don't", "doesn't"],
  ["haven't", "hasn't"],
]);
/** Past forms that do not end in "ed", and words that no person changes. */
const UNCHANGED = new Set(
  "was,were,had,did,didn't,hadn't,wasn't,will,won't,would,wouldn't,can,can't,cannot,could,couldn't,should,shouldn't,must,may,might,ought,went,met,ran,came,saw,got,made,took,gave,left,bought,grew,became,chose,quit,began,drank,drove,ate,felt,found,flew,forgot,heard,held,kept,knew,lost,paid,put,read,said,sold,sent,set,sat,slept,spent,spoke,stood,taught,thought,told,understood,woke,wore,won,wrote,built,caught,cut,hit,let".split(
    ",",
  ),
);
const ENDS_IN_ED = new Set(["need", "feed", "speed", "breed", "proceed", "exceed", "succeed"]);
const ADVERB =
  /^(?:really|absolutely|also|just|still|always|never|actually|currently|now|honestly|totally|definitely|personally|generally|usually|often|simply|truly|already|recently|finally|sometimes|rarely|mostly|probably|kinda|hardly|mainly|no|longer)$/;

const WORD = /[\p{L}\p{M}\p{N}'’-]+/gu;

/**
 * What a speaker says of themself as said of them: "I live with my cat" of Anna is "Anna lives with their
 * cat". Only verbs directly after "I" change, so that nothing is changed that is not about the speaker.
 */
export function toThirdPerson(text: string, speaker: string): string {
  let isNamed = false;
  let expectsVerb = false;
  const named = (form: string, later: string): string => {
    const first = !isNamed;
    isNamed = true;
    return first ? form : later;
  };
  return text.replaceAll(WORD, (written) => {
    const word = written.toLowerCase().replaceAll("’", "'");
    const verb = expectsVerb;
    expectsVerb = false;
    switch (word) {
      case "i":
        expectsVerb = true;
        isNamed = true;
        return speaker;
      case "i'm":
      case "i've":
      case "i'll":
      case "i'd":
        isNamed = true;
        return `${speaker} ${{ "'m": "is", "'ve": "has", "'ll": "will", "'d": "would" }[word.slice(1)]}`;
      case "my":
        return named(`${speaker}'s`, "their");
      case "me":
        return named(speaker, "them");
      case "mine":
        return named(`${speaker}'s`, "theirs");
      case "myself":
        return "themself";
    }
    if (!verb) return written;
    if (ADVERB.test(word)) {
      expectsVerb = true;
      return written;
    }
    return thirdPerson(word) ?? written;
  });
}

function thirdPerson(verb: string): string | undefined {
  const irregular = IRREGULAR.get(verb);
  if (irregular !== undefined) return irregular;
  if (UNCHANGED.has(verb) || (verb.endsWith("ed") && !ENDS_IN_ED.has(verb))) return undefined;
  if (/(?:s|x|z|ch|sh)$/.test(verb)) return `${verb}es`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return `${verb}s`;
}
