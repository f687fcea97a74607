"""Fetch the packages named in sources.json from their registries and unpack them.

Every package is taken by name; the version found is written to the manifest, and a manifest that is
already there pins the versions for the next run. Nothing is executed: archives are only unpacked.
"""

import argparse
import io
import json
import os
import pathlib
import re
import subprocess
import tarfile
import urllib.parse
import urllib.request
import zipfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
PERMISSIVE = re.compile(
    r"\b(mit|bsd|apache|isc|mpl|psf|python|unlicense|cc0|cc-by-4|0bsd|zlib|zope|zpl|boost|bsl|public domain|artistic|historical)\b", re.I
)
KEEP = re.compile(
    r"\.(md|markdown|rst|txt|html?|xhtml|py|pyi|rs|ts|tsx|js|mjs|jsx|go|json|jsonl|yaml|yml|pod|gz|bz2|zip|cfg|xml|page|dz|index|dict|cor|tsv|csv|docbook|\d[a-z]*)$|readme|changelog|changes|news|faq|authors|licen[cs]e|copyright|cargo\.toml|pkg-info|metadata",
    re.I,
)
MAX_FILE = 60_000_000


def get(url, timeout=120):
    request = urllib.request.Request(url, headers={"User-Agent": "sherd-model-recipe"})
    with urllib.request.urlopen(request, timeout=timeout) as reply:
        return reply.read()


