// The peers and the texts live in bench/node_modules, outside the product's dependencies; the structure
// bench keeps its own in bench/structure/node_modules, so that the texts of the others stay what they are.
// They are installed on first use, from the npm registry only, without running any install script.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Installs what a folder's lock file names, `bench/` by default, unless that is done already. */
export function ensureInstalled(folder = new URL("./", import.meta.url)) {
  if (existsSync(new URL("node_modules/.package-lock.json", folder))) return;
  const command = existsSync(new URL("package-lock.json", folder)) ? "ci" : "install";
  const path = fileURLToPath(folder);
  const args = [command, "--ignore-scripts", "--no-audit", "--no-fund"];
  console.error(
    `${path}node_modules is missing: running npm ${args.join(" ")} there (a minute or two, once)`,
  );
  const { status, error } = spawnSync("npm", args, {
    cwd: path,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (status !== 0)
    throw new Error(`npm ${command} in ${path} failed: ${error?.message ?? `exit ${status}`}`);
}
