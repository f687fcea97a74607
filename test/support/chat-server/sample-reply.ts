/** A reply that fits the schema: the default of the chat server. */
export function sampleReply(prompt: string, shape?: { readonly schema: Record<string, unknown> }): string {
  const words = `Reply to ${prompt.length} characters: ${prompt.slice(-40)}`;
  return shape === undefined ? words : JSON.stringify(sampleOf(shape.schema, words));
}

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema.
function sampleOf(schema: any, words: string): unknown {
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  const type = String(Array.isArray(schema.type) ? schema.type[0] : schema.type).toLowerCase();
  if (type === "object") {
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, of]) => [name, sampleOf(of, words)]),
    );
  }
  if (type === "array") return [sampleOf(schema.items ?? { type: "string" }, words)];
  if (type === "number" || type === "integer") return schema.minimum ?? 1;
  return type === "boolean" ? true : words;
}
