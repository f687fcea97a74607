// Runs a case in a fresh process and waits for what it says.

import { fork } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Runs a worker that answers once, see answer.mjs, and gives what it answers, or `{ failed }`. */
export async function ask(url, argument, limit, { watchMemory = false } = {}) {
  let result;
  const { failed, peakBytes } = await runProcess(url, argument, {
    limit,
    watchMemory,
    onMessage: (message) => {
      result = message.result;
    },
  });
  return { ...(failed !== undefined && { failed }), ...(watchMemory && { peakBytes }), ...result };
}

/**
 * `onMessage(message)` sees everything the process says; the clock starts anew with each message.
 *
 * @returns {Promise<{ failed?: string, peakBytes: number }>} `failed` where it ended otherwise than well
 */
export function runProcess(url, argument, { limit, onMessage, watchMemory = false }) {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(url), [JSON.stringify(argument)], {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let failed;
    let errors = "";
    let timer;
    const peaks = new Map();
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        failed = `> ${limit} s`;
        child.kill("SIGKILL");
      }, limit * 1000);
    };
    const sampling = watchMemory ? setInterval(() => samplePeaks(child.pid, peaks), 20) : undefined;
    watch();
    child.stderr.on("data", (data) => {
      errors = (errors + data).slice(-2000);
    });
    child.on("message", (message) => {
      watch();
      if (watchMemory) {
        samplePeaks(child.pid, peaks);
        child.kill("SIGTERM"); // its own processes may idle for a while
      }
      onMessage(message);
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      clearInterval(sampling);
      const lastWords = errors
        .trim()
        .split("\n")
        .findLast((line) => /error/i.test(line));
      if (!watchMemory && code !== 0) failed ??= lastWords?.slice(0, 200) ?? `exit ${code}`;
      resolve({ failed, peakBytes: [...peaks.values()].reduce((total, peak) => total + peak, 0) });
    });
  });
}

/**
 * The highest resident memory of a process and of those it started, as Linux keeps it. Their sum is an
 * upper bound: the peaks need not fall together.
 */
function samplePeaks(pid, peaks) {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    if (kilobytes) peaks.set(pid, Math.max(peaks.get(pid) ?? 0, Number(kilobytes) * 1024));
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const children = readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").trim();
      for (const child of children.split(" ")) if (child) samplePeaks(child, peaks);
    }
  } catch {
    // ended meanwhile, or not Linux
  }
}
