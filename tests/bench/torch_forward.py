"""Forward passes in PyTorch on one thread: torch_forward.py MODEL answers each line `N PASSES` of
the standard input with {"ms": of one pass, "sample": values of the output}.

torch_forward.py MODEL OUT.onnx writes the same encoder as ONNX instead: `ids` (n, int64) to `output`
(n × hidden_size), n being free.
"""

import json
import sys
import time

import torch

from torch_encoder import load


def export(encoder, path):
    torch.onnx.export(encoder, (torch.arange(5),), path, opset_version=17,
                      input_names=["ids"], output_names=["output"],
                      dynamic_axes={"ids": {0: "n"}, "output": {0: "n"}})


def sample_of(values, count=97):
    """Values from the first to the last, evenly apart: as all programs choose them."""
    return [values[i * (len(values) - 1) // (count - 1)].item() for i in range(count)]


def serve(encoder):
    torch.set_num_threads(1)
    for line in sys.stdin:
        n, passes = map(int, line.split())
        ids = torch.arange(n) * 7 % encoder.config["vocab_size"]
        start = time.perf_counter()
        for _ in range(passes):
            output = encoder(ids)
        ms = 1e3 * (time.perf_counter() - start) / passes
        print(json.dumps({"ms": ms, "sample": sample_of(output.flatten())}), flush=True)


with torch.no_grad():
    if len(sys.argv) > 2:
        export(load(sys.argv[1]), sys.argv[2])
    else:
        serve(load(sys.argv[1]))
