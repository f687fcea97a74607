import { SherdError } from "../core/errors.ts";
import { lazily } from "../text/lazily.ts";
import { CODE_EXTENSIONS, languageOfName, languageOfShebang } from "./code-languages.ts";
import { type ContentKind, contentKind, isPdfNearby, looksLikeText } from "./content-kind.ts";
import type { Format } from "./format.ts";

/** What is known of a format before its module is loaded; a test holds it to what the module says. */
export interface FormatEntry {
  readonly type: string;
  /** With the dot, in lower case. */
  readonly extensions: readonly string[];
  /** Whether the bytes are parsed in a process of their own, with ceilings. */
  readonly sandboxed: boolean;
  /** Where a format lives that is not one of Sherd's own, for the sandbox: a module that exports `formats`. */
  readonly module?: string;
  load(): Promise<Format>;
}

const ENTRIES: readonly FormatEntry[] = [
  {
    type: "text",
    extensions: [
      ".txt",
      ".text",
      ".log",
      ".rst",
      ".adoc",
      ".asciidoc",
      ".org",
      ".srt",
      ".vtt",
      ".eml",
      ".diff",
      ".patch",
    ],
    sandboxed: false,
    load: async () => (await import("./formats/text.ts")).format,
  },
  {
    type: "markdown",
    extensions: [".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd"],
    sandboxed: false,
    load: async () => (await import("./formats/markdown.ts")).format,
  },
  {
    type: "code",
    extensions: CODE_EXTENSIONS,
    sandboxed: false,
    load: async () => (await import("./formats/code.ts")).format,
  },
  {
    type: "json",
    extensions: [".json", ".jsonc", ".json5", ".geojson", ".webmanifest", ".har"],
    sandboxed: false,
    load: async () => byType((await import("./formats/json.ts")).formats, "json"),
  },
  {
    type: "jsonl",
    extensions: [".jsonl", ".ndjson", ".jsonlines"],
    sandboxed: false,
    load: async () => byType((await import("./formats/json.ts")).formats, "jsonl"),
  },
  {
    type: "yaml",
    extensions: [".yaml", ".yml"],
    sandboxed: false,
    load: async () => (await import("./formats/yaml.ts")).format,
  },
  {
    type: "csv",
    extensions: [".csv", ".tsv", ".tab", ".psv"],
    sandboxed: false,
    load: async () => (await import("./formats/csv.ts")).format,
  },
  {
    type: "latex",
    extensions: [".tex", ".latex", ".ltx"],
    sandboxed: false,
    load: async () => (await import("./formats/latex.ts")).format,
  },
  {
    type: "notebook",
    extensions: [".ipynb"],
    sandboxed: true,
    load: async () => (await import("./formats/notebook.ts")).format,
  },
  {
    type: "html",
    extensions: [".html", ".htm", ".xhtml"],
    sandboxed: true,
    load: async () => (await import("./formats/html.ts")).format,
  },
  {
    type: "pdf",
    extensions: [".pdf"],
    sandboxed: true,
    load: async () => (await import("./formats/pdf.ts")).format,
  },
  {
    type: "docx",
    extensions: [".docx", ".docm", ".dotx"],
    sandboxed: true,
    load: async () => (await import("./formats/docx.ts")).format,
  },
  {
    type: "pptx",
    extensions: [".pptx", ".pptm", ".ppsx", ".potx"],
    sandboxed: true,
    load: async () => (await import("./formats/pptx.ts")).format,
  },
  {
    type: "xlsx",
    extensions: [".xlsx", ".xlsm", ".xltx"],
    sandboxed: true,
    load: async () => (await import("./formats/xlsx.ts")).format,
  },
  {
    type: "epub",
    extensions: [".epub"],
    sandboxed: true,
    load: async () => (await import("./formats/epub.ts")).format,
  },
  {
    type: "rtf",
    extensions: [".rtf"],
    sandboxed: true,
    load: async () => (await import("./formats/rtf.ts")).format,
  },
];

