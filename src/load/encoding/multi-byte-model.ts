import type { Score } from "./single-byte-model.ts";

/** Frequent characters: about half of any running text in the language. */
const SIMPLIFIED =
  "的一是不了人在有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运";
const TRADITIONAL =
  "的一是不了人在有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指克許統區保至隊形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取拉格望覺術領共確傳師觀清今切院讓識候帶導爭運";
const KOREAN =
  "이다는의에을를하고은가한지로기도있사어인나자대들서시수아것과리그해스정만부제전라보일장여성동구으면상요원소게주모거적우신개선니유조마내비까공민국실경분생문화교용회통결연중없안었였습며했할된되말때위당체세방";
const PUNCTUATION = new Set("，。、；：？！“”‘’（）《》「」『』・ー…—〈〉【】\u3000～．·〔〕々");

/** How much of a text each class of characters makes up, and among how many characters that is shared. */
interface CharacterClass {
  readonly has: (character: string, code: number) => boolean;
  readonly share: number;
  readonly among: number;
}

const between = (first: number, last: number) => (_: string, code: number) => code >= first && code <= last;
const among = (characters: ReadonlySet<string>) => (character: string) => characters.has(character);

const FULL_WIDTH: CharacterClass = { has: between(0xff01, 0xff5e), share: 0.01, among: 94 };
const IDEOGRAPH = between(0x4e00, 0x9fff);

/**
 * The first class that has a character counts. The character sets were made in two levels, the first with
 * what people use: it is read off the encoding itself.
 */
function classesOf(name: string): readonly CharacterClass[] {
  switch (name) {
    case "gb18030":
      return chinese(new Set(SIMPLIFIED), block(name, 0xb0, 0xd7), block(name, 0xd8, 0xf7));
    case "big5":
      return chinese(new Set(TRADITIONAL), block(name, 0xa4, 0xc6), block(name, 0xc9, 0xf9));
    case "euc-kr": {
      const frequent = new Set(KOREAN);
      return [
        { has: among(frequent), share: 0.7, among: frequent.size },
        { has: between(0xac00, 0xd7a3), share: 0.25, among: 2_200 },
        { has: among(PUNCTUATION), share: 0.03, among: 15 },
        { has: IDEOGRAPH, share: 0.005, among: 4_600 },
        FULL_WIDTH,
      ];
    }
    default:
      return [
        { has: between(0x3041, 0x3096), share: 0.5, among: 70 },
        { has: between(0x30a1, 0x30fc), share: 0.12, among: 80 },
        { has: among(PUNCTUATION), share: 0.1, among: 10 },
        { has: among(block("euc-jp", 0xb0, 0xcf)), share: 0.27, among: 2_500 },
        { has: IDEOGRAPH, share: 0.005, among: 3_500 },
        { has: between(0xff61, 0xff9f), share: 0.005, among: 63 },
        FULL_WIDTH,
      ];
  }
}

function chinese(
  frequent: ReadonlySet<string>,
  first: ReadonlySet<string>,
  second: ReadonlySet<string>,
): readonly CharacterClass[] {
  return [
    { has: among(frequent), share: 0.5, among: frequent.size },
    { has: among(PUNCTUATION), share: 0.1, among: 15 },
    { has: among(first), share: 0.38, among: 3_500 },
    { has: among(second), share: 0.01, among: 3_000 },
    FULL_WIDTH,
  ];
}

/** Every character whose first byte lies between the two. */
function block(name: string, first: number, last: number): ReadonlySet<string> {
  const bytes: number[] = [];
  for (let lead = first; lead <= last; lead++) {
    for (let trail = 0x40; trail < 0xff; trail++) if (trail < 0x7f || trail > 0xa0) bytes.push(lead, trail);
  }
  const characters = new Set(new TextDecoder(name).decode(Uint8Array.from(bytes)));
  for (const character of characters)
    if (character < "\x80" || character === "\ufffd") characters.delete(character);
  return characters;
}

/** The commonest first. */
const MULTI_BYTE = ["gb18030", "shift_jis", "euc-kr", "big5", "euc-jp"] as const;

/** Natural logarithms, of a character no class has and of bytes that are none. */
const STRANGE = Math.log(1e-8);
const NO_CHARACTER = -24;

const models = new Map<string, readonly CharacterClass[]>();

function modelOf(name: string): readonly CharacterClass[] {
  const model = models.get(name) ?? classesOf(name);
  models.set(name, model);
  return model;
}

/** How well the sample reads in each encoding of East Asia; comparable with the single-byte scores. */
export function scoreMultiByte(sample: Uint8Array): Score[] {
  return MULTI_BYTE.map((name) => {
    // A sample may end inside a character: streaming keeps its first byte back.
    const text = new TextDecoder(name).decode(sample, { stream: true });
    return { name, score: scoreText(text, modelOf(name)) };
  });
}

function scoreText(text: string, classes: readonly CharacterClass[]): number {
  let sum = 0;
  let afterLetter = false;
  for (const character of text) {
    if (character < "\x80") {
      afterLetter = (character >= "a" && character <= "z") || (character >= "A" && character <= "Z");
      continue;
    }
    const code = character.codePointAt(0) as number;
    const found = classes.find(({ has }) => has(character, code));
    if (found !== undefined) sum += Math.log(found.share / found.among);
    else sum += isNoCharacter(code) ? NO_CHARACTER : STRANGE;
    if (afterLetter) sum -= 3;
    afterLetter = false;
  }
  return sum;
}

/** What decoders give for bytes without a meaning: the replacement and the private characters. */
function isNoCharacter(code: number): boolean {
  return code === 0xfffd || (code >= 0xe000 && code < 0xf900);
}

/** Up to here Unicode has the alphabets, from Latin to Thai. */
const LAST_ALPHABET = "\u0fff";

let frequentCharacters: ReadonlySet<string> | undefined;

/** Which shares of a text are written in an alphabet, and frequent in Chinese, Japanese or Korean. */
export function familiarShares(text: string): { alphabetic: number; frequent: number } {
  frequentCharacters ??= new Set(SIMPLIFIED + TRADITIONAL + KOREAN);
  let alphabetic = 0;
  let frequent = 0;
  let all = 0;
  for (const character of text) {
    all++;
    if (character <= LAST_ALPHABET) alphabetic++;
    else if (
      (character >= "\u3041" && character <= "\u30fc") ||
      PUNCTUATION.has(character) ||
      frequentCharacters.has(character)
    )
      frequent++;
  }
  const whole = Math.max(1, all);
  return { alphabetic: alphabetic / whole, frequent: frequent / whole };
}
