import type { HtmlElement, HtmlNode } from "./html-tree.ts";

/** Elements that start and end a paragraph. */
export const BLOCKS: ReadonlySet<string> = new Set(
  (
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption " +
    "figure footer form h1 h2 h3 h4 h5 h6 header hgroup html legend li main menu nav ol optgroup option p " +
    "pre search section summary table tbody td tfoot th thead title tr ul"
  ).split(" "),
);

/** Elements that hold no text of the document. */
const WITHOUT_TEXT: ReadonlySet<string> = new Set(
  (
    "script style template noscript head iframe frame frameset noframes object embed applet audio video " +
    "canvas svg map select datalist input textarea rt rp colgroup base link meta title"
  ).split(" "),
);

/** Classes of things that are on a page for the mouse or for screen readers only. */
const CLUTTER =
  /(?:^|\s)(?:mw-editsection|headerlink|anchorjs-link|hash-link|footnote-back(?:ref)?|sr-only|visually-hidden|skip-link)(?:\s|$)/;

/** Line numbers beside code. */
const GUTTER = /(?:^|\s)(?:gutter|linenos?|line-numbers-rows|blob-num|rouge-gutter|lineno)(?:\s|$)/;

const HIDING_STYLE = /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/** More text than this is content, whatever its marks say. */
const MAX_DECORATION = 200;

/** Whether an element shows nothing that belongs to the text. */
export function isInvisible(element: HtmlElement): boolean {
  const { name, attributes } = element;
  if (WITHOUT_TEXT.has(name)) return true;
  // Tabs other than the first are hidden until a click: they are content.
  if (attributes.role === "tabpanel") return false;
  if (attributes.hidden !== undefined && attributes.hidden !== "until-found") return true;
  if (attributes.style !== undefined && HIDING_STYLE.test(attributes.style)) return true;
  if (attributes.class !== undefined && (CLUTTER.test(attributes.class) || GUTTER.test(attributes.class)))
    return true;
  return attributes["aria-hidden"] === "true" && !hasMoreText(element, MAX_DECORATION);
}

const NAVIGATION_ROLES = new Set(["navigation", "search", "menubar", "toolbar"]);
/** Classes of asides that belong to the text around them. */
const NOTE = /\b(?:admonition|callout|note|tip|warning|caution|important|footnotes?|footnote-list|topic)\b/i;
const DOCUMENTS = new Set(["article", "main", "blockquote"]);
const FRAME_ROLES = new Set(["contentinfo", "complementary"]);

/** Whether an element is part of the site around a document: menus, and what stands beside or below it. */
export function isBoilerplate(element: HtmlElement): boolean {
  const { name, attributes } = element;
  if (name === "nav" || NAVIGATION_ROLES.has(attributes.role)) return true;
  if (name !== "footer" && name !== "aside" && !FRAME_ROLES.has(attributes.role)) return false;
  if (element.holds?.has("article") || element.holds?.has("main") || NOTE.test(attributes.class ?? ""))
    return false;
  // Inside the document itself an aside is a note, a footer names the author.
  for (let around = element.parent; around !== undefined; around = around.parent) {
    if (DOCUMENTS.has(around.name) || around.attributes.role === "main") return false;
  }
  return true;
}

/** Every element and text below, in order. The walk is a loop: pages nest as deep as they like. */
export function* walk(root: HtmlElement, enters: (element: HtmlElement) => boolean): Generator<HtmlNode> {
  const stack: HtmlNode[] = root.children.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    yield node;
    if (typeof node === "string" || !enters(node)) continue;
    for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]);
  }
}

/** All text below, as written. */
export function textOf(root: HtmlElement): string {
  const parts: string[] = [];
  for (const node of walk(root, () => true)) if (typeof node === "string") parts.push(node);
  return parts.join("");
}

/** The first element with that name below. */
export function findElement(root: HtmlElement, name: string): HtmlElement | undefined {
  for (const node of walk(root, () => true)) {
    if (typeof node !== "string" && node.name === name) return node;
  }
  return undefined;
}

function hasMoreText(root: HtmlElement, most: number): boolean {
  let length = 0;
  for (const node of walk(root, () => true)) {
    if (typeof node === "string") length += node.trim().length;
    if (length > most) return true;
  }
  return false;
}
