"""The model's file, as FORMAT.md describes it: written here, read back here and by the TypeScript reader."""

import hashlib
import struct

import numpy as np

MAGIC = b"SHERDEMB"
VERSION = 1
HEADER = struct.Struct("<8sIIIIIII32s32s64s")


def write_model(path, rows, scales, vocabulary, nested, model_id):
    """rows int8 (tokens × dimensions), scales float32, vocabulary the tokens in id order, nested the dimensions a vector may be cut to."""
    words = "\n".join(vocabulary).encode("utf-8")
    dims = rows.shape[1]
    nested_bytes = struct.pack("<8H", *(list(nested) + [0] * 8)[:8])
    padding = b"\0" * (-len(words) % 4)
    payload = nested_bytes + words + padding + scales.astype("<f4").tobytes() + np.ascontiguousarray(rows, dtype=np.int8).tobytes()
    header = HEADER.pack(MAGIC, VERSION, HEADER.size, dims, len(vocabulary), len(words), len(nested), len(payload), hashlib.sha256(words).digest(), hashlib.sha256(payload).digest(), model_id.encode("ascii").ljust(64, b"\0"))
    with open(path, "wb") as file:
        file.write(header + payload)
    return HEADER.size + len(payload)


def read_model(path):
    with open(path, "rb") as file:
        data = file.read()
    if len(data) < HEADER.size:
        raise ValueError(f"{path}: {len(data)} bytes, shorter than a header")
    magic, version, size, dims, count, word_bytes, levels, payload_bytes, tokenizer_hash, checksum, model_id = HEADER.unpack_from(data)
    if magic != MAGIC or version != VERSION:
        raise ValueError(f"{path}: not a version {VERSION} model file")
    payload = data[size:]
    if len(payload) != payload_bytes or hashlib.sha256(payload).digest() != checksum:
        raise ValueError(f"{path}: truncated or altered")
    nested = struct.unpack_from("<8H", payload)[:levels]
    at = 16
    words = payload[at : at + word_bytes]
    if hashlib.sha256(words).digest() != tokenizer_hash:
        raise ValueError(f"{path}: vocabulary does not match its hash")
    at += word_bytes + (-word_bytes % 4)
    scales = np.frombuffer(payload, "<f4", count, at)
    at += 4 * count
    rows = np.frombuffer(payload, np.int8, count * dims, at).reshape(count, dims)
    return {"id": model_id.rstrip(b"\0").decode(), "vocabulary": words.decode().split("\n"), "nested": nested, "rows": rows.astype(np.float32) * scales[:, None]}
