/**
 * Closed classes of words that decide what a statement says, whatever it is about. They are written as lists of
 * everyday words, not as a dictionary: what is missing makes two statements differ, never the same.
 */

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

/** Turn a statement into its opposite. English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Russian, Swedish. */
export const NEGATORS = setOf(
  "not never no none nobody nothing neither nor nowhere without hardly scarcely barely lacks lack lacking " +
    "nicht kein keine keinen keinem keiner keines nie niemals niemand nichts ohne " +
    "pas jamais aucun aucune sans rien nunca jamas nadie nada sin ningun ninguna ninguno tampoco " +
    "non nessuno nessuna senza nao sem ninguem niet geen nooit zonder nikt nigdy bez nie " +
    "не нет никогда без inte ingen aldrig utan",
);

/** In these languages two negations are one ("no come nada"); elsewhere they cancel each other. */
export const CONCORD_LANGUAGES = setOf("es it pt fr");
/** Of languages that are not told apart by their small words. */
export const CONCORD_NEGATORS = setOf("nikt nigdy bez nie не нет никогда без nunca jamas nadie nada nessuno");

/** Negation where words are written without blanks. */
export const UNSPACED_NEGATION = /[不没沒未無无]|ない|ません|않|없/u;

/** Before the form in "-ing" they say that something has ceased. */
export const CEASING = setOf("stop stops stopped quit quits ceased gave");

/** Say that something is another way than before. */
export const CHANGE_WORDS = setOf(
  "now anymore longer instead moved switched changed renamed rescheduled postponed became stopped quit recently " +
    "jetzt nun mehr inzwischen maintenant desormais ahora actualmente adesso agora teraz теперь",
);

/** What introduces a place, a time or a means: the word after it is not the one who acts. */
export const PREPOSITIONS = setOf(
  "in on at by for from to with of into onto about over under above below before after between through during " +
    "until since near as because via against around towards inside outside behind beside than " +
    "im am in an auf bei mit nach von vor zu zum zur aus für fur seit um durch " +
    "dans sur chez avec pour par de du des à a en con por para desde hasta sobre",
);

export const CONJUNCTIONS = setOf(
  "and or but while whereas though although plus und oder aber et ou mais y o pero e ma",
);

export const BE_FORMS = setOf("is are am was were be been being");

/** Same rank: each is equal to the others of its group and excludes those of the other groups of its class. */
const CLASSES: Readonly<Record<string, readonly string[]>> = {
  frequency: [
    "always constantly",
    "usually normally generally typically mostly",
    "often frequently regularly",
    "sometimes occasionally",
    "rarely seldom",
    "once",
    "twice",
    "immer",
    "oft häufig haufig",
    "manchmal",
    "selten",
    "toujours siempre",
    "souvent",
    "parfois",
    "rarement",
  ],
  amount: [
    "all every each everyone everybody both everything",
    "some",
    "most",
    "few",
    "many",
    "several",
    "half",
  ],
  limit: [
    "only solely exclusively",
    "except",
    "off",
    "out",
    "against",
    "ago",
    "almost nearly",
    "least",
    "less fewer",
    "more",
  ],
};

/** Where one statement has one of these and the other none, they differ: "rarely drinks" is not "drinks". */
export const DEGREE_WORDS: ReadonlyMap<string, string> = ranksOf(CLASSES);

