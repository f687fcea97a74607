import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sherd } from "../../support/run-cli.ts";

/** A folder of files and the program run in it; the environment of whoever runs the tests is left out. */
export class Corpus {
  // Ids and messages hold real paths; the temporary folder may be a link.
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "sherd-cli-")));

  constructor(files: Readonly<Record<string, string | Uint8Array>> = {}) {
    for (const [name, content] of Object.entries(files)) this.write(name, content);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, content: string | Uint8Array): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), content);
  }

  delete(name: string): void {
    rmSync(this.path(name), { recursive: true, force: true });
  }

  run(args: readonly string[], options: { input?: string; cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
    const { env, cwd = ".", ...rest } = options;
    const none = { SHERD_DB: undefined, SHERD_WORKSPACE: undefined, SHERD_EMBEDDER: undefined };
    return sherd(args, { ...rest, cwd: this.path(cwd), env: { ...none, ...env } });
  }

  async json<Value>(...args: string[]): Promise<Value> {
    const { stdout, stderr } = await this.run([...args, "--json"]);
    if (stdout === "") throw new Error(stderr);
    return JSON.parse(stdout) as Value;
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Long enough that the sections around it are not put into one chunk. */
const PATIENCE = "Whoever hurries will find only fragments, as every potter of the village knows. ".repeat(
  30,
);

/** A small library on pottery: enough for words to tell its documents apart. */
export const POTTERY = {
  "docs/kiln.md": `# Firing\n\n## Kilns\n\nA kiln is fired slowly. The temperature of the kiln rises to 1,200 degrees. ${PATIENCE}\n\n## Cooling\n\nThe pots cool for two days before the door is opened. ${PATIENCE}\n`,
  "docs/glaze.md":
    "---\ntitle: On glazes\nyear: 1932\n---\n\n# Glazes\n\nA glaze of ash turns green. Copper turns it red in smoke.\n",
  "notes/clay.txt": "Clay is dug by the river and dried.\nIt is wedged before it is thrown.\n",
  "src/wheel.ts":
    "/** Turns the wheel. */\nexport function turnWheel(speed: number): number {\n  return speed * 2;\n}\n",
};
