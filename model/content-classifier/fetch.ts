/**
 * Downloads and unpacks the packages of the manifest, each once: `node fetch.ts`. Needs npm, pip, apt-get,
 * dpkg-deb, tar and unzip. A version that its registry no longer has is taken in the newest one, and said.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DATA, type Package, packageFolder, readManifest } from "./manifest.ts";

const AVAILABLE_SOURCES = "/etc/apt/sources.list.d/debian.sources";

/** Source packages need an index of their own, made from the system's list of binary packages. */
const APT = join(DATA, "apt");
const SOURCES = join(APT, "debian.sources");
const APT_OPTIONS = [
  `Dir::Etc::sourcelist=${SOURCES}`,
  "Dir::Etc::sourceparts=/dev/null",
  `Dir::State::lists=${join(APT, "lists")}`,
  `Dir::Cache=${join(APT, "cache")}`,
].flatMap((option) => ["-o", option]);

function run(folder: string, command: string, ...options: string[]): void {
  execFileSync(command, options, { cwd: folder, stdio: ["ignore", "ignore", "pipe"], timeout: 600_000 });
}

function indexSources(): void {
  for (const folder of ["lists/partial", "cache/archives/partial"])
    mkdirSync(join(APT, folder), { recursive: true });
  const binary = readFileSync(AVAILABLE_SOURCES, "utf8");
  writeFileSync(SOURCES, binary.replace(/^Types: deb$/gm, "Types: deb-src"));
  run(APT, "apt-get", ...APT_OPTIONS, "-q", "update");
}

/** The commands that fetch a package into the current folder, the exact version first. */
function downloads({ from, name, version }: Package): string[][] {
  switch (from) {
    case "npm":
      return [`${name}@${version}`, name].map((wanted) => ["npm", "pack", "--silent", wanted]);
    case "pip":
      return [`${name}==${version}`, name].map((wanted) => [
        "pip",
        "download",
        "-q",
        "--no-deps",
        "--only-binary",
        ":all:",
        wanted,
      ]);
    case "apt":
      return [`${name}=${version}`, name].map((wanted) => ["apt-get", "-q", "download", wanted]);
    case "apt-source":
      return [`${name}=${version}`, name].map((wanted) => [
        "apt-get",
        ...APT_OPTIONS,
        "-q",
        "source",
        "--download-only",
        wanted,
      ]);
  }
}

const isArchive = (file: string) => /\.(?:tgz|whl|deb|tar\.\w+)$/.test(file);

/** A mirror may lack the Debian part of a source package: its authors' part is enough. */
function download(one: Package, folder: string): void {
  const [exact, newest] = downloads(one);
  const archived = () => readdirSync(folder).some(isArchive);
  for (const command of [exact, newest]) {
    try {
      run(folder, command[0], ...command.slice(1));
    } catch {
      if (archived()) return;
    }
    if (archived()) {
      if (command === newest) console.log(`${one.name}: ${one.version} is gone, the newest was taken`);
      return;
    }
  }
  throw new Error("not found");
}

function unpack(archive: string, folder: string): void {
  if (archive.endsWith(".whl")) run(folder, "unzip", "-qo", archive, "-d", folder);
  else if (archive.endsWith(".deb")) run(folder, "dpkg-deb", "-x", archive, folder);
  else run(folder, "tar", "xf", archive, "--no-same-owner");
}

mkdirSync(join(DATA, "packages"), { recursive: true });
const missing = readManifest().filter((one) => !existsSync(packageFolder(one)));
if (missing.some(({ from }) => from === "apt-source")) indexSources();
let failed = 0;
for (const one of missing) {
  const work = join(DATA, "work");
  rmSync(work, { recursive: true, force: true });
  mkdirSync(join(work, "unpacked"), { recursive: true });
  try {
    download(one, work);
    for (const file of readdirSync(work).filter(isArchive)) unpack(join(work, file), join(work, "unpacked"));
    renameSync(join(work, "unpacked"), packageFolder(one));
  } catch (error) {
    failed++;
    console.log(
      `${one.from} ${one.name} ${one.version}: ${error instanceof Error ? error.message.split("\n")[0] : error}`,
    );
  }
}
console.log(`${missing.length - failed} packages fetched, ${failed} not to be had`);
