/**
 * The letters beyond ASCII that a language writes, the most frequent first. Ranks are enough: within one
 * language letter frequencies fall roughly by a constant ratio from rank to rank.
 */
export const LETTERS = {
  french: "éàèêçùîôûâœëïüöÿæ",
  german: "üäößéàè",
  spanish: "óáíéñúüç",
  italian: "àèùòéìîó",
  portuguese: "ãçáéíóêõúâàôü",
  dutch: "ëéïèöüêçà",
  swedish: "äåöéüàè",
  danish: "æøåéüöä",
  norwegian: "åøæéöäòô",
  finnish: "äöåéšžü",
  icelandic: "ðáíéöóþæúý",
  catalan: "àéóèíòçúïü·",
  galician: "óáíéúñüï",
  albanian: "ëçéâê",
  faroese: "ðáøíæóúýåö",
  irish: "áéíúóè",
  afrikaans: "êëéïôèöûáú",
  polish: "łęóążśćńź",
  czech: "íáéěřýčžšůúťňóď",
  slovak: "áíéýčžúšťľôňóďäĺŕ",
  hungarian: "áéöőóüíúűäô",
  slovene: "čšžćđé",
  croatian: "čžšćđ",
  romanian: "ăîţşâșțé",
  turkish: "ıüşğçöâîû",
  lithuanian: "ėšųžąįūčęéó",
  latvian: "āīēšņļžūčķģ",
  estonian: "äõüöšžé",
  vietnamese: "đưăôâêơàáóúíìùèéòýãõ\u0300\u0301\u0309\u0323\u0303",
  russian: "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё",
  ukrainian: "оаинвітерслкудмпзягьбчйхцжїюшщєфґ",
  bulgarian: "аиоентрсвлкдпмзъгубячцйжхшщфюь",
  serbian: "аоиенрстујкдвлпмзбгњчљцшхћжђфџ",
  belarusian: "анеіорсыклтядзувпмьгўбчйцхшжэюёф",
  macedonian: "аоиетнрвслкдпмујзгбчшцњжѓфхќљџѕ",
  greek: "αοιετσνηυρπκμλςίωδάγέόήθβχύφώξζψϊϋΐΰ",
  hebrew: "יוהלארתבשמםנעקדחפכןסגצטזךףץ\u05bc\u05b0\u05b8",
  arabic: "اليمونرتبةعدسفهكقأحجشصطخىءضغثإذئظزآؤ\u064b\u0651،؟",
  persian: "اىيرنمودهتبسشكلزقفگعخجپچآحصئطضغذثظژ\u064bأ،؟",
  urdu: "اىيروكےمنہسلتدبپںجقعفھحگشٹچخزآئصضطغذثڈظڑ\u064b\u0651،؟",
  thai: "านรอกเงมยลวดทส่้ตคหปแบิะีัพจขใไุชืูถำ์ผ็โธซศณฟญภฉึฮษฐๆ",
} as const;

export type Language = keyof typeof LETTERS;

/**
 * The ASCII letters of the languages written in Latin letters, the most frequent first; what is missing is
 * hardly used. They tell apart encodings whose other letters fall on the same bytes.
 */
