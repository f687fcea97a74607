import type { MemoryType } from "../../../core/extraction.ts";
import type { Language } from "./date-words.ts";
import type { Pattern } from "./english.ts";

/** The commonest statements in some other languages. Beginnings only, in lower case, parted by single spaces. */
interface LanguagePatterns {
  readonly language: Language;
  readonly patterns: readonly Pattern[];
  /** Questions, conditions and wishes. */
  readonly unstated: RegExp;
}

const pattern = (
  type: MemoryType,
  confidence: number,
  starts: string,
  further: Partial<Pattern> = {},
): Pattern => ({ type, confidence, starts: new RegExp(`^(?:${starts})`, "u"), ...further });

const spaced = (type: MemoryType, confidence: number, starts: string, further: Partial<Pattern> = {}) =>
  pattern(type, confidence, `(?:${starts})(?= |$)`, further);

const SPANISH: LanguagePatterns = {
  language: "es",
  unstated: /^(?:¿|si|quizás|quizá|tal vez|ojalá|imagina|supón|supongamos)(?= |$)/u,
  patterns: [
    spaced(
      "task",
      0.85,
      "recuérdame|recuerdame|no olvides|(?:yo )?(?:tengo|tenemos) que|(?:yo )?(?:debo|necesito) [\\p{L}]+[aei]r",
    ),
    spaced(
      "decision",
      0.85,
      "(?:nosotros )?(?:hemos decidido|decidimos|acordamos|hemos acordado)|he decidido|decidí|vamos a usar|nos quedamos con",
    ),
    spaced(
      "preference",
      0.8,
      "(?:yo )?(?:prefiero|odio|detesto|adoro)|(?:a mí )?(?:no )?me (?:gusta|gustan|encanta|encantan)|mi [\\p{L}]+ (?:favorito|favorita|preferido|preferida)",
    ),
    spaced(
      "event",
      0.75,
      "(?:tengo|tenemos) (?:una|un) (?:cita|reunión|entrevista|examen|vuelo|boda|fiesta)",
    ),
    spaced(
      "fact",
      0.85,
      "(?:yo )?(?:me llamo|vivo|vivimos|trabajo|nací|estudio|hablo|no como|no bebo|tengo (?:un|una|dos|tres|cuatro|\\d+)|soy (?:un|una|de|alérgico|alérgica|vegetariano|vegetariana|vegano|vegana|médico|médica|profesor|profesora|ingeniero|ingeniera))",
    ),
    spaced("fact", 0.75, "mi [\\p{L}]+ (?:es|se llama|vive|trabaja|tiene)"),
  ],
};