def unpack(data, name, folder):
    """Write the text-like members of an archive; deep paths keep their order by a flat, safe name."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0

    def write(member, content):
        nonlocal count
        safe = re.sub(r"[^\w.@+-]+", "__", member)[-180:]
        (folder / safe).write_bytes(content)
        count += 1

    if name.endswith((".whl", ".zip")):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for info in archive.infolist():
                if not info.is_dir() and info.file_size < MAX_FILE and KEEP.search(info.filename):
                    write(info.filename, archive.read(info))
    else:
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            for info in archive:
                if info.isfile() and info.size < MAX_FILE and KEEP.search(info.name):
                    write(info.name, archive.extractfile(info).read())
    return count


def pypi(name, pin, folder):
    from pip._internal.models.index import PyPI  # pip's own address, so that none is written here

    base = f"{PyPI.pypi_url}/{name}/json"
    info = json.loads(get(base))
    licence = info["info"].get("license_expression") or info["info"].get("license") or ""
    classifiers = [c.split("::")[-1].strip() for c in info["info"].get("classifiers", []) if c.startswith("License")]
    licence = (licence.splitlines() or [""])[0][:60] or "; ".join(classifiers)
    if classifiers and not PERMISSIVE.search(licence):
        licence = "; ".join(classifiers)
    files = sorted(info["releases"][pin] if pin else info["urls"], key=lambda u: (u["packagetype"] != "sdist", u["size"]))
    if not files:
        raise ValueError("no files")
    chosen = files[0]
    if chosen["size"] > 400_000_000:
        raise ValueError("too large")
    address = urllib.parse.urljoin(base, chosen["url"])
    return pin or info["info"]["version"], licence, chosen["filename"], address


def npm(name, pin, folder):
    base = subprocess.run(["npm", "config", "get", "registry"], check=True, capture_output=True, text=True).stdout.strip().rstrip("/")
    info = json.loads(get(f"{base}/{urllib.parse.quote(name, safe='@')}/{pin or 'latest'}"))
    licence = info.get("license") or ""
    if isinstance(licence, dict):
        licence = licence.get("type", "")
    return info["version"], str(licence), "package.tgz", info["dist"]["tarball"]


def crates(name, pin, folder):
    index = os.environ["CRATES_INDEX"].rstrip("/")  # the registry's sparse index, as cargo's configuration names it
    lower = name.lower()
    path = {1: "1", 2: "2", 3: f"3/{lower[0]}"}.get(len(lower), f"{lower[:2]}/{lower[2:4]}")
    if pin:
        version = pin
    else:
        rows = [json.loads(r) for r in get(f"{index}/{path}/{lower}").decode().splitlines()]
        stable = [r for r in rows if not r["yanked"] and "-" not in r["vers"]] or rows
        version = stable[-1]["vers"]
    download = json.loads(get(f"{index}/config.json"))["dl"]
    url = f"{download}/{name}/{version}/download"
    return version, "", "package.tar.gz", url


def crate_licence(folder):
    for file in folder.glob("*Cargo.toml"):
        found = re.search(r'^license\s*=\s*"([^"]+)"', file.read_text(errors="replace"), re.M)
        if found:
            return found.group(1)
    return ""


def debian(name, pin, folder):
    """Debian packages come through apt-get download, which checks their signatures."""
    work = folder.parent / f".{name}"
    work.mkdir(parents=True, exist_ok=True)
    spec = f"{name}={pin}" if pin else name
    subprocess.run(["apt-get", "download", "-q", spec], cwd=work, check=True, capture_output=True)
    package = next(work.glob("*.deb"))
    version = subprocess.run(["dpkg-deb", "-f", package, "Version"], check=True, capture_output=True, text=True).stdout.strip()
    data = subprocess.run(["dpkg-deb", "--fsys-tarfile", package], check=True, capture_output=True).stdout
    count = unpack(data, "data.tar", folder)
    package.unlink()
    work.rmdir()
    licences = set()
    for file in folder.glob("*copyright*"):
        licences |= set(re.findall(r"^License:\s*(\S[^\n]{0,40})", file.read_text(errors="replace"), re.M))
    return version, "; ".join(sorted(licences))[:120] or "see its copyright file (Debian main)", count


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", default="model-data/src")
    parser.add_argument("--manifest", default="model-data/manifest-{registry}.json", help="one file a registry")
    parser.add_argument("--registry", required=True, choices=["debian", "pypi", "npm", "crates"])
    parser.add_argument("--jobs", type=int, default=4)
    args = parser.parse_args()
    out = pathlib.Path(args.out)
    sources = json.loads((HERE / "sources.json").read_text())
    manifest_file = pathlib.Path(args.manifest.format(registry=args.registry))
    manifest = json.loads(manifest_file.read_text()) if manifest_file.exists() else {}

    def one(task):
        registry, kind, name = task
        key = f"{registry}:{name}"
        folder = out / registry / re.sub(r"[^\w.+-]", "_", name)
        entry = manifest.get(key, {})
        if folder.exists() and "version" in entry:
            return
        pin = entry.get("version")
        try:
            if registry == "debian":
                version, licence, count = debian(name, pin, folder)
            else:
                version, licence, file, url = {"pypi": pypi, "npm": npm, "crates": crates}[registry](name, pin, folder)
                if registry != "crates" and not PERMISSIVE.search(licence):
                    raise ValueError(f"licence not permissive: {licence!r}")
                count = unpack(get(url), file, folder)
                if registry == "crates":
                    licence = crate_licence(folder)
                    if not PERMISSIVE.search(licence):
                        for f in folder.iterdir():
                            f.unlink()
                        raise ValueError(f"licence not permissive: {licence!r}")
            manifest[key] = {"registry": registry, "kind": kind, "name": name, "version": version, "licence": licence, "files": count}
            print(f"{key} {version} {licence[:40]} {count}", flush=True)
        except Exception as error:
            manifest[key] = {"registry": registry, "kind": kind, "name": name, "skipped": str(error)[:100]}
            print(f"{key} SKIPPED {str(error)[:100]}", flush=True)

    tasks = [(r, k, n) for r in [args.registry] for k, names in sources[r].items() for n in names]
    with ThreadPoolExecutor(args.jobs) as pool:
        for index, _ in enumerate(pool.map(one, tasks)):
            if index % 50 == 0:
                manifest_file.write_text(json.dumps(dict(sorted(manifest.items())), indent=0, ensure_ascii=False) + "\n")
    manifest_file.write_text(json.dumps(dict(sorted(manifest.items())), indent=0, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
