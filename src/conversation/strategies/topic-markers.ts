/**
 * Words by which people say that something else begins, a list a language; lower case, straight apostrophes.
 * They count at the beginning of a message or of a sentence near it: in the middle of one they mean other things.
 */
const MARKERS: Readonly<Record<string, readonly string[]>> = {
  en: [
    ...[
      "let's talk about",
      "let's move on",
      "let's discuss",
      "let's switch",
      "let's turn to",
      "let's start with",
    ],
    ...[
      "moving on",
      "next topic",
      "next question",
      "next item",
      "new topic",
      "new question",
      "another question",
    ],
    ...["another topic", "another thing", "different topic", "different question", "on another note"],
    ...[
      "on a different note",
      "changing the subject",
      "change of subject",
      "change of topic",
      "by the way",
      "btw",
    ],
    ...["anyway", "unrelated", "speaking of", "switching gears", "separately", "one more thing", "back to"],
    ...["turning to", "now let's", "okay next", "ok next", "finally", "last question"],
  ],
  es: [
    ...[
      "hablemos de",
      "pasemos a",
      "cambiando de tema",
      "cambio de tema",
      "otro tema",
      "otra pregunta",
      "otra cosa",
    ],
    ...[
      "siguiente tema",
      "siguiente pregunta",
      "por cierto",
      "en fin",
      "volviendo a",
      "por último",
      "nueva pregunta",
    ],
  ],
  fr: [
    ...[
      "parlons de",
      "passons à",
      "passons au",
      "changeons de sujet",
      "autre sujet",
      "autre question",
      "autre chose",
    ],
    ...["sujet suivant", "question suivante", "au fait", "d'ailleurs", "bref", "revenons à", "pour finir"],
    ...["nouvelle question", "une autre question"],
  ],
  de: [
    ...[
      "lass uns über",
      "lasst uns über",
      "reden wir über",
      "kommen wir zu",
      "kommen wir zum",
      "nächstes thema",
    ],
    ...[
      "nächste frage",
      "anderes thema",
      "andere frage",
      "themenwechsel",
      "neues thema",
      "neue frage",
      "übrigens",
    ],
    ...["noch etwas", "noch eine frage", "zurück zu", "zurück zum", "jedenfalls", "zum schluss", "apropos"],
  ],
  it: [
    ...[
      "parliamo di",
      "passiamo a",
      "passiamo al",
      "cambiando argomento",
      "cambiamo argomento",
      "altro argomento",
    ],
    ...[
      "altra domanda",
      "un'altra domanda",
      "un'altra cosa",
      "prossimo argomento",
      "prossima domanda",
      "a proposito",
    ],
    ...["comunque", "tornando a", "per finire", "nuova domanda"],
  ],
  pt: [
    ...["vamos falar", "falemos de", "passemos a", "mudando de assunto", "outro assunto", "outra pergunta"],
    ...[
      "outra coisa",
      "próximo assunto",
      "próximo tema",
      "próxima pergunta",
      "a propósito",
      "aliás",
      "enfim",
    ],
    ...["voltando a", "por fim", "nova pergunta", "por falar em"],
  ],
  zh: [
    ...[
      "接下来",
      "下一个问题",
      "下一个话题",
      "下一题",
      "换个话题",
      "另一个问题",
      "另外",
      "顺便",
      "对了",
      "言归正传",
    ],
    ...[
      "我们来谈",
      "我们来聊",
      "说到",
      "最后一个问题",
      "還有一個問題",
      "還有",
      "换一个话题",
      "換個話題",
      "順便",
      "接下來",
    ],
  ],
  ja: [
    ...[
      "次の質問",
      "次の話題",
      "次に",
      "話は変わ",
      "話を変え",
      "話題を変え",
      "ところで",
      "さて",
      "別の質問",
      "別の話",
    ],
    ...["もう一つ", "それでは次", "では次", "ちなみに", "最後に", "本題に"],
  ],
  ko: [
    ...[
      "다음 질문",
      "다음 주제",
      "다음으로",
      "그런데",
      "그건 그렇고",
      "다른 질문",
      "다른 이야기",
      "다른 주제",
      "화제를 바꿔",
    ],
    ...["참고로", "마지막으로", "이제", "한 가지 더", "새로운 질문"],
  ],
  ru: [
    ...[
      "давай поговорим",
      "давайте поговорим",
      "перейдём к",
      "перейдем к",
      "следующий вопрос",
      "следующая тема",
    ],
    ...["другой вопрос", "другая тема", "ещё вопрос", "еще вопрос", "кстати", "между прочим", "сменим тему"],
    ...["вернёмся к", "вернемся к", "и последнее", "новый вопрос"],
  ],
};

/** Marker languages, for tests and docs. */
export const MARKER_LANGUAGES: readonly string[] = Object.keys(MARKERS);

/** How far into a message a marker counts, in UTF-16 units. */
const HEAD = 200;

/** What may stand before a marker: "OK, so, by the way". Bounded, so that it cannot backtrack far. */
const OPENING = String.raw`(?:^|[.!?…。！？\n]\s{0,3})(?:\p{L}{1,6}[,\s、，]\s{0,2}){0,2}`;
const MARKER = new RegExp(
  `${OPENING}(?:${alternatives(true)}|(?:${alternatives(false)})(?![\\p{L}\\p{M}\\p{N}]))`,
  "u",
);

/** Whether a message says that it begins something else. */
export function hasTopicMarker(content: string): boolean {
  const head = content.slice(0, HEAD).toLowerCase().replaceAll("’", "'").trimStart();
  return MARKER.test(head);
}

/** The markers of scripts that do not put blanks between words, or the others, which must end where a word does. */
function alternatives(isUnspaced: boolean): string {
  return Object.entries(MARKERS)
    .filter(([language]) => ["zh", "ja", "ko"].includes(language) === isUnspaced)
    .flatMap(([, markers]) => markers)
    .toSorted((a, b) => b.length - a.length)
    .map((marker) => marker.trim())
    .join("|");
}
