"""A model file's encoder in the operations of PyTorch, without its own encoder layer."""

import json
import math
import struct

import torch
from torch import nn
from torch.nn import functional as F

DTYPES = {"F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16,
          "I8": torch.int8}
ACTIVATIONS = {
    "relu": F.relu,
    "gelu": F.gelu,
    "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"),
    "silu": F.silu,
}


def read(path):
    """The config, and the tensors by name as float32, of a .safetensors file."""
    raw = bytearray(open(path, "rb").read())
    (length,) = struct.unpack("<Q", raw[:8])
    header = json.loads(raw[8:8 + length])
    metadata = header.pop("__metadata__")
    tensors = {}
    for name, entry in header.items():
        begin, _ = entry["data_offsets"]
        flat = torch.frombuffer(raw, dtype=DTYPES[entry["dtype"]], offset=8 + length + begin,
                                count=math.prod(entry["shape"]))
        tensors[name] = flat.float().reshape(entry["shape"])
    for name in [name for name in tensors if name.endswith(".scale")]:
        weight = name[:-len("scale")] + "weight"
        tensors[weight] *= tensors.pop(name)[:, None]
    return json.loads(metadata["config"]), tensors


def sinusoids(positions, d_model):
    rates = 10000.0 ** (-torch.arange(0, d_model, 2).double() / d_model)
    angles = torch.outer(torch.arange(positions).double(), rates)
    return torch.stack([angles.sin(), angles.cos()], dim=2).flatten(1)[:, :d_model].float()


class OneSequence:
    """All tokens are one sequence: heads × n × dK, and no mask."""

    def positions(self, table, ids):
        return table[:ids.shape[0]]

    def split(self, x, heads):
        return x.reshape(-1, heads, x.shape[1] // heads).transpose(0, 1)

    def masked(self, scores):
        return scores

    def join(self, x, d):
        return x.transpose(0, 1).reshape(-1, d)


class Encoder(nn.Module):
    """Post-norm; `sequences` says which rows of the tokens attend to which."""

    def __init__(self, config, tensors):
        super().__init__()
        self.config = config
        self.names = {}
        for i, (name, tensor) in enumerate(tensors.items()):
            self.names[name] = f"p{i}"
            self.register_parameter(f"p{i}", nn.Parameter(tensor))
        if config["position_embedding_type"] == "sinusoidal":
            table = sinusoids(config["max_position_embeddings"], config["hidden_size"])
            self.register_buffer("table", table)
        else:
            self.table = self.parameter("embeddings.position_embeddings.weight")

    def parameter(self, name):
        return getattr(self, self.names[name])

    def linear(self, name, x):
        return F.linear(x, self.parameter(name + ".weight"), self.parameter(name + ".bias"))

    def norm(self, name, x):
        return F.layer_norm(x, [self.config["hidden_size"]], self.parameter(name + ".weight"),
                            self.parameter(name + ".bias"), self.config["layer_norm_eps"])

    def attention(self, name, x, sequences):
        d, heads = self.config["hidden_size"], self.config["num_attention_heads"]
        q, k, v = (sequences.split(self.linear(f"{name}.self.{part}", x), heads)
                   for part in ("query", "key", "value"))
        scores = q @ k.transpose(-1, -2) / math.sqrt(d // heads)
        weights = torch.softmax(sequences.masked(scores), dim=-1)
        return self.linear(name + ".output.dense", sequences.join(weights @ v, d))

    def forward(self, ids, sequences=None):
        config, sequences = self.config, sequences or OneSequence()
        x = self.parameter("embeddings.word_embeddings.weight")[ids]
        if config["embedding_scale"]:
            x = x * math.sqrt(config["hidden_size"])
        x = x + sequences.positions(self.table, ids)
        if config["embedding_norm"]:
            x = self.norm("embeddings.LayerNorm", x)
        for l in range(config["num_hidden_layers"]):
            name = f"encoder.layer.{l}"
            x = self.norm(name + ".attention.output.LayerNorm",
                          x + self.attention(name + ".attention", x, sequences))
            hidden = ACTIVATIONS[config["hidden_act"]](self.linear(name + ".intermediate.dense", x))
            x = self.norm(name + ".output.LayerNorm", x + self.linear(name + ".output.dense", hidden))
        return x


def load(path):
    config, tensors = read(path)
    if config["norm_order"] != "post":
        raise SystemExit("only post-norm models are supported")
    return Encoder(config, tensors).eval()
