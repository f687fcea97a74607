import type { HtmlElement } from "./html-tree.ts";

/** Elements without an end tag. */
export const VOID: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);

/** What tells an article from its surroundings. */
const KEPT_ATTRIBUTES = ["class", "id", "role", "href", "src", "rel", "itemprop"];

export function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The start tag of an element, with the attributes that matter and some more. */
export function openingTag(element: HtmlElement, more: Readonly<Record<string, string>>): string {
  const attributes = { ...more };
  for (const name of KEPT_ATTRIBUTES) {
    const value = element.attributes[name];
    if (value !== undefined) attributes[name] = value;
  }
  const written = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${escapeText(value).replaceAll('"', "&#34;")}"`,
  );
  return `<${element.name}${written.join("")}>`;
}
