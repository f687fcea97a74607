import { expect, it } from "vitest";
import { toThirdPerson } from "./third-person.ts";

it.each([
  ["I live with my cat", "Anna lives with their cat"],
  ["I'm tired", "Anna is tired"],
  ["I've moved", "Anna has moved"],
  ["I don't eat pork", "Anna doesn't eat pork"],
  ["I really love it", "Anna really loves it"],
  ["I moved to Oslo", "Anna moved to Oslo"],
  ["I went there", "Anna went there"],
  ["I need to go", "Anna needs to go"],
  ["I study and teach", "Anna studies and teach"],
  ["My sister told me", "Anna's sister told them"],
  ["Remind me to call", "Remind Anna to call"],
  ["Ill and mean India", "Ill and mean India"],
])("%s", (said, told) => expect(toThirdPerson(said, "Anna")).toBe(told));