export const ASCII_LETTERS: Readonly<Partial<Record<Language, string>>> = {
  french: "etinsaroludcpmvgqfbhxyj",
  german: "enritdahsulgcfombkzwvpj",
  spanish: "eaoinsrdlctupmbyhgvfqjzx",
  italian: "ieaontrldsucpmgzvbhfq",
  portuguese: "eaosidrtnumclpgvfbqhzjx",
  dutch: "eniartdoglhvskjmcbzpwfu",
  swedish: "aternlisdgokmhvfucpbyj",
  danish: "erntlidasgofkhmvubpyjc",
  norwegian: "ertnlisaogkdmhvfupbjy",
  finnish: "aitenskloumjvhyrpdg",
  icelandic: "arniesltgumfkvohdjybpz",
  catalan: "eaitslnrocdupmgvbqfhjxyz",
  galician: "eaoinsrdtclupmbgvfxqhz",
  albanian: "etirnashjdmokuplvgbfqzycx",
  faroese: "airntlsegumvkodfhyjbp",
  irish: "aihnertcsodglumbfp",
  afrikaans: "eniardstolgkvmhwupbyf",
  polish: "aoienwzrcysdpktujlmbghf",
  czech: "oneavtsidrlkmpubzhcjygf",
  slovak: "oaneivrstkdlmpubhzcjygf",
  hungarian: "eastnlkzimgoryvbdjhcfpu",
  slovene: "oaienvrsdjtlkpmuzbghcf",
  croatian: "aoinejvrustdlmkpbzgchf",
  romanian: "eiartnluocspdmbvfgzjxh",
  turkish: "eairlnkmtdshyuvbozgcfp",
  lithuanian: "iastreonkmuvlpgjdybczf",
  latvian: "iasteunrbvkpmoldzjcgf",
  estonian: "aeistlunkdmorvgjhpbf",
  vietnamese: "nhaictugovympbqlkrdsxe",
};

export interface SingleByteEncoding {
  readonly name: string;
  readonly languages: readonly Language[];
  /** Whether its texts are ASCII words with a few letters beyond it, rather than words of another script. */
  readonly latin: boolean;
  /** Natural logarithm of how common it is, against the commonest: decides between near equals. */
  readonly prior: number;
}

const WESTERN: readonly Language[] = [
  "french",
  "german",
  "spanish",
  "italian",
  "portuguese",
  "dutch",
  "swedish",
  "danish",
  "norwegian",
  "finnish",
  "icelandic",
  "catalan",
  "galician",
  "albanian",
  "faroese",
  "irish",
  "afrikaans",
];
const CENTRAL: readonly Language[] = [
  "polish",
  "czech",
  "slovak",
  "hungarian",
  "slovene",
  "croatian",
  "romanian",
];
const CYRILLIC: readonly Language[] = [
  "russian",
  "ukrainian",
  "bulgarian",
  "serbian",
  "belarusian",
  "macedonian",
];

/**
 * The commonest first: of encodings that read a text alike, the first gives the name. ISO 8859-1, -8, -9
 * and -13 are missing because a Windows encoding reads all their letters alike; Latin-1 text is thus
 * called windows-1252, as browsers do.
 */
export const SINGLE_BYTE: readonly SingleByteEncoding[] = [
  { name: "windows-1252", languages: WESTERN, latin: true, prior: 0 },
  { name: "windows-1251", languages: CYRILLIC, latin: false, prior: 0 },
  { name: "windows-1250", languages: CENTRAL, latin: true, prior: 0 },
  { name: "iso-8859-2", languages: CENTRAL, latin: true, prior: -1 },
  { name: "windows-1254", languages: ["turkish"], latin: true, prior: 0 },
  { name: "windows-1253", languages: ["greek"], latin: false, prior: 0 },
  { name: "iso-8859-7", languages: ["greek"], latin: false, prior: -1 },
  { name: "windows-1257", languages: ["lithuanian", "latvian", "estonian"], latin: true, prior: 0 },
  { name: "windows-1255", languages: ["hebrew"], latin: false, prior: 0 },
  { name: "windows-1256", languages: ["arabic", "persian", "urdu"], latin: false, prior: 0 },
  { name: "iso-8859-6", languages: ["arabic"], latin: false, prior: -2 },
  { name: "windows-1258", languages: ["vietnamese"], latin: true, prior: -2 },
  { name: "windows-874", languages: ["thai"], latin: false, prior: 0 },
  { name: "koi8-r", languages: ["russian", "bulgarian"], latin: false, prior: 0 },
  { name: "koi8-u", languages: ["ukrainian"], latin: false, prior: 0 },
  { name: "ibm866", languages: ["russian", "ukrainian", "belarusian"], latin: false, prior: -2 },
  { name: "iso-8859-5", languages: CYRILLIC, latin: false, prior: -3 },
  { name: "iso-8859-15", languages: WESTERN, latin: true, prior: -1 },
  { name: "macintosh", languages: WESTERN, latin: true, prior: -4 },
];
