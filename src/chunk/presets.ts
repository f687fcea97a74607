import type { Separator } from "./separators.ts";

/** Separators of a format, strongest first, and the natural seams that come after them. */
export interface Preset {
  readonly separators: readonly Separator[];
  /** Prose goes on with paragraphs, lists, sentences; code with blank lines, lines and words. */
  readonly kind: "prose" | "code";
}

const before = (...texts: string[]): Separator[] => texts.map((text) => ({ text, cut: "before" }));
const after = (...texts: string[]): Separator[] => texts.map((text) => ({ text, cut: "after" }));
/** Words that open a definition when they stand first on a line. */
const lines = (...words: string[]): Separator[] => before(...words.map((word) => `\n${word}`));

const code = (...words: string[]): Preset => ({ separators: lines(...words), kind: "code" });

const C_LIKE = [
  "class ",
  "struct ",
  "enum ",
  "namespace ",
  "template",
  "static ",
  "void ",
  "int ",
  "#define ",
  "#if",
];

/** One table, so that a reader sees at a glance what is supported. */
export const PRESETS = {
  // Fences and rules are no separators: the same line opens a block or underlines a heading as often as it
  // ends one.
  markdown: { separators: lines("# ", "## ", "### ", "#### ", "##### ", "###### "), kind: "prose" },
  html: {
    separators: [
      ...before(
        "<body",
        "<main",
        "<article",
        "<section",
        "<h1",
        "<h2",
        "<h3",
        "<h4",
        "<h5",
        "<h6",
        "<table",
        "<ul",
        "<ol",
      ),
      ...after("</table>", "</ul>", "</ol>", "</div>", "</p>", "</li>", "</tr>", "<br>", "<br/>", "<br />"),
      ...before("<div", "<p>", "<p ", "<li", "<tr"),
    ],
    kind: "prose",
  },
  latex: {
    separators: [
      ...lines("\\part", "\\chapter", "\\section", "\\subsection", "\\subsubsection", "\\paragraph"),
      ...lines("\\begin{"),
      ...after("}\n\n"),
      ...lines("\\item"),
    ],
    kind: "prose",
  },
  bash: code("function ", "if ", "for ", "while ", "case "),
  c: code(...C_LIKE),
  cpp: code(...C_LIKE),
  csharp: code(
    "namespace ",
    "public class ",
    "class ",
    "interface ",
    "enum ",
    "record ",
    "    public ",
    "    private ",
    "    protected ",
    "    internal ",
  ),
  css: { separators: after("\n}\n", "}\n", ";\n"), kind: "code" },
  go: code("func ", "type ", "var ", "const "),
  java: code(
    "public class ",
    "class ",
    "public interface ",
    "interface ",
    "enum ",
    "record ",
    "    public ",
    "    protected ",
    "    private ",
    "    static ",
  ),
  javascript: code(
    "export default ",
    "export class ",
    "class ",
    "export async function ",
    "export function ",
    "async function ",
    "function ",
    "export const ",
    "const ",
    "let ",
    "var ",
  ),
  kotlin: code("class ", "interface ", "object ", "data class ", "fun ", "    fun ", "val ", "var "),
  php: code(
    "namespace ",
    "class ",
    "interface ",
    "trait ",
    "function ",
    "    public ",
    "    private ",
    "    protected ",
  ),
  python: code("class ", "async def ", "def ", "    async def ", "    def ", "@", "if __name__"),
  ruby: code("module ", "class ", "  class ", "def ", "  def ", "    def "),
  rust: code(
    "pub mod ",
    "mod ",
    "impl",
    "pub struct ",
    "struct ",
    "pub enum ",
    "enum ",
    "pub trait ",
    "trait ",
    "pub fn ",
    "fn ",
    "    pub fn ",
    "    fn ",
  ),
  scala: code("object ", "class ", "case class ", "trait ", "def ", "  def "),
  sql: {
    separators: [...after(";\n"), ...lines("CREATE ", "INSERT ", "SELECT ", "UPDATE ", "DELETE ", "ALTER ")],
    kind: "code",
  },
  swift: code("public class ", "class ", "struct ", "enum ", "protocol ", "extension ", "func ", "    func "),
  typescript: code(
    "export default ",
    "export abstract class ",
    "export class ",
    "class ",
    "export interface ",
    "interface ",
    "export type ",
    "type ",
    "export enum ",
    "enum ",
    "export async function ",
    "export function ",
    "async function ",
    "function ",
    "export const ",
    "const ",
  ),
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof PRESETS;
