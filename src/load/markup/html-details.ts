import { findElement, textOf, walk } from "./html-elements.ts";
import type { HtmlElement } from "./html-tree.ts";

const NO_LANGUAGE = new Set(["none", "plain", "plaintext", "text", "txt", "default", "console-output"]);

const LANGUAGE_CLASS = /^(?:language|lang|highlight-source|highlight-text|highlight|brush)[-:]([\w+#.]+)$/;

/** The language of a code block, where a highlighter left its name. */
export function codeLanguage(pre: HtmlElement): string {
  const code = pre.children.find((child) => typeof child !== "string" && child.name === "code") as
    | HtmlElement
    | undefined;
  for (const element of [code, pre, pre.parent, pre.parent?.parent]) {
    const language = element === undefined ? undefined : ownLanguage(element);
    if (language !== undefined) return NO_LANGUAGE.has(language) ? "" : language;
  }
  return "";
}

function ownLanguage({ attributes }: HtmlElement): string | undefined {
  const named = attributes["data-lang"] ?? attributes["data-language"];
  if (named !== undefined && /^[\w+#.-]{1,30}$/.test(named)) return named.toLowerCase();
  const classes = (attributes.class ?? "").split(/\s+/, 20);
  for (const one of classes) {
    const language = LANGUAGE_CLASS.exec(one)?.[1];
    if (language !== undefined) return language.toLowerCase();
  }
  // Pandoc writes "sourceCode python", highlight.js "hljs python".
  const marker = classes.findIndex((one) => one === "sourceCode" || one === "hljs");
  const next = marker < 0 ? undefined : classes[marker + 1];
  return next !== undefined && /^[a-z+#]{1,20}$/i.test(next) ? next.toLowerCase() : undefined;
}

/** The TeX source of a formula where the page carries it, else its characters. */
export function formulaOf(math: HtmlElement): string {
  for (const node of walk(math, () => true)) {
    if (typeof node === "string" || node.name !== "annotation") continue;
    if (/tex/i.test(node.attributes.encoding ?? "")) return plainTex(textOf(node));
  }
  const { alttext } = math.attributes;
  return plainTex(alttext ?? textOf(math));
}

/** Pictures of formulas carry the TeX source as their text. */
export function pictureText({ attributes }: HtmlElement): { text: string; isFormula: boolean } {
  const text = collapse(attributes.alt ?? "");
  const isFormula = /(?:^|\s)mwe-math/.test(attributes.class ?? "") || text.startsWith("{\\displaystyle");
  return { text: isFormula ? plainTex(text) : text, isFormula };
}

export interface PageFacts {
  readonly title?: string;
  readonly description?: string;
  readonly author?: string;
  readonly language?: string;
  readonly published?: string;
}

const FACTS: Readonly<Record<string, keyof PageFacts>> = {
  description: "description",
  "og:description": "description",
  author: "author",
  "article:author": "author",
  "article:published_time": "published",
  "og:title": "title",
};

/** What a page's head says about it. */
export function pageFacts(root: HtmlElement): PageFacts {
  const facts: { -readonly [Key in keyof PageFacts]: string } = {};
  const set = (key: keyof PageFacts, value: string | undefined): void => {
    const clean = collapse(value ?? "");
    if (clean !== "" && facts[key] === undefined) facts[key] = clean;
  };
  const title = findElement(root, "title");
  if (title !== undefined && title.parent?.name !== "svg") set("title", textOf(title));
  for (const node of walk(root, (element) => element.name !== "body")) {
    if (typeof node === "string") continue;
    if (node.name === "html") set("language", node.attributes.lang ?? node.attributes["xml:lang"]);
    const name = node.name === "meta" ? (node.attributes.name ?? node.attributes.property) : undefined;
    const key = name === undefined ? undefined : FACTS[name.toLowerCase()];
    if (key !== undefined) set(key, node.attributes.content);
  }
  return facts;
}

/** Wikipedia puts every formula into braces that set its size. */
function plainTex(tex: string): string {
  return collapse(tex).replace(/^\{\\displaystyle (.*)\}$/, "$1");
}

function collapse(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
