import { classify } from "./classifier.ts";
import { CLASSES, type ContentType } from "./content.ts";

/** Lines a front matter may have. */
const LONGEST = 200;

/**
 * What a text is that begins with a rule: Markdown with front matter between two of them (`---`, or `+++`
 * for TOML), or YAML, whose documents begin so.
 */
export function foundByRule(head: string): ContentType | undefined {
  const lines = head
    .replace(/^\ufeff/, "")
    .split("\n", LONGEST)
    .map((line) => line.trimEnd());
  const rule = lines[0];
  if (rule !== "---" && rule !== "+++") return undefined;
  const close = lines.findIndex((line, i) => i > 0 && (line === rule || (rule === "---" && line === "...")));
  const inside = lines.slice(1, close < 0 ? undefined : close);
  const written = inside.filter((line) => line.trim() !== "" && !line.startsWith("#"));
  if (!written.some((line) => isEntry(line, rule))) return undefined;
  const body = close < 0 ? "" : lines.slice(close + 1).join("\n");
  if (rule === "+++") return close < 0 ? undefined : "markdown";
  return body.trim() === "" || readsAsYaml(body) ? "yaml" : "markdown";
}

function isEntry(line: string, rule: string): boolean {
  return rule === "---"
    ? /^\s*(?:- |["']?[\w .$/-]{1,80}["']?:(?:\s|$))/.test(line)
    : /^\s*(?:\[|[\w."-]{1,80}\s?=)/.test(line);
}

function readsAsYaml(body: string): boolean {
  const likelihoods = classify([body]);
  const of = (name: (typeof CLASSES)[number]) => likelihoods[CLASSES.indexOf(name)];
  return of("yaml") > of("markdown") + of("text") + of("html");
}