/** Formats are loaded when the first file of their kind comes: some bring large libraries. */
export const FORMATS: readonly FormatEntry[] = ENTRIES.map((entry) => ({
  ...entry,
  load: lazily(entry.load),
}));

/** Every extension that has a format of its own; other files are loaded as text, if they are text. */
export const SUPPORTED_EXTENSIONS: readonly string[] = FORMATS.flatMap(({ extensions }) => extensions).sort();

/** One of Sherd's own formats. */
export function loadFormat(type: string): Promise<Format> {
  return entryOf(FORMATS, type).load();
}

export interface FormatChoice {
  readonly entry: FormatEntry;
  /** Present when the content is not what the name says. */
  readonly warning?: string;
}

/**
 * The format of a file: what its name says, unless its content surely is something else. Throws when the
 * content is known and has no loader.
 */
export function chooseFormat(
  name: string,
  bytes: Uint8Array,
  formats: readonly FormatEntry[] = FORMATS,
): FormatChoice {
  const content = contentKind(bytes);
  refuse(content, name);
  const named = formatOfName(name, formats);
  const type = typeOf(content, named, bytes);
  if (type === named?.type) return { entry: named };
  const entry = entryOf(formats, type);
  if (named === undefined) return { entry };
  const warning = `Its name says ${named.type}, its content says ${type}; loaded as ${type}.`;
  return { entry, warning };
}

/** Formats whose files always begin with their mark. */
const MARKED = new Set(["pdf", "docx", "pptx", "xlsx", "epub", "rtf"]);

function typeOf(content: ContentKind | undefined, named: FormatEntry | undefined, bytes: Uint8Array): string {
  const name = named?.type;
  if (content !== undefined) {
    if (MARKED.has(content)) return content;
    // Many formats may begin with HTML; a text without a format of its own hardly does so by chance.
    if (content === "html" && (name === undefined || name === "text" || MARKED.has(name))) return content;
    if (content === "notebook" && (name === undefined || name === "text" || name === "json")) return content;
  }
  if (name === undefined) return isScript(bytes) ? "code" : "text";
  if (!MARKED.has(name) || (name === "pdf" && isPdfNearby(bytes))) return name;
  // A page saved under the name of the document it stood for; damaged documents are left to their parser.
  return looksLikeText(bytes) ? "text" : name;
}

function refuse(content: ContentKind | undefined, name: string): void {
  if (content === "encrypted office") {
    throw new SherdError(
      "INPUT_ENCRYPTED",
      `${name} is locked with a password. Remove it and load the file again.`,
      {
        path: name,
      },
    );
  }
  if (content === "old office" || content === "opendocument") {
    const what = content === "old office" ? "an Office file from before 2007" : "an OpenDocument file";
    const way = "Save it as .docx, .xlsx, .pptx or .pdf.";
    throw new SherdError("INPUT_UNSUPPORTED", `${name} is ${what}, which has no loader. ${way}`, {
      path: name,
    });
  }
}

function formatOfName(name: string, formats: readonly FormatEntry[]): FormatEntry | undefined {
  const base = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1).toLowerCase();
  // "CMakeLists.txt" is code, whatever its extension.
  if (languageOfName(base) !== undefined) return formats.find(({ type }) => type === "code");
  const dot = base.lastIndexOf(".");
  const extension = dot > 0 ? base.slice(dot) : undefined;
  return extension === undefined
    ? undefined
    : formats.find(({ extensions }) => extensions.includes(extension));
}

function isScript(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x23 || bytes[1] !== 0x21) return false;
  return languageOfShebang(new TextDecoder().decode(bytes.subarray(0, 500))) !== undefined;
}

function byType(formats: readonly Format[], type: string): Format {
  return formats.find((format) => format.type === type) as Format;
}

function entryOf(formats: readonly FormatEntry[], type: string): FormatEntry {
  const entry = formats.find((format) => format.type === type);
  if (entry === undefined)
    throw new SherdError("INPUT_UNSUPPORTED", `There is no format "${type}".`, { type });
  return entry;
}
