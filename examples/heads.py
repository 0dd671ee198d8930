"""Reads what `fovea heads --csv` has printed, or the CSV or .npz file of the page's view of heads over many
sentences, and prints for each habit the heads that have most of it.

    python3 examples/heads.py heads.csv [COUNT]

Needs NumPy alone. Layers and heads count from 0.
"""

import csv
import sys

import numpy as np


def read_heads(path):
    """The columns' names, and the numbers as an array of layers × heads × columns; NaN where there is none."""
    if path.endswith(".npz"):
        with np.load(path) as file:
            return [str(name) for name in file["columns"]], file["heads"]
    with open(path, newline="") as file:
        names, *rows = csv.reader(file)
    numbers = np.array([[float(field or "nan") for field in row] for row in rows])
    layers, heads = (int(numbers[:, column].max()) + 1 for column in (0, 1))
    return names[2:], numbers[:, 2:].reshape(layers, heads, -1)


def main(path, count="3"):
    names, numbers = read_heads(path)
    for name, column in zip(names, np.moveaxis(numbers, -1, 0)):
        if np.isnan(column).all():
            continue
        order = np.argsort(-np.nan_to_num(column, nan=-1), axis=None)[: int(count)]
        places = (np.unravel_index(place, column.shape) for place in order)
        best = "   ".join(f"layer {l} head {h} {column[l, h]:.3f}" for l, h in places)
        print(f"{name:>10}  {best}")


if __name__ == "__main__":
    main(*sys.argv[1:])
