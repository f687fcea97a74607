import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import { BLOCKS, findElement, isBoilerplate, isInvisible, walk } from "./html-elements.ts";
import type { HtmlElement, HtmlTree } from "./html-tree.ts";
import { escapeText, openingTag, VOID } from "./html-writing.ts";

export interface MainContent {
  readonly root: HtmlElement;
  /** A heading of the page that stands outside of the root. */
  readonly lead: HtmlElement | undefined;
  readonly skips: (element: HtmlElement) => boolean;
}

/** How much of a page's text a part must hold to speak for the page. */
const MAIN_SHARE = 0.5;
const ARTICLE_SHARE = 0.7;

/** Code and tables that a part may miss before it is no longer the whole document. */
const SOLID_SHARE = 0.8;

/** An article has paragraphs of running text, and its page has links beside it. */
const LONG_PARAGRAPH = 80;
const MIN_LONG_PARAGRAPHS = 3;
const MIN_LINK_SHARE = 0.1;

/** The search for articles costs more than linear time on pages made to hurt. */
const MAX_ELEMENTS = 10_000;
const MAX_CHARACTERS = 2_000_000;
const MAX_DEPTH = 64;

/** Above this share of links a part that the search dropped is a list of links and no text. */
const LINK_SHARE = 0.5;

interface Weight {
  /** Characters outside of links, and inside of them. */
  text: number;
  links: number;
  /** How many tables and blocks of code. */
  solid: number;
}

const NOTHING: Weight = { text: 0, links: 0, solid: 0 };

/**
 * The part of a page that is the document: its `main`, its only `article`, what Readability finds, or else
 * the whole body less menus and footers. A part that would lose much of the page's text is not taken.
 * Readability only says where the article is; its text is read from the page itself, since Readability
 * drops tables and code and renames headings.
 */
export function findMainContent(tree: HtmlTree, characters: number): MainContent {
  const body = findElement(tree.root, "body") ?? tree.root;
  const weights = weigh(body);
  const page = weights.get(body) ?? NOTHING;
  const share = (element: HtmlElement): number => {
    const { text, links, solid } = weights.get(element) ?? NOTHING;
    return solid < page.solid * SOLID_SHARE ? 0 : (text + links / 2) / (page.text + page.links / 2);
  };
  const candidates = (test: (element: HtmlElement) => boolean) =>
    Array.from(weights.keys()).filter((element) => test(element) && !isBoilerplate(element));

  const mains = candidates(({ name, attributes }) => name === "main" || attributes.role === "main");
  if (mains.length === 1 && share(mains[0]) >= MAIN_SHARE) return content(mains[0], body);
  const articles = candidates(({ name }) => name === "article");
  if (articles.length === 1 && share(articles[0]) >= ARTICLE_SHARE) return content(articles[0], body);
  const isSmall = tree.elements <= MAX_ELEMENTS && tree.depth <= MAX_DEPTH && characters <= MAX_CHARACTERS;
  if (isSmall && looksLikeArticle(page, weights)) {
    const kept = keptByReadability(body);
    const root = kept === undefined ? undefined : commonRoot(kept, body);
    if (kept !== undefined && root !== undefined && root !== body && share(root) >= ARTICLE_SHARE) {
      const alive = withAncestors(kept);
      return content(root, body, (element) => {
        // Links inside a line are part of its sentence.
        if (alive.has(element) || !BLOCKS.has(element.name)) return false;
        if (element.holds?.has("table") || element.holds?.has("pre")) return false;
        const { text, links } = weights.get(element) ?? NOTHING;
        return links > (text + links) * LINK_SHARE;
      });
    }
  }
  return content(body, body);
}

function looksLikeArticle({ text, links }: Weight, weights: ReadonlyMap<HtmlElement, Weight>): boolean {
  if (links < (text + links) * MIN_LINK_SHARE) return false;
  let paragraphs = 0;
  for (const [{ name }, own] of weights) if (name === "p" && own.text >= LONG_PARAGRAPH) paragraphs++;
  return paragraphs >= MIN_LONG_PARAGRAPHS;
}

function content(
  root: HtmlElement,
  body: HtmlElement,
  skips: (element: HtmlElement) => boolean = () => false,
): MainContent {
  const inside = root.holds?.has("h1") ?? false;
  const outside = inside ? [] : headingsOf(body);
  const lead = outside.length === 1 ? outside[0] : undefined;
  return { root, lead, skips: (element) => isBoilerplate(element) || skips(element) };
}