/** Words of a class exclude one another; a text that has none says nothing about the class. */
const EXCLUSIVE: Readonly<Record<string, readonly string[]>> = {
  colour:
    "red|blue|green|yellow|black|white|orange|purple|pink|brown|grey gray|rot|blau|grün grun|gelb|schwarz|weiß weiss|rouge|bleu|vert|noir|blanc|rojo|azul|verde|negro|blanco".split(
      "|",
    ),
  parent: ["mother mum mom mama", "father dad papa"],
  sibling: ["brother", "sister"],
  child: ["son", "daughter"],
  spouse: ["wife", "husband"],
  elder: ["grandmother grandma", "grandfather grandpa"],
  kin: ["aunt", "uncle", "niece", "nephew", "cousin"],
  sex: ["man men male", "woman women female"],
  youth: ["boy boys", "girl girls"],
  side: ["left", "right"],
  compass: ["north northern", "south southern", "east eastern", "west western"],
  season: ["spring", "summer", "autumn fall", "winter"],
  daytime: ["morning", "afternoon", "evening", "night", "noon", "midnight"],
  meal: ["breakfast", "lunch", "dinner supper"],
  week: ["weekend weekends", "weekday weekdays"],
  neighbour: ["next", "last previous", "this current"],
  person: ["his he him", "her she hers", "their they them", "my", "your", "our we us"],
  staff: ["employer", "employee"],
  school: ["teacher teachers", "student students pupil pupils"],
  stage: ["early beginning", "late end", "middle"],
};
export const EXCLUSIVE_WORDS: ReadonlyMap<string, string> = ranksOf(EXCLUSIVE);

/** Opposites, one axis a line: the words before the bar against those after it. */
const OPPOSITES = `
before | after
above over | below under beneath
inside indoors | outside outdoors
up upstairs upward | down downstairs downward
from | to
love adore enjoy | hate loathe detest
buy purchase | sell
increase rise grow climb raise gain | decrease fall drop shrink decline reduce lower lose
accept approve | reject decline refuse deny
pass succeed | fail
win | lose
open | close shut closed
start begin launch | end finish stop
arrive enter come | leave depart exit
join hire | resign quit fire dismiss
add insert append include attach | remove delete drop exclude omit detach
install | uninstall
upgrade | downgrade
upload | download
import | export
send | receive
give lend | take borrow
push | pull
show display | hide
lock | unlock
connect | disconnect
marry | divorce
old elder older | young younger new newer
big large huge tall | small little tiny short
long longer | short shorter
high higher upper | low lower
heavy | light
hot warm | cold cool
fast quick rapid | slow
early earlier | late later
cheap inexpensive affordable | expensive costly dear
rich | poor
hard difficult | easy simple
good great excellent better best | bad poor terrible worse worst
strong | weak
full | empty
wet | dry
clean | dirty
loud noisy | quiet silent
public | private
minimum min | maximum max
first | last
major | minor
same | different
true | false
positive | negative
alive | dead
single | married
safe | dangerous
manual | automatic
internal | external
local | remote
synchronous sync | asynchronous async
encrypt | decrypt
credit | debit
sweet | sour salty bitter
for | against
mehr | weniger
vor | nach
avant | apres
antes | despues
liebt | hasst
aime adore | deteste
`;
/** The two ends of each axis. */
export const OPPOSITE_LINES: readonly (readonly [string[], string[]])[] = OPPOSITES.trim()
  .split("\n")
  .map((line) => line.split("|").map((side) => side.trim().split(" ")) as [string[], string[]]);

/** Say no more than the word beside them; a statement is the same with and without. */
export const LIGHT_WORDS = setOf(
  "very really quite currently also actually just simply definitely certainly indeed particularly especially " +
    "approximately approx about roughly around please presently ever total overall whole entire there any following " +
    "have has had having use uses used using",
);

/** Verbs that are light beside a word: who works as a nurse is one, who comes from Cairo is from there. */
export const LIGHT_BESIDE: ReadonlyMap<string, string> = new Map(
  ["works as", "work as", "working as", "worked as", "comes from", "come from", "came from"].map(
    (pair) => pair.split(" ") as [string, string],
  ),
);

function ranksOf(classes: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, string> {
  const ranks = new Map<string, string>();
  for (const [name, groups] of Object.entries(classes))
    for (const group of groups) {
      const words = group.split(" ");
      for (const word of words) ranks.set(word, `${name}:${words[0]}`);
    }
  return ranks;
}
