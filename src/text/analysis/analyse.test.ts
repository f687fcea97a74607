import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyse, loadLanguages } from "./analyse.ts";
import { fold } from "./fold.ts";
import { analysisLanguage } from "./language.ts";
import { STEMMED_LANGUAGES } from "./stemmers.ts";

await loadLanguages(STEMMED_LANGUAGES);

describe("the terms of English text and of code", () => {
  it.each([
    ["The vessels were found", ["vessel", "found"]],
    ["What is the purpose of DiffExecutor?", ["purpos", "diffexecutor", "diff", "executor"]],
    ["getHTTPResponse2", ["gethttpresponse2", "get", "http", "respons"]],
    ["snake_case_name", ["snake_case_name", "snake", "case", "name"]],
    ["MAX_SIZE __init__", ["max_size", "max", "size", "init"]],
    ["Café naïve", ["cafe", "naiv"]],
    ["ﬁne １２", ["fine", "12"]],
    ["Tokyo's 東京都", ["tokyo", "東京", "京都"]],
    ["iPhone手机", ["iphone", "phone", "手机"]],
    ["ｶﾞｲﾄﾞ", ["ガイ", "イド"]],
    ["北", ["北"]],
    ["don't don’t", ["don't", "don't"]],
    ["Strauß Æsir Łódź", ["strauss", "aesir", "lodz"]],
    ["", []],
    ["  …—  ", []],
  ])("%j", (text, expected) => {
    expect(analyse(text)).toEqual(expected);
  });
});

describe("numbers, versions and dates are kept", () => {
  it.each([
    ["3.14", ["3.14"]],
    ["10mg", ["10mg", "10", "mg"]],
    ["3.5mm", ["3.5mm", "3.5", "mm"]],
    ["v1.2.3", ["v1.2.3", "1.2.3", "1.2"]],
    ["1.2.3-beta.1", ["1.2.3", "1.2", "beta", "1"]],
    ["python3.11", ["python3.11", "python", "3.11"]],
    ["192.168.0.1", ["192.168.0.1", "192.168"]],
    ["2024-11-15", ["2024-11-15", "2024-11", "2024", "11", "15"]],
    ["11/15/2024", ["11/15/2024", "11", "15", "2024"]],
    [
      "2024-11-15T09:08:55Z",
      ["2024-11-15", "2024-11", "2024", "11", "15", "09:08:55z", "09:08:55", "09", "08", "55"],
    ],
    ["pages 10-20.", ["page", "10-20", "10", "20"]],
    ["1,000,000 and 1,250.50", ["1000000", "1250.50"]],
    ["[1,2,3]", ["1", "2", "3"]],
    ["100,200,300,400,500,600", ["100", "200", "300", "400", "500", "600"]],
    ["1,000-2,000", ["1000", "2000"]],
    ["In 2024. Then", ["2024"]],
  ])("%j", (text, expected) => {
    expect(analyse(text)).toEqual(expected);
  });
});

describe("names with signs in them", () => {
  it.each([
    ["C++ and C#", ["c++", "c#"]],
    ["c++17", ["c++", "17"]],
    [".NET", [".net", "net"]],
    ["ASP.NET", ["asp.net", "asp", "net"]],
    ["Node.js.", ["node.js", "node", "js"]],
    ["os.path.join", ["os", "path", "join"]],
    ["src/store/scan.test.ts", ["src", "store", "scan.test.ts", "scan", "test", "ts"]],
    ["my-file.json", ["my-file.json", "file", "json"]],
    ["jane.doe@example.org,", ["jane.doe@example.org", "jane", "doe", "exampl", "org"]],
    ["well-known", ["well", "known"]],
    ["0xDEADBEEF", ["0xdeadbeef"]],
    ["a3f5c9e1b2", ["a3f5c9e1b2"]],
    ["550E8400-e29b-41d4-a716-446655440000", ["550e8400-e29b-41d4-a716-446655440000"]],
    ["i++", []],
  ])("%j", (text, expected) => {
    expect(analyse(text)).toEqual(expected);
  });
});

