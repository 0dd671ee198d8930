"""Untrained encoders of 12 layers: what the residual stream and its gradient are like at each layer.

The random numbers are the core's (splitmix64), made here once more; PyTorch runs the encoder forward
and backward in float64. Names, with <case> an index into the metadata's "structures":

<case>/gradient, difference, stream,   13 numbers each, of the embedding and of each layer's output;
       weights                         of the word table's and each layer's parameters
<d_k>/softmax                         largest weight and gradient let through, of scores ÷ √d_k and as
                                      they are
"""

import json
import math

import numpy
import torch
from torch.nn import functional as F

from traced_encoder import TracedEncoder

DEPTH, WIDTH, HEADS, TOKENS, SEED = 12, 16, 2, 7, 3
STRUCTURES = [{"norm": norm, "residual": residual}
              for norm in ["none", "pre", "post"] for residual in ["on", "off"]]
OTHERS = {"positions": "on", "scale": "on", "activation": "relu", "mask": "none"}
SOFTMAX_WIDTHS, KEYS = [4, 64], 9


class SplitMix:
    """Steele, Lea & Flood 2014, as core/src/random.cpp has it."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        mask = 2 ** 64 - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return z ^ (z >> 31)

    def uniform(self):
        return (self.next() >> 11) * 2.0 ** -53

    def normal(self):
        radius = math.sqrt(-2.0 * math.log(1.0 - self.uniform()))
        return radius * math.cos(2 * math.pi * self.uniform())

    def matrix(self, rows, columns, draw):
        """Rounded to float32, as the core holds it."""
        numbers = numpy.array([draw() for _ in range(rows * columns)]).astype(numpy.float32)
        return torch.tensor(numpy.float64(numbers).reshape(rows, columns))

    def normals(self, rows, columns, deviation=1.0):
        return self.matrix(rows, columns, lambda: deviation * self.normal())


def layer_leaves(random, layer):
    name, leaves = f"encoder.layer.{layer}", {}

    def linear(part, rows, columns):
        bound = math.sqrt(6 / (rows + columns))
        leaves[f"{name}.{part}.weight"] = random.matrix(
            rows, columns, lambda: bound * (2 * random.uniform() - 1))
        leaves[f"{name}.{part}.bias"] = torch.zeros(rows).double()

    def norm(part):
        leaves[f"{name}.{part}.LayerNorm.weight"] = torch.ones(WIDTH).double()
        leaves[f"{name}.{part}.LayerNorm.bias"] = torch.zeros(WIDTH).double()

    for part in ["self.query", "self.key", "self.value", "output.dense"]:
        linear(f"attention.{part}", WIDTH, WIDTH)
    norm("attention.output")
    linear("intermediate.dense", 4 * WIDTH, WIDTH)
    linear("output.dense", WIDTH, 4 * WIDTH)
    norm("output")
    return leaves


def make_leaves():
    random = SplitMix(SEED)
    for _ in range(TOKENS * WIDTH):  # the embedding's, which the study replaces
        random.normal()
    leaves = {}
    for layer in range(DEPTH):
        leaves.update(layer_leaves(random, layer))
    return leaves


def difference(rows):
    unit = F.normalize(rows, dim=1)
    pairs = [(unit[i] - unit[j]).square().sum() / 2 for i in range(TOKENS) for j in range(i)]
    return sum(pairs) / len(pairs)


def parameter_norm(leaves, begin):
    return torch.stack([leaf.grad.square().sum() for name, leaf in leaves.items()
                        if name.startswith(begin) and leaf.grad is not None]).sum().sqrt()


def measure(structure, values, tokens, direction):
    config = {"hidden_size": WIDTH, "num_attention_heads": HEADS, "layer_norm_eps": 1e-5,
              "embedding_scale": True, "embedding_norm": False, "type_vocab_size": 0,
              "position_embedding_type": "sinusoidal"}
    values = {**values, "embeddings.word_embeddings.weight": tokens}
    leaves = {name: value.clone().requires_grad_() for name, value in values.items()}
    encoder = TracedEncoder(config, leaves, {**OTHERS, **structure})
    encoder.ids = torch.arange(TOKENS)
    stream = [encoder.embed(encoder.ids)]
    for layer in range(DEPTH):
        stream.append(encoder.layer(layer, stream[-1]))
    is_pre = structure["norm"] == "pre"
    output = F.layer_norm(stream[-1], (WIDTH,), eps=1e-5) if is_pre else stream[-1]
    (output * direction).sum().backward()
    parts = ["embeddings.", *(f"encoder.layer.{layer}." for layer in range(DEPTH))]
    return {
        "gradient": torch.stack([x.grad.norm() for x in stream]),
        "difference": torch.stack([difference(x.detach()) for x in stream]),
        "stream": torch.stack([x.detach().norm(dim=1).mean() for x in stream]),
        "weights": torch.stack([parameter_norm(leaves, begin) for begin in parts]),
    }


def softmax_measures(width):
    random = SplitMix(SEED)
    queries, keys = random.normals(KEYS, width), random.normals(KEYS, width)
    result = []
    for scale in [width ** -0.5, 1.0]:
        scores = queries @ keys.T * scale
        jacobians = [torch.autograd.functional.jacobian(lambda s: s.softmax(dim=0), row) for row in scores]
        passed = torch.stack([j.norm() for j in jacobians]).mean() / KEYS ** 0.5
        result += [scores.softmax(dim=1).max(dim=1).values.mean(), passed]
    return torch.stack(result)


def make():
    random = SplitMix(2 ** 64 - 1 - SEED)
    tokens = random.normals(TOKENS, WIDTH, WIDTH ** -0.5)
    direction = random.normals(TOKENS, WIDTH)
    leaves, tensors = make_leaves(), {}
    for index, structure in enumerate(STRUCTURES):
        for name, numbers in measure(structure, leaves, tokens, direction / direction.norm()).items():
            tensors[f"{index}/{name}"] = numbers
    for width in SOFTMAX_WIDTHS:
        tensors[f"{width}/softmax"] = softmax_measures(width)
    texts = [",".join(f"{key}={value}" for key, value in each.items()) for each in STRUCTURES]
    return tensors, {"structures": json.dumps(texts)}
