"""Reads a trace that `fovea encode --trace FILE` has written, and prints what each word looks at.

    python3 examples/trace.py trace.safetensors [LAYER HEAD]

Needs NumPy alone. With the safetensors package, `safetensors.numpy.load_file(path)` gives the same arrays.
Layers and heads count from 0.
"""

import json
import sys

import numpy as np

DTYPES = {"F32": np.float32, "I32": np.int32}


def read_trace(path):
    """The tensors by name, and the metadata: words, config, version."""
    with open(path, "rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
        data = file.read()
    metadata = header.pop("__metadata__", {})
    tensors = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        numbers = np.frombuffer(data[begin:end], DTYPES[entry["dtype"]])
        tensors[name] = numbers.reshape(entry["shape"])
    return tensors, metadata


def main(path, layer="-1", head="0"):
    tensors, metadata = read_trace(path)
    words = metadata["words"].split("\n")
    config = json.loads(metadata["config"])
    layer = int(layer) % config["num_hidden_layers"]
    weights = tensors[f"layers.{layer}.attention.weights"][int(head)]
    for word, row in zip(words, weights):
        print(f"{word:>12} → {words[row.argmax()]:<12} {row.max():.3f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
