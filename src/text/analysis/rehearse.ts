import { analyse } from "./analyse.ts";

/** Every kind of token, and every way in which one can end. */
const EVERY_KIND =
  "the quick words, don't o’clock naïve a\u0301 x I 7 12 5% getHTTPResponse2 snake_case __init__ trailing_ $x " +
  "3.14 v1.2.3 python3.11 3.5mm a1-2 f1/3 2024-11-15 2024-11-15T09:08 12/31 10:45 1,000,000 1,2,3 0xdeadbeef " +
  "1a2b3c4d5e 123e4567-e89b-12d3-a456-426614174000 well-known --option node.js obj.field a.b.c x.net .NET " +
  "jane.doe@example.com @user C++ g++ C# F# path/to/file.ts 漢字かな ไทย 한국어 עברית 🙂 ";
/** After so many V8 has noted what each branch meets. */
const TIMES = 30;

/**
 * Meets all kinds of tokens before a long run does. V8 compiles code for what it has met so far, and throws it away when
 * it meets something else: left to itself it compiles the analyser eight times, for as long as a fifth of the analysis
 * of ten megabytes takes.
 */
export function rehearseAnalysis(): void {
  for (let i = 0; i < TIMES; i++) analyse(EVERY_KIND);
}
