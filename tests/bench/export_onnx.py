"""Writes a model file's encoder as ONNX: export_onnx.py MODEL.safetensors OUT.onnx

The graph takes `ids` (n, int64) and yields `output` (n × hidden_size), n being free. With a third
argument `time` and then lengths, it times PyTorch on one thread instead, and prints JSON lines.
"""

import json
import math
import statistics
import struct
import sys
import time

import torch
from torch import nn
from torch.nn import functional as F

DTYPES = {"F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16}
ACTIVATIONS = {
    "relu": F.relu,
    "gelu": F.gelu,
    "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"),
    "silu": F.silu,
}


def read(path):
    raw = bytearray(open(path, "rb").read())
    (length,) = struct.unpack("<Q", raw[:8])
    header = json.loads(raw[8:8 + length])
    metadata = header.pop("__metadata__")
    tensors = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        flat = torch.frombuffer(raw, dtype=DTYPES[entry["dtype"]], offset=8 + length + begin,
                                count=math.prod(entry["shape"]))
        tensors[name] = flat.float().reshape(entry["shape"])
    return json.loads(metadata["config"]), tensors


def sinusoids(positions, d_model):
    rates = 10000.0 ** (-torch.arange(0, d_model, 2).double() / d_model)
    angles = torch.outer(torch.arange(positions).double(), rates)
    return torch.stack([angles.sin(), angles.cos()], dim=2).flatten(1)[:, :d_model].float()


class Encoder(nn.Module):
    """The encoder in the operations of PyTorch, without its own encoder layer."""

    def __init__(self, config, tensors):
        super().__init__()
        self.config = config
        self.names = {}
        for i, (name, tensor) in enumerate(tensors.items()):
            self.names[name] = f"p{i}"
            self.register_buffer(f"p{i}", tensor)
        table = tensors.get("embeddings.position_embeddings.weight")
        if config["position_embedding_type"] == "sinusoidal":
            table = sinusoids(config["max_position_embeddings"], config["hidden_size"])
        self.register_buffer("positions", table)

    def parameter(self, name):
        return getattr(self, self.names[name])

    def linear(self, name, x):
        return F.linear(x, self.parameter(name + ".weight"), self.parameter(name + ".bias"))

    def norm(self, name, x):
        return F.layer_norm(x, [self.config["hidden_size"]], self.parameter(name + ".weight"),
                            self.parameter(name + ".bias"), self.config["layer_norm_eps"])

    def attention(self, name, x):
        d, heads = self.config["hidden_size"], self.config["num_attention_heads"]
        split = lambda t: t.reshape(-1, heads, d // heads).transpose(0, 1)
        q, k, v = (split(self.linear(f"{name}.self.{part}", x))
                   for part in ("query", "key", "value"))
        weights = torch.softmax(q @ k.transpose(1, 2) / math.sqrt(d // heads), dim=-1)
        heads_out = (weights @ v).transpose(0, 1).reshape(-1, d)
        return self.linear(name + ".output.dense", heads_out)

    def forward(self, ids):
        config = self.config
        x = self.parameter("embeddings.word_embeddings.weight")[ids]
        if config["embedding_scale"]:
            x = x * math.sqrt(config["hidden_size"])
        x = x + self.positions[:ids.shape[0]]
        if config["embedding_norm"]:
            x = self.norm("embeddings.LayerNorm", x)
        for l in range(config["num_hidden_layers"]):
            name = f"encoder.layer.{l}"
            x = self.norm(name + ".attention.output.LayerNorm",
                          x + self.attention(name + ".attention", x))
            hidden = ACTIVATIONS[config["hidden_act"]](self.linear(name + ".intermediate.dense", x))
            x = self.norm(name + ".output.LayerNorm", x + self.linear(name + ".output.dense", hidden))
        return x


def time_forward(module, lengths, vocabulary):
    torch.set_num_threads(1)
    for n in lengths:
        ids = torch.arange(n) * 7 % vocabulary
        times = []
        with torch.no_grad():
            output = module(ids)
            begin = time.perf_counter()
            while len(times) < 3 or time.perf_counter() - begin < 0.5:
                start = time.perf_counter()
                module(ids)
                times.append(1e3 * (time.perf_counter() - start))
        print(json.dumps({"n": n, "ms": statistics.median(times),
                          "checksum": output.double().abs().sum().item()}), flush=True)


def main():
    config, tensors = read(sys.argv[1])
    if config["norm_order"] != "post":
        raise SystemExit("only post-norm models are exported")
    module = Encoder(config, tensors).eval()
    if sys.argv[2] == "time":
        time_forward(module, [int(n) for n in sys.argv[3:]], config["vocab_size"])
        return
    with torch.no_grad():
        torch.onnx.export(module, (torch.arange(5),), sys.argv[2], opset_version=17,
                          input_names=["ids"], output_names=["output"],
                          dynamic_axes={"ids": {0: "n"}, "output": {0: "n"}})


if __name__ == "__main__":
    main()
