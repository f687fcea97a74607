/** Fetches the manifest's packages and unpacks each into a folder of its own: `node fetch.ts`. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Package, packageFolder, readManifest } from "./manifest.ts";

/** The command that puts a package's archive into the current folder. */
function download({ from, name, version }: Package): [string, string[]] {
  switch (from) {
    case "npm":
      return ["npm", ["pack", "--silent", `${name}@${version}`]];
    case "pip":
      return ["pip", ["download", "--no-deps", "--no-binary", ":all:", `${name}==${version}`]];
    case "apt":
      return ["apt-get", ["download", `${name}=${version}`]];
    default:
      return ["apt-get", ["source", "--download-only", `${name}=${version}`]];
  }
}

function unpack(archive: string, folder: string): void {
  if (archive.endsWith(".deb")) execFileSync("dpkg-deb", ["-x", archive, folder]);
  else if (/\.(?:zip|whl)$/.test(archive)) execFileSync("unzip", ["-q", "-o", archive, "-d", folder]);
  else if (/\.(?:tgz|tar\.\w+)$/.test(archive)) execFileSync("tar", ["-xf", archive, "-C", folder]);
}

for (const one of readManifest()) {
  const folder = packageFolder(one);
  if (existsSync(folder)) continue;
  const work = mkdtempSync(join(tmpdir(), "sherd-fetch-"));
  try {
    const [command, args] = download(one);
    execFileSync(command, args, { cwd: work, stdio: ["ignore", "ignore", "inherit"] });
    mkdirSync(folder, { recursive: true });
    for (const archive of readdirSync(work)) unpack(join(work, archive), folder);
  } catch (error) {
    // A version that is no longer to be had leaves the others as they are.
    console.error(
      `${one.from} ${one.name} ${one.version}: ${error instanceof Error ? error.message : error}`,
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
