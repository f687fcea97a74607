"""The teacher, all-MiniLM-L6-v2, in plain torch: six layers of BERT, mean pooling, unit length.

Its weights travel as 16-bit floats, or as int8 with one scale a row; pack_teacher.py prints how close
either is to the original.
"""

import json

import numpy as np
import torch
import torch.nn.functional as F

HEADS = 12
LAYERS = 6
CLS, SEP, PAD, UNK = 101, 102, 0, 100


def quantise_rows(matrix):
    scale = np.maximum(np.abs(matrix).max(axis=1, keepdims=True), 1e-12) / 127
    return np.clip(np.rint(matrix / scale), -127, 127).astype(np.int8), scale.astype(np.float32)[:, 0]


def load_safetensors(path):
    with open(path, "rb") as file:
        size = int.from_bytes(file.read(8), "little")
        header = json.loads(file.read(size))
        data = file.read()
    kinds = {"F32": np.float32, "F16": np.float16, "I64": np.int64}
    out = {}
    for name, entry in header.items():
        if name != "__metadata__":
            begin, end = entry["data_offsets"]
            out[name] = np.frombuffer(data[begin:end], dtype=kinds[entry["dtype"]]).reshape(entry["shape"])
    return out


class MiniLM:
    """Weights are a dict of torch tensors by their BERT names, without the `bert.` prefix."""

    def __init__(self, weights, device="cpu", dtype=torch.float32):
        self.w = {k: torch.as_tensor(np.array(v)).to(device=device, dtype=dtype) for k, v in weights.items() if v.dtype != np.int64}
        self.device = device
        self.dtype = dtype

    @classmethod
    def from_pack(cls, path, device="cpu", dtype=torch.float32):
        pack = np.load(path)
        weights = {}
        for name in pack.files:
            if name.endswith(".scale"):
                continue
            value = pack[name]
            if value.dtype == np.int8:
                value = value.astype(np.float32) * pack[name + ".scale"][:, None]
            weights[name] = value.astype(np.float32)
        return cls(weights, device, dtype)

    def linear(self, x, name):
        return F.linear(x, self.w[name + ".weight"], self.w[name + ".bias"])

    def norm(self, x, name):
        return F.layer_norm(x, x.shape[-1:], self.w[name + ".weight"], self.w[name + ".bias"], 1e-12)

    @torch.no_grad()
    def __call__(self, ids, mask):
        """ids and mask (bool): batch × length, with [CLS] and [SEP] in place; returns unit vectors."""
        batch, length = ids.shape
        x = self.w["embeddings.word_embeddings.weight"][ids] + self.w["embeddings.position_embeddings.weight"][:length]
        x = self.norm(x + self.w["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
        attend = mask[:, None, None, :]
        for layer in range(LAYERS):
            base = f"encoder.layer.{layer}."

            def split(t):
                return t.view(batch, length, HEADS, -1).transpose(1, 2)

            q, k, v = (split(self.linear(x, f"{base}attention.self.{n}")) for n in ("query", "key", "value"))
            a = F.scaled_dot_product_attention(q, k, v, attn_mask=attend).transpose(1, 2).reshape(batch, length, -1)
            x = self.norm(x + self.linear(a, base + "attention.output.dense"), base + "attention.output.LayerNorm")
            h = F.gelu(self.linear(x, base + "intermediate.dense"))
            x = self.norm(x + self.linear(h, base + "output.dense"), base + "output.LayerNorm")
        m = mask[:, :, None].to(torch.float32)
        pooled = (x.float() * m).sum(1) / m.sum(1)
        return F.normalize(pooled, dim=-1)

    def embed(self, flat, starts, lengths, limit=254, budget=None):
        """Unit vectors (float16, on the device) of the texts flat[start : start + length], longest first."""
        count = len(starts)
        budget = budget or (1 << 19 if str(self.device).startswith("cuda") else 1 << 13)
        out = torch.empty(count, 384, dtype=torch.float16, device=self.device)
        order = torch.argsort(lengths.clamp(max=limit), descending=True)
        done = 0
        while done < count:
            longest = int(lengths[order[done]].clamp(max=limit)) + 2
            rows = order[done : done + max(1, budget // longest)]
            n = lengths[rows].clamp(max=limit).to(self.device)
            s = starts[rows].to(self.device)
            position = torch.arange(longest, device=self.device)[None, :]
            inside = (position >= 1) & (position <= n[:, None])
            index = (s[:, None] + position - 1).clamp(min=0, max=len(flat) - 1)
            ids = torch.where(inside, flat[index].long(), torch.full_like(index, PAD))
            ids[:, 0] = CLS
            ids = torch.where(position == n[:, None] + 1, torch.full_like(ids, SEP), ids)
            out[rows.to(self.device)] = self(ids, position <= n[:, None] + 1).half()
            done += len(rows)
        return out
