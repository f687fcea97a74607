// The peers and the texts live in bench/node_modules, outside the product's dependencies.
// They are installed on first use, from the npm registry only, without running any install script.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const benchFolder = fileURLToPath(new URL(".", import.meta.url));

export function ensureInstalled() {
  if (existsSync(new URL("node_modules/.package-lock.json", import.meta.url))) return;
  const command = existsSync(new URL("package-lock.json", import.meta.url)) ? "ci" : "install";
  const args = [command, "--ignore-scripts", "--no-audit", "--no-fund"];
  console.error(
    `bench/node_modules is missing: running npm ${args.join(" ")} in bench/ (a minute or two, once)`,
  );
  const { status, error } = spawnSync("npm", args, {
    cwd: benchFolder,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`npm ${command} in bench/ failed: ${error?.message ?? `exit ${status}`}`);
}
