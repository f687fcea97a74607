"""What the evaluation measures with: the sets' units and questions, BM25, ranks, bootstrap."""

import json
import math
import pathlib
import re

import numpy as np

WINDOW = 200


def utf16(text):
    data = text.encode("utf-16-le")
    return lambda start, end: data[2 * start : 2 * end].decode("utf-16-le", "replace")


def to_utf16_offsets(text):
    """For every code point position its UTF-16 offset, so that windows compare with the sets' spans."""
    sizes = np.fromiter((2 if ord(c) > 0xFFFF else 1 for c in text), np.int64, len(text))
    return np.concatenate([[0], np.cumsum(sizes)])


def windows(text, tokenizer):
    spans = tokenizer.encode(text, add_special_tokens=False).offsets
    offsets = to_utf16_offsets(text)
    for i in range(0, len(spans), WINDOW):
        part = spans[i : i + WINDOW]
        yield int(offsets[part[0][0]]), int(offsets[part[-1][1]])


def load_set(folder, tokenizer, given=True):
    """Units (text, document, span, group) and queries with the indexes of the units that answer them.

    A unit answers when it shares with a relevant span at least half of the shorter of the two.
    """
    folder = pathlib.Path(folder)
    units = []
    by_document = {}
    for line in (folder / "corpus.jsonl").open():
        row = json.loads(line)
        cut = utf16(row["text"])
        spans = row["chunks"] if given and row.get("chunks") else windows(row["text"], tokenizer)
        for start, end in spans:
            by_document.setdefault(row["id"], []).append(len(units))
            units.append({"text": cut(start, end), "start": start, "end": end, "group": row.get("group")})
    queries = []
    for line in (folder / "queries.jsonl").open():
        row = json.loads(line)
        relevant = set()
        for span in row["relevant"]:
            for index in by_document[span["doc"]]:
                unit = units[index]
                shared = min(unit["end"], span["end"]) - max(unit["start"], span["start"])
                if shared >= 0.5 * min(unit["end"] - unit["start"], span["end"] - span["start"]) and shared > 0:
                    relevant.add(index)
        # prose-spans gives no group to its documents: their ids are the groups its questions name.
        queries.append({"text": row["query"], "group": row.get("group"), "relevant": relevant})
    if any(q["group"] for q in queries) and not any(u["group"] for u in units):
        for document, indexes in by_document.items():
            for index in indexes:
                units[index]["group"] = document
    return units, queries


STOP = set("a an and are as at be by for from has have how in is it its of on or that the this to was were what when where which who why will with do does did about".split())
CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def terms(text):
    out = []
    for word in re.findall(r"[A-Za-z0-9]+", text):
        parts = CAMEL.split(word)
        for part in ([word, *parts] if len(parts) > 1 else [word]):
            part = part.lower()
            if part not in STOP:
                out.append(part[:-1] if len(part) > 3 and part.endswith("s") and not part.endswith("ss") else part)
    return out


class BM25:
    def __init__(self, texts, k1=1.2, b=0.75):
        self.k1, self.b = k1, b
        self.postings = {}
        lengths = []
        for index, text in enumerate(texts):
            words = terms(text)
            lengths.append(len(words))
            counts = {}
            for word in words:
                counts[word] = counts.get(word, 0) + 1
            for word, count in counts.items():
                self.postings.setdefault(word, []).append((index, count))
        self.lengths = np.array(lengths, float)
        self.mean = max(1e-9, self.lengths.mean())

    def scores(self, query):
        out = np.zeros(len(self.lengths))
        for word in terms(query):
            rows = self.postings.get(word)
            if not rows:
                continue
            index = np.array([r[0] for r in rows])
            count = np.array([r[1] for r in rows], float)
            idf = math.log(1 + (len(self.lengths) - len(rows) + 0.5) / (len(rows) + 0.5))
            out[index] += idf * count * (self.k1 + 1) / (count + self.k1 * (1 - self.b + self.b * self.lengths[index] / self.mean))
        return out


def metrics(order, relevant):
    """nDCG@10, reciprocal rank and recall@10 of one ranking of unit indexes."""
    hits = [1.0 if i in relevant else 0.0 for i in order]
    top = hits[:10]
    ideal = sum(1 / math.log2(r + 2) for r in range(min(10, len(relevant))))
    ndcg = sum(h / math.log2(r + 2) for r, h in enumerate(top)) / ideal
    first = next((r for r, h in enumerate(hits) if h), None)
    return ndcg, 0.0 if first is None else 1 / (first + 1), sum(top) / min(10, len(relevant))


def minmax(values):
    low, high = values.min(), values.max()
    return (values - low) / (high - low) if high > low else np.zeros_like(values)


def evaluate(units, queries, unit_vectors=None, query_vectors=None, mix=0.0):
    """Per-query metrics; mix is the share of BM25 in a convex combination of min-max normalised scores."""
    groups = {}
    for index, unit in enumerate(units):
        groups.setdefault(unit["group"], []).append(index)
    indexes = {}
    rows = []
    for number, query in enumerate(queries):
        pool = groups[query["group"]]
        score = np.zeros(len(pool))
        if unit_vectors is not None:
            score = unit_vectors[pool] @ query_vectors[number]
            if mix:
                score = (1 - mix) * minmax(score)
        if mix or unit_vectors is None:
            if query["group"] not in indexes:
                indexes[query["group"]] = BM25([units[i]["text"] for i in pool])
            words = indexes[query["group"]].scores(query["text"])
            score = score + (mix * minmax(words) if unit_vectors is not None else words)
        order = np.argsort(-score, kind="stable")
        rows.append(metrics([pool[i] for i in order], query["relevant"]) if query["relevant"] else (np.nan, np.nan, np.nan))
    return np.array(rows)


def bootstrap(difference, rounds=10_000, seed=5):
    """Mean and 95 % interval of a paired difference."""
    difference = difference[~np.isnan(difference)]
    generator = np.random.default_rng(seed)
    means = np.array([difference[generator.integers(0, len(difference), len(difference))].mean() for _ in range(rounds)])
    return difference.mean(), np.quantile(means, 0.025), np.quantile(means, 0.975)
