/** Keys as providers write them, for keys that Sherd was not told: a caller's own model object holds its own. */
const KEY_SHAPES = /\bBearer\s+\S+|\b(?:sk|pk|pa|gsk|xai|hf)[-_][\w-]{12,}|\bAIza[\w-]{20,}/g;

export type Redact = (text: string) => string;

/** Takes keys out of what a provider said, before it gets into a message: some echo the key they were sent. */
export function redactor(secrets: readonly (string | undefined)[]): Redact {
  const known = new Set<string>();
  for (const secret of secrets) {
    if (!secret) continue;
    known.add(secret);
    known.add(encodeURIComponent(secret));
    known.add(JSON.stringify(secret).slice(1, -1));
  }
  return (text) => {
    let clean = text;
    for (const secret of known) clean = clean.replaceAll(secret, "[key]");
    return clean.replace(KEY_SHAPES, "[key]");
  };
}
