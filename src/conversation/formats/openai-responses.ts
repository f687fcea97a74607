import { malformed } from "../format.ts";
import { messageFormat } from "../message-format.ts";
import { filledMember, kindOf, listMember, member, textMember } from "../values.ts";
import { itemLikelihood, itemMessage } from "./openai-items.ts";

/** Items of OpenAI's Responses API: a list, a request with its input, a response, or both. */
export const openaiResponses = messageFormat({
  name: "openai-responses",
  isStrict: true,

  likelihood: itemLikelihood,

  messages(record) {
    const input = member(record, "input");
    const output = listMember(record, "output");
    const isResponse = textMember(record, "object") === "response";
    if (
      !isResponse &&
      output.length === 0 &&
      !(Array.isArray(input) && input.some((item) => itemLikelihood(item) > 0))
    )
      return undefined;
    const asked = typeof input === "string" ? [{ type: "message", role: "user", content: input }] : input;
    return { messages: [...(Array.isArray(asked) ? asked : []), ...output], path: ".items" };
  },

  before(record, builder, place) {
    const instructions = filledMember(record, "instructions");
    if (instructions === undefined) return;
    builder.add({ role: "system", parts: [{ kind: "text", text: instructions }] }, `${place}.instructions`);
  },

  read(item, builder, place, scope) {
    const draft = itemMessage(item, builder, place);
    if (draft === null) throw malformed(scope, place, `${kindOf(item)} is no item of the Responses API`);
    if (draft !== undefined) builder.add(draft, place);
  },
});
