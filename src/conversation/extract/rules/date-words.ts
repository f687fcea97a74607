export type Language = "en" | "es" | "fr" | "de" | "pt" | "zh";

/** Words by their place, from 0. */
type Places = ReadonlyMap<string, number>;

/** How a language names days, in lower case. Weekdays count from Monday. */
export interface DateWords {
  readonly today: readonly string[];
  readonly tomorrow: readonly string[];
  readonly yesterday: readonly string[];
  readonly weekdays: Places;
  readonly months: Places;
  /** Words that stand before a date and make it a limit. */
  readonly by: readonly string[];
  readonly before: readonly string[];
  readonly since: readonly string[];
  readonly until: readonly string[];
  /** Words that stand before a month or a year alone. */
  readonly inside: readonly string[];
  /** Between a day, its month and its year. */
  readonly of: readonly string[];
}

const list = (words: string): string[] => words.split(" ");
/** `|` parts the spellings of one. */
const places = (words: string): Places =>
  new Map(
    list(words).flatMap((spellings, place) => spellings.split("|").map((word) => [word, place] as const)),
  );

export const DATE_WORDS: Readonly<Record<Language, DateWords>> = {
  en: {
    today: list("today tonight"),
    tomorrow: list("tomorrow tmrw"),
    yesterday: list("yesterday"),
    weekdays: places(
      "monday|mon tuesday|tue|tues wednesday|wed thursday|thu|thurs friday|fri saturday sunday",
    ),
    months: places(
      "january|jan february|feb march|mar april|apr may june|jun july|jul august|aug september|sep|sept october|oct november|nov december|dec",
    ),
    by: list("by due"),
    before: list("before"),
    since: list("since"),
    until: list("until till"),
    inside: list("in during"),
    of: list("of"),
  },
  es: {
    today: list("hoy"),
    tomorrow: list("mañana"),
    yesterday: list("ayer"),
    weekdays: places("lunes martes miércoles|miercoles jueves viernes sábado|sabado domingo"),
    months: places(
      "enero febrero marzo abril mayo junio julio agosto septiembre|setiembre octubre noviembre diciembre",
    ),
    by: list("para"),
    before: list("antes"),
    since: list("desde"),
    until: list("hasta"),
    inside: list("en"),
    of: list("de del"),
  },
  fr: {
    today: list("aujourd'hui"),
    tomorrow: list("demain"),
    yesterday: list("hier"),
    weekdays: places("lundi mardi mercredi jeudi vendredi samedi dimanche"),
    months: places(
      "janvier février|fevrier mars avril mai juin juillet août|aout septembre octobre novembre décembre|decembre",
    ),
    by: list("pour"),
    before: list("avant"),
    since: list("depuis"),
    until: list("jusqu'à jusqu'au"),
    inside: list("en"),
    of: list("de"),
  },
  de: {
    today: list("heute"),
    tomorrow: list("morgen"),
    yesterday: list("gestern"),
    weekdays: places("montag dienstag mittwoch donnerstag freitag samstag|sonnabend sonntag"),
    months: places(
      "januar|jänner februar märz|maerz april mai juni juli august september oktober november dezember",
    ),
    by: list("bis"),
    before: list("vor"),
    since: list("seit"),
    until: [],
    inside: list("im in"),
    of: list("."),
  },
  pt: {
    today: list("hoje"),
    tomorrow: list("amanhã"),
    yesterday: list("ontem"),
    weekdays: places("segunda|segunda-feira terça|terça-feira quarta quinta sexta sábado domingo"),
    months: places(
      "janeiro fevereiro março|marco abril maio junho julho agosto setembro outubro novembro dezembro",
    ),
    by: list("até"),
    before: list("antes"),
    since: list("desde"),
    until: [],
    inside: list("em"),
    of: list("de do"),
  },
  zh: {
    today: list("今天"),
    tomorrow: list("明天"),
    yesterday: list("昨天"),
    weekdays: places(
      "星期一|周一 星期二|周二 星期三|周三 星期四|周四 星期五|周五 星期六|周六 星期日|星期天|周日",
    ),
    months: new Map(),
    by: [],
    before: [],
    since: [],
    until: [],
    inside: [],
    of: [],
  },
};

const NUMBERS = places("zero one|a|an two|couple three|few four five six seven eight nine ten eleven twelve");

/** "3", "three", "a": undefined for anything else and beyond a thousand. */
export function smallNumber(word: string): number | undefined {
  if (/^\d{1,3}$/.test(word)) return Number(word);
  return NUMBERS.get(word);
}
