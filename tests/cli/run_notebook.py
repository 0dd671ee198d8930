"""Runs the code of examples/heads.ipynb on a table of heads, as CSV and as .npz, which must print the same.

    python3 run_notebook.py NOTEBOOK HEADS.csv
"""

import contextlib
import io
import json
import os
import sys

import numpy as np

notebook, table = sys.argv[1:]
sys.path.insert(0, os.path.dirname(os.path.abspath(notebook)))
from heads import read_heads  # noqa: E402

with open(notebook, encoding="utf-8") as file:
    cells = [cell for cell in json.load(file)["cells"] if cell["cell_type"] == "code"]
assert not any(cell["outputs"] for cell in cells), "the notebook is kept without outputs"


def printed(path):
    os.environ["FOVEA_HEADS"] = path
    names = {}
    with contextlib.redirect_stdout(io.StringIO()) as out:
        for cell in cells:
            exec("".join(cell["source"]), names)
    return out.getvalue()


columns, numbers = read_heads(table)
np.savez("heads.npz", columns=columns, heads=numbers)
text = printed(table)
assert printed("heads.npz") == text
print(text)
