import { describe, expect, it } from "vitest";
import { readStatement } from "./statement.ts";

function read(text: string, saidFirst?: number) {
  return readStatement({ text, subject: "", type: "fact" }, saidFirst);
}
function numbers(text: string): string[] {
  return read(text).quantities.map(({ key }) => key);
}

describe("numbers and units", () => {
  it.each([
    ["1 kg", ["1000g"]],
    ["1000 g", ["1000g"]],
    ["10mg", ["0.01g"]],
    ["1,500 euros", ["1500eur"]],
    ["€1500", ["1500eur"]],
    ["1.2 million inhabitants", ["1200000"]],
    ["twenty-three people", ["23"]],
    ["two hundred rows", ["200"]],
    ["half a dozen eggs", ["6"]],
    ["50% of it", ["0.5"]],
    ["90 minutes", ["5400s"]],
    ["1.5 hours", ["5400s"]],
    ["-5 degrees Celsius", ["-5celsius"]],
    ["the second floor", ["#2"]],
    ["version 2.3.1", ["=2.3.1"]],
    ["10.000 Einträge", ["=10.000"]],
    ["1,5 Liter", ["1.5l"]],
  ])("reads %s", (text, keys) => expect(numbers(text)).toEqual(keys));

  it("keeps the zeros of versions and codes, and not those of quantities", () => {
    expect(numbers("Python 3.10 is used")).not.toEqual(numbers("Python 3.1 is used"));
    expect(numbers("the PIN is 0042")).not.toEqual(numbers("the PIN is 42"));
    expect(numbers("it costs 1.50 euros")).toEqual(numbers("it costs 1.5 euros"));
    expect(numbers("they sold 1.50 million")).toEqual(numbers("they sold 1.5 million"));
  });

  it("tells megabits from megabytes", () => {
    expect(numbers("the file has 5 Mb")).not.toEqual(numbers("the file has 5 MB"));
    expect(numbers("the file has 5 mb")).toEqual(numbers("the file has 5 MB"));
  });

  it("does not read a decimal point or a group into figures that can be either", () => {
    expect(numbers("10.000 entries")).not.toEqual(numbers("10 entries"));
  });
});

describe("dates", () => {
  it.each([
    ["on March 5, 2024", ["5-3"]],
    ["on 2024-03-05", ["5-3"]],
    ["on 5.3.2024", ["5-3"]],
    ["on the 5th of March", ["5-3"]],
    ["on 7/20/2025", ["20-7"]],
    ["on 03/04/2025", ["3/4"]],
    ["it is in May", ["m5"]],
    ["they may march on", []],
    ["on Mon", ["wd1"]],
    ["at 3 pm", ["t900"]],
    ["at 15:00", ["t900"]],
    ["at noon", ["t720"]],
  ])("reads %s", (text, dates) => expect(read(text).dates).toEqual(dates));

  it("knows which day tomorrow is when it knows when it was said", () => {
    const said = Date.UTC(2024, 2, 4, 10);
    expect(read("due tomorrow", said).dates).toEqual(read("due on 5 March 2024").dates);
    expect(read("due tomorrow").dates).toEqual(["r1"]);
  });
});

describe("negation and modality", () => {
  it.each([
    "Tom doesn't swim",
    "Tom cannot swim",
    "Tom no longer swims",
    "Tom dislikes it",
    "Tom swims without it",
    "Tom stopped swimming",
    "Tom schwimmt nicht",
    "Tom ne nage plus",
    "La usuaria no come nada",
    "Он никогда не плавает",
    "彼は泳がない",
  ])("finds that %s is negative", (text) => expect(read(text).isNegative).toBe(true));

  it.each(["Tom swims", "Tom does not dislike it", "Not only Tom swims"])("finds that %s is not", (text) =>
    expect(read(text).isNegative).toBe(false),
  );

  it.each([
    ["Tom must swim", ["must"]],
    ["Tom has to swim", ["must"]],
    ["Tom would like to swim", ["want"]],
    ["Tom used to swim", ["ago"]],
    ["Tom is used to it", []],
    ["Tom swims", []],
  ])("finds how firmly it is said: %s", (text, modality) => expect(read(text).modality).toEqual(modality));
});

describe("names", () => {
  it("tells names from words that begin a sentence", () => {
    const names = read("Yesterday Anna wrote to tom@example.com about parseDate").words;
    expect(names.filter(({ name }) => name === "yes").map(({ text }) => text)).toEqual([
      "Anna",
      "tom@example.com",
      "parseDate",
    ]);
    expect(read("Lamps are sold").words[0].name).toBe("maybe");
  });
});