function headingsOf(body: HtmlElement): HtmlElement[] {
  const found: HtmlElement[] = [];
  for (const node of walk(body, (element) => !isInvisible(element) && !isBoilerplate(element))) {
    if (typeof node !== "string" && node.name === "h1" && !isInvisible(node)) found.push(node);
  }
  return found;
}

/** The visible text of every element that has any to show, menus and footers aside. */
function weigh(body: HtmlElement): Map<HtmlElement, Weight> {
  const weights = new Map<HtmlElement, Weight>([[body, { ...NOTHING }]]);
  const stack: { element: HtmlElement; next: number; inLink: boolean }[] = [
    { element: body, next: 0, inLink: false },
  ];
  while (stack.length > 0) {
    const top = stack[stack.length - 1];
    const weight = weights.get(top.element) as Weight;
    if (top.next === top.element.children.length) {
      stack.pop();
      const outer = stack.at(-1);
      const around = outer === undefined ? undefined : weights.get(outer.element);
      if (around !== undefined) {
        around.text += weight.text;
        around.links += weight.links;
        around.solid += weight.solid;
      }
      continue;
    }
    const child = top.element.children[top.next++];
    if (typeof child === "string") {
      const length = child.trim().length;
      if (top.inLink) weight.links += length;
      else weight.text += length;
    } else if (!isInvisible(child) && !isBoilerplate(child)) {
      const solid = child.name === "pre" || child.name === "table" ? 1 : 0;
      const isLink = child.name === "a" && child.attributes.href !== undefined;
      weights.set(child, { text: 0, links: 0, solid });
      stack.push({ element: child, next: 0, inLink: top.inLink || isLink });
    }
  }
  return weights;
}

/** The elements that Readability leaves in the article, if it finds one. */
function keptByReadability(body: HtmlElement): HtmlElement[] | undefined {
  const { html, numbered } = writeNumbered(body);
  let numbers: string[] = [];
  try {
    const article = new Readability(parseHTML(html).document, {
      disableJSONLD: true,
      maxElemsToParse: MAX_ELEMENTS * 2,
      serializer: (node) => {
        const found = (node as unknown as NumberedNode).querySelectorAll(`[${NUMBER}]`);
        numbers = Array.from(found, (one) => one.getAttribute(NUMBER) ?? "");
        return "";
      },
    }).parse();
    if (article === null) return undefined;
  } catch {
    // A page it cannot cope with is read whole.
    return undefined;
  }
  const kept = numbers.map((number) => numbered[Number(number)]).filter((element) => element !== undefined);
  return kept.length === 0 ? undefined : kept;
}

/** The slice of a DOM node that is used here. */
interface NumberedNode {
  querySelectorAll(selector: string): Iterable<{ getAttribute(name: string): string | null }>;
}

const NUMBER = "data-number";

/** The page as clean HTML whose elements carry their number, so that they can be found again. */
function writeNumbered(body: HtmlElement): { html: string; numbered: HtmlElement[] } {
  const numbered: HtmlElement[] = [];
  const parts: string[] = ["<!DOCTYPE html><html><body>"];
  const stack: { element: HtmlElement; next: number }[] = [{ element: body, next: 0 }];
  while (stack.length > 0) {
    const top = stack[stack.length - 1];
    if (top.next === top.element.children.length) {
      stack.pop();
      if (top.element !== body && !VOID.has(top.element.name)) parts.push(`</${top.element.name}>`);
      continue;
    }
    const child = top.element.children[top.next++];
    if (typeof child === "string") parts.push(escapeText(child));
    else if (/^[a-z][a-z0-9-]*$/.test(child.name) && !isInvisible(child) && !isBoilerplate(child)) {
      parts.push(openingTag(child, { [NUMBER]: String(numbered.length) }));
      numbered.push(child);
      stack.push({ element: child, next: 0 });
    }
  }
  parts.push("</body></html>");
  return { html: parts.join(""), numbered };
}

function withAncestors(elements: readonly HtmlElement[]): Set<HtmlElement> {
  const all = new Set<HtmlElement>();
  for (const element of elements) {
    for (let one: HtmlElement | undefined = element; one !== undefined && !all.has(one); one = one.parent) {
      all.add(one);
    }
  }
  return all;
}

/** The innermost element around all of them. */
function commonRoot(elements: readonly HtmlElement[], body: HtmlElement): HtmlElement {
  const alive = withAncestors(elements);
  const own = new Set(elements);
  let root = body;
  while (!own.has(root)) {
    const inside = root.children.filter((child) => typeof child !== "string" && alive.has(child));
    if (inside.length !== 1) break;
    root = inside[0] as HtmlElement;
  }
  return root;
}
