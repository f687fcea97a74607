/** What ids stand for in one workspace. */
export interface SlackNames {
  readonly users: ReadonlyMap<string, string>;
  readonly channels: ReadonlyMap<string, string>;
}

export const NO_NAMES: SlackNames = { users: new Map(), channels: new Map() };

const ENTITIES: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&amp;": "&" };

/** A message's text as its readers saw it: mentions by name, links with their address, entities as characters. */
export function slackText(text: string, names: SlackNames): string {
  const resolved = text.replace(
    /<([^<>\n]{1,4000})>/g,
    (whole, inner: string) => reference(inner, names) ?? whole,
  );
  return resolved.replace(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity]);
}

function reference(inner: string, names: SlackNames): string | undefined {
  const bar = inner.indexOf("|");
  const target = bar < 0 ? inner : inner.slice(0, bar);
  const label = bar < 0 ? "" : inner.slice(bar + 1);
  const id = target.slice(1);
  if (target.startsWith("@")) return `@${names.users.get(id) ?? (label.replace(/^@/, "") || id)}`;
  if (target.startsWith("#")) return `#${names.channels.get(id) ?? (label.replace(/^#/, "") || id)}`;
  if (target.startsWith("!")) return special(id, label);
  if (!/^(?:https?|mailto|tel|ftp):/i.test(target)) return undefined;
  const address = target.replace(/^mailto:|^tel:/i, "");
  return label === "" || label === address || label === target ? address : `${label} (${address})`;
}

/** `!here`, `!subteam^S1|@team`, `!date^1700000000^{date}|Nov 14`. */
function special(command: string, label: string): string {
  if (label !== "") return label;
  const [name, id] = command.split("^");
  return `@${name === "subteam" ? (id ?? name) : name}`;
}
