/** Irregular forms: past, then participle where it differs, to the base. */
const IRREGULAR = `
go went gone goes|buy bought|see saw seen|write wrote written|bite bit bitten|pay paid|sell sold|tell told|say said
take took taken|give gave given|get got gotten|make made|come came|become became|begin began begun|run ran
eat ate eaten|drink drank drunk|drive drove driven|ride rode ridden|fly flew flown|know knew known|grow grew grown
throw threw thrown|draw drew drawn|show showed shown|speak spoke spoken|break broke broken|choose chose chosen
wear wore worn|teach taught|think thought|bring brought|catch caught|feel felt|keep kept|sleep slept|meet met
lose lost|send sent|spend spent|build built|lend lent|hear heard|hold held|stand stood|understand understood
win won|find found|fall fell fallen|forget forgot forgotten|rise rose risen|swim swam swum|sing sang sung
feed fed|fight fought|seek sought|dig dug|hang hung|shoot shot|steal stole stolen|freeze froze frozen|hide hid hidden
blow blew blown|light lit|lay laid|lie lay lain|mean meant|deal dealt|burn burnt|learn learnt|dream dreamt|swear swore sworn
wake woke woken|shake shook shaken|tear tore torn|bend bent|stick stuck|strike struck|wind wound|forgive forgave forgiven
leave left|lead led|have had has|do did done does|be was were been is are am being
`;
const PAST = new Map<string, string>();
for (const line of IRREGULAR.trim().split(/[|\n]/)) {
  const [base, ...forms] = line.trim().split(" ");
  for (const form of forms) PAST.set(form, base);
}
const PRESENT_FORMS = new Set(["has", "does", "goes", "is", "are", "am", "being"]);

/** Whether a form can only be past tense or a participle. */
export function isPastForm(word: string): boolean {
  if (PAST.has(word)) return !PRESENT_FORMS.has(word);
  return word.length > 4 && word.endsWith("ed") && !word.endsWith("eed");
}

/**
 * A lower-case word without the endings of number and tense, and with one spelling for British and American.
 * Lighter than Porter's: "universe" and "university", "policy" and "police" stay apart.
 */
export function stemOf(word: string): string {
  const irregular = PAST.get(word);
  if (irregular !== undefined) return bare(irregular);
  if (word.length < 4 || UNCHANGED.has(word) || !/^[a-z]+$/.test(word)) return word;
  return bare(spelling(ending(word)));
}

/** Another thing without their ending. */
const UNCHANGED = new Set("news glasses goods customs arms series species lens does".split(" "));
/** One syllable that ends in one consonant: undoubled before "-ed" and "-ing", it had a silent e ("hoped", "hopped"). */
const SHORT_SYLLABLE = /^[^aeiou]*[aeiou][^aeiouwxy]$/;

function ending(word: string): string {
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:sses|shes|ches|xes|zzes)$/.test(word)) return word.slice(0, -2);
  if (word.endsWith("s") && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1);
  if (word.endsWith("ied") && word.length > 4) return `${word.slice(0, -3)}y`;
  for (const suffix of ["ing", "ed"]) {
    const rest = word.slice(0, -suffix.length);
    if (!word.endsWith(suffix) || rest.length < 3 || !/[aeiouy]/.test(rest)) continue;
    if (suffix === "ed" && rest.endsWith("e")) continue;
    return SHORT_SYLLABLE.test(rest) ? `${rest}e` : undoubled(rest);
  }
  return word;
}

/** "stopped" is of "stop", "missed" of "miss". */
function undoubled(word: string): string {
  return /([bdgklmnprt])\1$/.test(word) ? word.slice(0, -1) : word;
}

function spelling(word: string): string {
  return word
    .replace(/our(?=$|it|al)/, "or")
    .replace(/is(e|ation|er)$/, "iz$1")
    .replace(/tre$/, "ter")
    .replace(/ll$/, "l");
}

/** "chang" for change, changes and changing; "care" and "plane" keep what tells them from "car" and "plan". */
function bare(word: string): string {
  const rest = word.slice(0, -1);
  return word.length > 3 && word.endsWith("e") && !SHORT_SYLLABLE.test(rest) ? rest : word;
}
