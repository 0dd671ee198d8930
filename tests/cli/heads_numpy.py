"""Computes what `fovea heads` prints with NumPy from the traces of `fovea encode`, and compares.

    python3 heads_numpy.py FOVEA MODEL SCRATCH
"""

import json
import os
import subprocess
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../examples"))
from trace import read_trace  # noqa: E402

TEXTS = [
    "The animal didn't cross the street because it was too tired.",
    "the dog saw the dog, and the [MASK] was hungry",
    "She gave the old book to the girl because he was kind to them!",
    "a cat",
]
PRONOUNS = {"it", "he", "she", "they", "him", "her", "them"}
FAR = 5
TOLERANCE = 1e-5


def softmax(logits):
    powers = np.exp(logits.astype(np.float64) - logits.max())
    return powers / powers.sum()


def is_mark(token):
    return token["begin"] == token["end"] or not any(c.isalnum() for c in token["piece"])


def answer_place(tokens):
    pieces = [token["piece"] for token in tokens]
    if "[MASK]" in pieces:
        return pieces.index("[MASK]")
    for place, piece in enumerate(pieces):
        if piece in PRONOUNS:
            return place
    return max((i for i, token in enumerate(tokens) if not is_mark(token)), default=0)


def relations(tokens, logits):
    """By name, whether each key (column) is that to each query (row)."""
    n = len(tokens)
    ids = np.array([token["id"] for token in tokens])
    distance = np.arange(n)[None, :] - np.arange(n)[:, None]
    other = distance != 0
    answers = np.array([
        logits[i].argmax() if token["piece"] in PRONOUNS else -1 for i, token in enumerate(tokens)
    ])
    return {
        "itself": distance == 0,
        "one_back": distance == -1,
        "one_ahead": distance == 1,
        "first": np.broadcast_to(np.arange(n) == 0, (n, n)),
        "mark": np.broadcast_to([is_mark(token) for token in tokens], (n, n)),
        "same_word": (ids[:, None] == ids[None, :]) & other,
        "noun": (answers[:, None] == ids[None, :]) & other,
        "far": abs(distance) >= FAR,
    }


def main(fovea, model, scratch):
    trace = os.path.join(scratch, "heads_trace.safetensors")
    lines = os.path.join(scratch, "heads_texts.txt")

    def encode(text, *more):
        printed = subprocess.run(
            [fovea, "encode", "--model", model, "--text", text, "--trace", trace, "--json", *more],
            check=True, capture_output=True).stdout
        return json.loads(printed)["tokens"], read_trace(trace)[0]

    with open(lines, "w") as file:
        file.write("\n".join(TEXTS))
    printed = subprocess.run([fovea, "heads", "--model", model, "--file", lines, "--json"],
                             check=True, capture_output=True).stdout
    heads = json.loads(printed)["heads"]
    sums = {}

    def add(layer, head, name, values, counts):
        total, count = sums.get((layer, head, name), (0, 0))
        sums[layer, head, name] = (total + values, count + counts)

    for text in TEXTS:
        tokens, tensors = encode(text)
        place = answer_place(tokens)
        before = softmax(tensors["logits"][place])
        of = relations(tokens, tensors["logits"])
        for each in heads:
            layer, head = each["layer"], each["head"]
            weights = tensors[f"layers.{layer}.attention.weights"][head].astype(np.float64)
            for name, holds in of.items():
                add(layer, head, name, weights[holds].sum(), holds.any(axis=1).sum())
            logs = np.log2(weights, where=weights > 0, out=np.zeros_like(weights))
            add(layer, head, "entropy", -(weights * logs).sum(), len(tokens))
            all_heads = tensors[f"layers.{layer}.attention.weights"]
            wide = tensors[f"layers.{layer}.attention.heads"].shape[1] // len(all_heads)
            region = f"layers.{layer}.attention.heads[:,{head * wide}:{(head + 1) * wide}]=0"
            _, without = encode(text, "--set", region)
            change = abs(before - softmax(without["logits"][place])).sum() / 2
            add(layer, head, "effect", change, 1)

    compared = 0
    for each in heads:
        for name in [*of, "entropy", "effect"]:
            total, count = sums[each["layer"], each["head"], name]
            expected = total / count if count else None
            if expected is None:
                assert each[name] is None, (name, each)
                continue
            assert abs(each[name] - expected) < TOLERANCE, (name, each, expected)
            compared += 1
    print(f"{compared} numbers agree")


if __name__ == "__main__":
    main(*sys.argv[1:])
