"""The teacher's vectors of the texts that `evaluate.py --dump` wrote, as its cache expects them."""

import argparse
import pathlib

import numpy as np
import torch

from minilm import MiniLM


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--texts", required=True)
    parser.add_argument("--teacher", required=True)
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    teacher = MiniLM.from_pack(args.teacher, device)
    for file in sorted(pathlib.Path(args.texts).glob("*.npz")):
        pack = np.load(file)
        lengths = torch.as_tensor(pack["lengths"].astype(np.int64))
        flat = torch.as_tensor(pack["tokens"].astype(np.int32)).to(device)
        vectors = teacher.embed(flat, torch.cumsum(lengths, 0) - lengths, lengths).cpu().numpy()
        # Files of at most 16 MB travel back: the parts are joined again by their numbers.
        for part, start in enumerate(range(0, len(vectors), 20_000)):
            np.save(pathlib.Path(args.out) / f"teacher-{file.stem}.{part}.npy", vectors[start : start + 20_000])
        print(file.name, vectors.shape)


if __name__ == "__main__":
    main()
