import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { ERROR_CODES } from "../../src/core/errors.ts";
import { type ChatServer, startChatServer } from "../support/chat-server/chat-server.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const guides = readdirSync(join(root, "docs/guides")).map((name) => `docs/guides/${name}`);
const read = (name: string): string => readFileSync(join(root, name), "utf8");
const source = (path: string): string => pathToFileURL(join(root, "src", path)).href;
const run = promisify(execFile);

interface Example {
  readonly heading: string;
  readonly code: string;
}

function examples(name: string): Example[] {
  let heading = "";
  return Array.from(read(name).matchAll(/^## ([^\n]+)$|^```js\n(.*?)^```$/gms)).flatMap(([, title, code]) => {
    heading = title ?? heading;
    return code === undefined ? [] : [{ heading, code }];
  });
}

/** As a reader would run it: the package's doors lead to the sources, and the provider's address to the server. */
async function runExample(code: string, server: ChatServer): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "sherd-guides-"));
  try {
    const { baseURL, apiKey } = server.access("openai");
    const doors = code.replace(
      /from "sherd(?:\/(\w+))?"/g,
      (_all, door = "") => `from "${door === "" ? "./sherd.mjs" : source(`${door}/index.ts`)}"`,
    );
    writeFileSync(join(folder, "sherd.mjs"), whole());
    writeFileSync(join(folder, "example.mjs"), doors);
    const env = { ...process.env, OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseURL };
    const { stdout } = await run(process.execPath, [join(folder, "example.mjs")], { cwd: root, env });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The door `sherd`. Named beside it, for the door may gain the name at any time without a clash. */
function whole(): string {
  const contextual = source("context/contextual-chunker.ts");
  return `export * from "${source("index.ts")}";\nexport { ContextualChunker } from "${contextual}";\n`;
}

const withReplies = (): Promise<ChatServer> =>
  startChatServer({ reply: (prompt) => `About ${prompt.length} characters.` });

describe.each(examples("docs/guides/context.md").map(({ heading, code }) => [heading, code] as const))(
  "the prompt book, %s",
  (_heading, code) => {
    it("asks about every chunk with its own words, and shows what came back", async () => {
      await using server = await withReplies();
      const stdout = await runExample(code, server);
      const { requests } = server;
      expect(requests.length).toBeGreaterThan(1);
      const [, template = ""] = /prompt: `(.*?)`,\n/s.exec(code) ?? [];
      const parts = template.split(/\{(?:document|chunk)\}/);
      expect(parts).toHaveLength(3);
      for (const { prompt } of requests) for (const part of parts) expect(prompt).toContain(part.trim());
      // What all prompts share is the document: a provider's cache can hold it.
      const shared = commonStart(requests.map(({ prompt }) => prompt));
      const [, text = ""] = /const text = `(.*?)`;\n/s.exec(code) ?? [];
      expect(shared).toContain(text.replaceAll("\\`", "`").trim());
      for (const { prompt } of requests)
        expect(stdout).toContain(`[Context] About ${prompt.length} characters.\n\n`);
    });
  },
);

describe.each(
  guides
    .filter((name) => name !== "docs/guides/context.md")
    .flatMap((name) =>
      examples(name).map(({ heading, code }, i) => [`${name}, ${heading} ${i + 1}`, code] as const),
    ),
)("%s", (_name, code) => {
  it("runs and prints something", async () => {
    await using server = await withReplies();
    expect((await runExample(code, server)).length).toBeGreaterThan(10);
  });
});

it("has prompts for every kind of document it promises", () => {
  expect(examples("docs/guides/context.md").map(({ heading }) => heading)).toEqual([
    "Technical",
    "Legal",
    "Conversational",
    "Spanish",
    "Chinese",
  ]);
});

it.each(guides)("%s links only to files and headings that are there", (name) => {
  const links = Array.from(read(name).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g));
  const broken = links.filter(([, file, anchor]) => {
    const target = file === "" ? name : join(dirname(name), file);
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && !anchors(read(target)).includes(anchor);
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

/** As GitHub makes them. */
function anchors(markdown: string): string[] {
  return Array.from(markdown.matchAll(/^#+ (.+)$/gm), ([, title]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

it("names error codes that exist, and those that a person can do something about", () => {
  const text = read("docs/guides/troubleshooting.md");
  const named = new Set(Array.from(text.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g), ([, code]) => code));
  const variables = [...named].filter((code) => !Object.hasOwn(ERROR_CODES, code));
  for (const name of variables) expect(name).toMatch(/_(?:KEY|URL|DB)$/);
  const unnamed = Object.keys(ERROR_CODES).filter((code) => !named.has(code));
  expect(unnamed).toEqual([]);
});

function commonStart(texts: readonly string[]): string {
  const [first = "", ...others] = texts;
  let end = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, end))) end--;
  return first.slice(0, end);
}
