import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../src/load/index.ts";
import { Sandbox } from "../../src/load/sandbox.ts";

const sandbox = new Sandbox({ size: 2 });
const module = new URL("../support/hostile-formats.ts", import.meta.url).href;
const limits = { ...DEFAULT_LIMITS, seconds: 20, memoryMegabytes: 100 };

const parse = (type: string, own: Partial<typeof limits> = {}, signal?: AbortSignal) => {
  const source = { name: `a.${type}`, limits: { ...limits, ...own } };
  return sandbox.parse({ type, module, bytes: new TextEncoder().encode("good text"), source }, signal);
};

afterAll(() => sandbox.close());

describe("a file that misbehaves costs itself only", () => {
  it.each([
    ["hang", { seconds: 1 }, "LIMIT_EXCEEDED", "seconds"],
    ["wait", { seconds: 1 }, "LIMIT_EXCEEDED", "seconds"],
    ["backtrack", { seconds: 1 }, "LIMIT_EXCEEDED", "seconds"],
    ["objects", {}, "LIMIT_EXCEEDED", "memoryMegabytes"],
    ["map", {}, "LIMIT_EXCEEDED", "memoryMegabytes"],
    ["list", {}, "LIMIT_EXCEEDED", "memoryMegabytes"],
    ["buffers", {}, "LIMIT_EXCEEDED", "memoryMegabytes"],
    ["recursion", {}, "LIMIT_EXCEEDED", undefined],
    ["exit", {}, "INPUT_MALFORMED", undefined],
    ["late", {}, "INPUT_MALFORMED", undefined],
    ["untyped", {}, "INPUT_MALFORMED", undefined],
  ])("%s", async (type, own, code, limit) => {
    const error = await parse(type, own).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "SherdError", code, message: expect.stringContaining(`a.${type}`) });
    if (limit !== undefined) expect(error).toMatchObject({ details: { limit } });
    expect(await parse("good")).toEqual({ text: "good text", format: "text" });
  });

  it("while its neighbours go on, in any number", async () => {
    const types = ["good", "exit", "good", "typed", "map", "good", "hang", "good"];
    const results = await Promise.allSettled(types.map((type) => parse(type, { seconds: 5 })));
    expect(results.map(({ status }) => status)).toEqual(
      types.map((type) => (type === "good" ? "fulfilled" : "rejected")),
    );
  });
});

it("errors keep their code and details", async () => {
  await expect(parse("typed")).rejects.toMatchObject({
    name: "SherdError",
    code: "INPUT_ENCRYPTED",
    message: "It is locked.",
    details: { path: "x", tries: 3 },
  });
});

describe("a parser that is tricked", () => {
  it("cannot write files, nor start programs", async () => {
    await expect(parse("write")).rejects.toMatchObject({ code: "INPUT_MALFORMED" });
    expect(existsSync(new URL("../support/escaped", import.meta.url))).toBe(false);
    await expect(parse("spawn")).rejects.toMatchObject({ code: "INPUT_MALFORMED" });
  });

  it("sees nothing of the environment that could be a secret", async () => {
    process.env.SHERD_TEST_SECRET = "x";
    expect((await parse("environment")).text).not.toContain("SHERD_TEST_SECRET");
    delete process.env.SHERD_TEST_SECRET;
  });
});

describe("stopping", () => {
  it("an abort ends the file and frees its place", async () => {
    const single = new Sandbox({ size: 1 });
    const stop = new AbortController();
    const source = { name: "a", limits };
    const hanging = single.parse({ type: "hang", module, bytes: new Uint8Array(), source }, stop.signal);
    const next = single.parse({ type: "good", module, bytes: new Uint8Array([65]), source });
    setTimeout(() => stop.abort(new Error("enough")), 200);
    await expect(hanging).rejects.toThrow("enough");
    await expect(next).resolves.toMatchObject({ text: "A" });
    const aborted = single.parse({ type: "good", module, bytes: new Uint8Array(), source }, stop.signal);
    await expect(aborted).rejects.toThrow("enough");
    await single.close();
  });

  it("closing fails what is under way, and the sandbox can be used again", async () => {
    const hanging = parse("hang");
    const waiting = parse("good", { memoryMegabytes: 120 });
    const both = Promise.allSettled([hanging, waiting]);
    await sandbox.close();
    expect((await both)[0]).toMatchObject({ status: "rejected", reason: { code: "INPUT_UNREADABLE" } });
    expect(await parse("good")).toMatchObject({ text: "good text" });
  });

  it.each([
    ["ends by itself when everything is parsed", "good", 0],
    ["takes its processes along when it exits in the middle", "hang", 7],
  ])("a program %s", async (_what, type, code) => {
    const program = `
      import { subscribe } from "node:diagnostics_channel";
      import { Sandbox } from ${JSON.stringify(new URL("../../src/load/sandbox.ts", import.meta.url).href)};
      const children = [];
      subscribe("child_process", ({ process }) => children.push(process));
      const source = { name: "a", limits: ${JSON.stringify(limits)} };
      const bytes = new Uint8Array([65]);
      const run = (type) => new Sandbox().parse({ type, module: ${JSON.stringify(module)}, bytes, source });
      await run("good");
      if (${JSON.stringify(type)} === "hang") { run("hang"); setTimeout(() => process.exit(7), 300); }
      console.log(children.map((child) => child.pid).join());`;
    const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", program], {
      cwd: fileURLToPath(new URL(".", import.meta.url)),
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.on("data", (part) => {
      output += String(part);
    });
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(code);
    const children = output.trim().split(",").map(Number);
    expect(children).toHaveLength(type === "hang" ? 2 : 1);
    await expect.poll(() => children.filter(isAlive), { timeout: 60_000 }).toEqual([]);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