const FRENCH: LanguagePatterns = {
  language: "fr",
  unstated:
    /^(?:si|s'il|peut-être|imagine|imaginons|supposons|est-ce|où|qui|que|quand|comment|pourquoi)(?= |$)/u,
  patterns: [
    spaced("task", 0.85, "rappelle-moi|rappelez-moi|n'oublie pas|je dois|nous devons|il faut que je"),
    spaced(
      "decision",
      0.85,
      "nous avons (?:décidé|convenu|choisi)|on a (?:décidé|choisi)|j'ai (?:décidé|choisi)|on part sur",
    ),
    spaced(
      "preference",
      0.8,
      "je (?:préfère|déteste|n'aime|adore|hais)|j'(?:aime|adore)|je ne supporte pas|mon [\\p{L}]+ préféré|ma [\\p{L}]+ préférée",
    ),
    spaced("event", 0.75, "j'ai (?:un|une) (?:rendez-vous|réunion|entretien|examen|vol|mariage|fête)"),
    spaced(
      "fact",
      0.85,
      "je m'appelle|j'habite|je vis|je travaille|je suis (?:né|née|un|une|de|allergique|végétarien|végétarienne|médecin|professeur|ingénieur|marié|mariée)|j'ai (?:un|une|deux|trois|quatre|\\d+)|j'étudie|je parle|je ne mange pas|je ne bois pas",
    ),
    spaced("fact", 0.75, "(?:mon|ma) [\\p{L}]+ (?:est|s'appelle|habite|travaille|a)"),
  ],
};

const GERMAN: LanguagePatterns = {
  language: "de",
  unstated: /^(?:wenn|falls|vielleicht|stell dir|angenommen|wo|wer|was|wann|wie|warum|würde|könnte)(?= |$)/u,
  patterns: [
    spaced(
      "task",
      0.85,
      "erinnere mich|erinner mich|vergiss nicht|(?:ich|wir) (?:muss|müssen)|(?:morgen|heute) muss ich",
    ),
    spaced(
      "decision",
      0.85,
      "(?:wir haben|ich habe) (?:uns |mich )?(?:beschlossen|entschieden|vereinbart)|wir nehmen|wir haben uns (?:für|auf|darauf)|ich habe mich (?:für|entschieden)",
    ),
    spaced(
      "preference",
      0.8,
      "ich (?:mag|liebe|hasse|bevorzuge)|ich (?:esse|trinke|lese|spiele) (?:sehr )?(?:gern|gerne|lieber|am liebsten)|mein lieblings[\\p{L}]+|meine lieblings[\\p{L}]+",
    ),
    spaced(
      "event",
      0.75,
      "(?:morgen |heute )?(?:ich habe|habe ich) (?:morgen |heute )?(?:einen|eine|ein) (?:arzttermin|termin|zahnarzttermin|besprechung|prüfung|vorstellungsgespräch|flug|hochzeit)",
    ),
    spaced(
      "fact",
      0.85,
      "ich (?:heiße|heisse|wohne|lebe|arbeite|studiere|spreche)|ich bin (?:ein|eine|in|aus|allergisch|vegetarier|vegetarierin|veganer|veganerin|verheiratet|lehrer|lehrerin|arzt|ärztin|ingenieur|\\d+)|ich habe (?:einen|eine|ein|zwei|drei|vier|\\d+)|ich (?:esse|trinke) (?:kein|keine|keinen)|mein name ist",
    ),
    spaced("fact", 0.75, "(?:mein|meine) [\\p{L}]+ (?:ist|heißt|wohnt|arbeitet|hat)"),
  ],
};

const PORTUGUESE: LanguagePatterns = {
  language: "pt",
  unstated: /^(?:se|talvez|tomara|imagine|suponha|onde|quem|quando|como|por que)(?= |$)/u,
  patterns: [
    spaced(
      "task",
      0.85,
      "lembre-me|me lembre|me lembra|não esqueça|(?:eu )?(?:tenho|temos) (?:que|de)|(?:eu )?(?:preciso|devo) [\\p{L}]+r",
    ),
    spaced(
      "decision",
      0.85,
      "(?:nós )?(?:decidimos|combinamos|escolhemos)|(?:eu )?decidi|vamos usar|vamos ficar com",
    ),
    spaced(
      "preference",
      0.8,
      "(?:eu )?(?:não )?(?:prefiro|odeio|detesto|adoro|amo|gosto de)|(?:meu|minha) [\\p{L}]+ (?:favorito|favorita|preferido|preferida)",
    ),
    spaced(
      "event",
      0.75,
      "(?:eu )?tenho (?:uma|um) (?:consulta|reunião|entrevista|prova|voo|casamento|festa)",
    ),
    spaced(
      "fact",
      0.85,
      "(?:eu )?(?:me chamo|moro|moramos|vivo em|trabalho|nasci|estudo|falo|não como|não bebo|tenho (?:um|uma|dois|duas|três|\\d+)|sou (?:um|uma|de|do|da|alérgico|alérgica|vegetariano|vegetariana|médico|médica|professor|professora))|meu nome é",
    ),
    spaced("fact", 0.75, "(?:meu|minha) [\\p{L}]+ (?:é|se chama|mora|trabalha|tem)"),
  ],
};

/** Tokens of Han characters are parted by spaces like all others. */
const han = (starts: string) => starts.replaceAll(/\p{Script=Han}(?=\p{Script=Han})/gu, "$& ");

const CHINESE: LanguagePatterns = {
  language: "zh",
  unstated: /^(?:如 果|假 如|要 是|假 设|也 许|可 能)|[吗呢?？]|什 么|哪 里|为 什 么/u,
  patterns: [
    pattern(
      "task",
      0.85,
      han(
        "(?:请 )?提醒我|别忘了|(?:(?:今天|明天) )?(?:我|我们)(?: (?:今天|明天))? (?:需要|必须|得)|(?:今天|明天) (?:我|我们) (?:要|需要|必须|得)",
      ),
    ),
    pattern("decision", 0.85, han("(?:我们|我) (?:已经 )?(?:决定|同意|选择了|商定)")),
    pattern("preference", 0.8, han("我 (?:更 |最 |很 |非常 |不 )*(?:喜欢|爱|讨厌)|我最喜欢的|我不喜欢")),
    pattern("event", 0.75, han("(?:今天|明天|昨天) (?:我|我们)(?= )|(?:我|我们) (?:今天|明天|昨天)(?= )")),
    pattern(
      "fact",
      0.85,
      han(
        "我叫|我住在|我在 [^.。]{1,40} (?:工作|上班|上学)|我来自|我出生|我有 [一两二三四五六\\d]|我是 (?!不|说)|我的名字|我不吃|我对 [^。]{1,30} 过敏",
      ),
    ),
  ],
};

export const OTHER_LANGUAGES: readonly LanguagePatterns[] = [SPANISH, FRENCH, GERMAN, PORTUGUESE, CHINESE];