describe("other languages", () => {
  it.each([
    ["de", "Die Häuser der Straßen", "Haus Strasse"],
    ["fr", "L’égalité des nations", "egalite nation"],
    ["es", "las declaraciones de la canción", "declaración canciones"],
    ["it", "dell'università", "università"],
    ["pt", "declarações", "declaração"],
    ["nl", "de huizen en boeken", "boek"],
    ["sv", "bilarna och flickorna", "flickor"],
    ["ru", "книги всё ещё читают", "книга читать"],
    ["tr", "İstanbul’da evlerin", "istanbul ev"],
    ["hu", "házak", "házakat"],
    ["el", "οι άνθρωποι", "ανθρωποι"],
    ["fi", "talossa", "talo"],
    ["ru", "сервер responses", "response"],
    ["ja", "サーバーのresponses", "response"],
  ])("%s: %j is found by every word of %j", (language, document, query) => {
    const terms = new Set(analyse(document, { language }));
    for (const word of query.split(" ")) {
      expect(analyse(word, { language }).filter((term) => terms.has(term))).not.toEqual([]);
    }
  });

  it("leaves out the language's own stop words, and keeps them where it is told to", () => {
    expect(analyse("der Topf und the pot", { language: "de" })).toEqual(["topf", "the", "pot"]);
    expect(analyse("The Who", { keepStopWords: true })).toEqual(["the", "who"]);
  });

  it("keeps the signs that are letters of their script", () => {
    expect(analyse("हिन्दी", { language: "mr" })).toEqual(["हिन्दी"]);
    expect(analyse("мой", { language: "bg" })).toEqual(["мой"]);
  });

  it("takes a language without rules of its own", () => {
    expect(analyse("slova slovami", { language: "cs" })).toEqual(["slova", "slovami"]);
    expect(analyse("slova slovami", { language: "xx" })).toEqual(["slova", "slovami"]);
  });

  const marked = fc.string({ unit: fc.constantFrom(..."aeiouáéíóúäöüßçñãõłşğıčšžøåæns") });
  it.each(STEMMED_LANGUAGES)(
    "%s: a word without its accents has only terms that it has with them",
    (language) => {
      fc.assert(
        fc.property(marked, (word) => {
          const bare = fold(word);
          const terms = new Set(analyse(word, { language, keepStopWords: true }));
          expect(analyse(bare, { language, keepStopWords: true }).filter((term) => !terms.has(term))).toEqual(
            [],
          );
        }),
      );
    },
  );

  it.each(STEMMED_LANGUAGES)("%s: takes any text, and gives no empty term", (language) => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        for (const term of analyse(text, { language })) expect(term).not.toBe("");
      }),
    );
  });
});

describe("what a document's language is analysed as", () => {
  it.each([
    ["de-AT", "de"],
    ["nb", "no"],
    ["pl", "pl"],
    ["cs", "und"],
    ["ko", "zh"],
    ["English", "en"],
    [undefined, "en"],
    [7, "en"],
  ])("%j: %s", (given, expected) => {
    expect(analysisLanguage(given)).toBe(expected);
  });
});

it("asks and answers with the same terms", () => {
  const answer = new Set(analyse("struct DiffExecutor wraps two executors"));
  expect(analyse("What does the diff executor wrap?").every((term) => answer.has(term))).toBe(true);
});

it("gives a piece of a text the terms it has alone, whatever was analysed before", () => {
  const piece = fc.constantFrom(
    "Vessel's",
    "v1.2",
    "東京",
    "x.json",
    "HTTPServer",
    "10,000",
    "a@b.org",
    "été",
    "c++",
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      expect(analyse(pieces.join(" "))).toEqual(pieces.flatMap((one) => analyse(one)));
    }),
  );
});

describe("is linear on what looks like one endless word", () => {
  it.each(["a_", "aB", "1.", "a.", "a-", "a@", "1,000,", "0f1e", "'a", "é"])("%j repeated", (unit) => {
    const text = unit.repeat(200_000);
    expect(analyse(text).length).toBeLessThanOrEqual(text.length);
  });

  it("one word is cut, and a run without blanks is not", () => {
    expect(analyse("a_".repeat(200_000)).length).toBeLessThan(100);
    expect(analyse("aB".repeat(200_000)).length).toBeLessThan(100);
    expect(analyse("東京".repeat(100)).length).toBe(199);
  });
});
