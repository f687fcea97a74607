import { textOf, walk } from "../markup/html-elements.ts";
import { type HtmlElement, readHtml } from "../markup/html-tree.ts";
import { decodePath, type EpubPackage } from "./epub-package.ts";
import { resolvePart } from "./package.ts";

/** An entry of a book's table of contents. */
export interface ContentsEntry {
  readonly title: string;
  readonly level: number;
  readonly path: string;
  /** An id in that file, or "". */
  readonly anchor: string;
}

/** Deeper tables of contents are read as if they stopped here. */
const MAX_LEVEL = 9;

/** The table of contents, of the current kind or of the older one; empty when there is none. */
export function readContents(book: EpubPackage, nesting: number): ContentsEntry[] {
  const items = Array.from(book.items.values());
  const page = items.find((item) => item.properties.split(/\s+/).includes("nav"));
  if (page !== undefined && book.archive.has(page.path)) {
    const entries = readNavigation(book, page.path, nesting);
    if (entries.length > 0) return entries;
  }
  const older =
    book.items.get(book.contents ?? "") ?? items.find(({ type }) => type === "application/x-dtbncx+xml");
  return older !== undefined && book.archive.has(older.path) ? readNcx(book, older.path) : [];
}

function readNavigation(book: EpubPackage, path: string, nesting: number): ContentsEntry[] {
  const html = new TextDecoder().decode(book.archive.read(path));
  const { root } = readHtml(html, nesting, true);
  const lists: HtmlElement[] = [];
  for (const node of walk(root, () => true)) {
    if (typeof node !== "string" && node.name === "nav") lists.push(node);
  }
  const contents = lists.find(({ attributes }) => /\btoc\b/.test(attributes["epub:type"] ?? "")) ?? lists[0];
  if (contents === undefined) return [];
  const entries: ContentsEntry[] = [];
  for (const node of walk(contents, () => true)) {
    if (typeof node === "string" || node.name !== "a" || !node.attributes.href) continue;
    let level = 0;
    for (let around = node.parent; around !== undefined && around !== contents; around = around.parent) {
      if (around.name === "ol") level++;
    }
    add(entries, textOf(node), level, path, node.attributes.href);
  }
  return entries;
}

function readNcx(book: EpubPackage, path: string): ContentsEntry[] {
  const entries: ContentsEntry[] = [];
  let level = 0;
  let label: string[] = [];
  let inLabel = false;
  let inMap = false;
  book.read(path, {
    open(name, { src }) {
      if (name === "navMap") inMap = true;
      else if (name === "navPoint") {
        level++;
        label = [];
      } else if (name === "navLabel") inLabel = true;
      else if (name === "content" && inMap && src !== undefined)
        add(entries, label.join(""), level, path, src);
    },
    text(data) {
      if (inLabel && inMap) label.push(data);
    },
    close(name) {
      if (name === "navPoint") level--;
      else if (name === "navLabel") inLabel = false;
      else if (name === "navMap") inMap = false;
    },
  });
  return entries;
}

function add(entries: ContentsEntry[], label: string, level: number, from: string, address: string): void {
  const title = label.replace(/\s+/g, " ").trim();
  if (title === "") return;
  const [file, anchor = ""] = address.split("#", 2);
  const folder = from.slice(0, from.lastIndexOf("/") + 1);
  entries.push({
    title,
    level: Math.max(1, Math.min(level, MAX_LEVEL)),
    path: file === "" ? from : resolvePart(folder, decodePath(file)),
    anchor: decodePath(anchor),
  });
}
