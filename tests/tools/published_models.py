"""Modules of PyTorch for make_published.py: the published families by their definitions, and the names under
which checkpoints have their parameters. They share nothing with the core."""

import math

import torch
from torch import nn
from torch.nn import functional as F

WIDTH, HEADS, INNER, LAYERS = 8, 2, 12, 3
BUCKETS, FARTHEST = 32, 128
MODERN_LAYERS, WINDOW, GLOBAL_BASE, LOCAL_BASE = 5, 6, 160000.0, 10000.0


class Layer(nn.Module):
    """Post-norm: LN(x + attention), then LN(y + feed-forward)."""

    def __init__(self, function):
        super().__init__()
        self.function = function
        self.q, self.k, self.v, self.o = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.norm1, self.norm2 = nn.LayerNorm(WIDTH, 1e-12), nn.LayerNorm(WIDTH, 1e-12)
        self.up, self.down = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)

    def forward(self, x, bias=0):
        split = lambda y: y.view(-1, HEADS, WIDTH // HEADS).transpose(0, 1)
        scores = split(self.q(x)) @ split(self.k(x)).transpose(1, 2) / math.sqrt(WIDTH // HEADS) + bias
        weights = scores.softmax(-1)
        mixed = (weights @ split(self.v(x))).transpose(0, 1).reshape(-1, WIDTH)
        x = self.norm1(x + self.o(mixed))
        return self.norm2(x + self.down(self.function(self.up(x)))), weights


class Encoder(nn.Module):
    def __init__(self, vocab, positions, types, function, first, narrow=WIDTH):
        super().__init__()
        self.first = first  # the first row of the positions that a token has
        self.words = nn.Embedding(vocab, narrow)
        self.positions = nn.Embedding(positions, narrow)
        self.types = nn.Embedding(types, narrow) if types else None
        self.norm = nn.LayerNorm(narrow, 1e-12)
        self.project = nn.Linear(narrow, WIDTH) if narrow != WIDTH else None
        self.layers = nn.ModuleList(Layer(function) for _ in range(LAYERS))

    def forward(self, ids, types):
        x = self.words(ids) + self.positions(torch.arange(len(ids)) + self.first)
        if self.types is not None:
            x = x + self.types(types)
        x = self.norm(x)
        if self.project is not None:
            x = self.project(x)
        outputs, attention = [], []
        for layer in self.layers:
            x, weights = layer(x, self.bias(len(ids)))
            outputs.append(x)
            attention.append(weights)
        return x, outputs, attention

    def bias(self, n):
        return 0


class MpnetEncoder(Encoder):
    """All layers add a bias to their scores, by how far the key is from the query."""

    def __init__(self, vocab, positions, function):
        super().__init__(vocab, positions, 0, function, 2)
        self.biases = nn.Embedding(BUCKETS, HEADS)

    def bias(self, n):
        place = torch.arange(n)
        distance = place[None] - place[:, None]
        side = BUCKETS // 2
        exact = side // 2
        apart = distance.abs()
        far = exact + ((apart.clamp(min=1).double() / exact).log() / math.log(FARTHEST / exact)
                       * (side - exact) + 1e-9).floor().long()
        bucket = torch.where(apart < exact, apart, far.clamp(max=side - 1)) + side * (distance > 0)
        return self.biases(bucket).permute(2, 0, 1)


class ModernLayer(nn.Module):
    """Pre-norm, without biases; rotary positions, in local layers within a window; gated."""

    def __init__(self, number):
        super().__init__()
        self.local = number % 3 != 0
        self.norm1 = nn.LayerNorm(WIDTH, 1e-5) if number > 0 else None
        self.norm2 = nn.LayerNorm(WIDTH, 1e-5)
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH, bias=False)
        self.o = nn.Linear(WIDTH, WIDTH, bias=False)
        self.up = nn.Linear(WIDTH, 2 * INNER, bias=False)
        self.down = nn.Linear(INNER, WIDTH, bias=False)

    def rotated(self, y):
        """Column j of a head turns with column j + d/2, by position · base^(−2j/d)."""
        n, d = y.shape[1], y.shape[2]
        base = LOCAL_BASE if self.local else GLOBAL_BASE
        angles = torch.outer(torch.arange(n).double(), base ** (-torch.arange(0, d, 2).double() / d))
        turned = torch.view_as_complex(torch.stack([y[..., :d // 2], y[..., d // 2:]], -1)) * torch.polar(
            torch.ones_like(angles), angles)
        return torch.cat([turned.real, turned.imag], -1)

    def forward(self, x):
        inner = x if self.norm1 is None else self.norm1(x)
        q, k, v = (y.view(-1, HEADS, WIDTH // HEADS).transpose(0, 1) for y in self.qkv(inner).chunk(3, -1))
        scores = self.rotated(q) @ self.rotated(k).transpose(1, 2) / math.sqrt(WIDTH // HEADS)
        if self.local:
            place = torch.arange(len(x))
            scores = scores.masked_fill((place[:, None] - place[None]).abs() > WINDOW // 2, -math.inf)
        weights = scores.softmax(-1)
        x = x + self.o((weights @ v).transpose(0, 1).reshape(-1, WIDTH))
        up, gate = self.up(self.norm2(x)).chunk(2, -1)
        return x + self.down(F.gelu(up) * gate), weights


class ModernEncoder(nn.Module):
    def __init__(self, vocab):
        super().__init__()
        self.first, self.types = 0, None
        self.words = nn.Embedding(vocab, WIDTH)
        self.norm, self.last_norm = nn.LayerNorm(WIDTH, 1e-5), nn.LayerNorm(WIDTH, 1e-5)
        for norm in (self.norm, self.last_norm):
            norm.bias = None
        self.layers = nn.ModuleList(ModernLayer(number) for number in range(MODERN_LAYERS))
        for layer in self.layers:
            for norm in (layer.norm1, layer.norm2):
                if norm is not None:
                    norm.bias = None

    def forward(self, ids, types):
        x = self.norm(self.words(ids))
        outputs, attention = [], []
        for layer in self.layers:
            x, weights = layer(x)
            outputs.append(x)
            attention.append(weights)
        return self.last_norm(x), outputs, attention


class ModernTextHead(nn.Module):
    """Of a pooled vector: a hidden layer with a norm, then the labels."""

    def __init__(self, labels, mean):
        super().__init__()
        self.mean, self.dense, self.norm = mean, nn.Linear(WIDTH, WIDTH, bias=False), nn.LayerNorm(WIDTH, 1e-5)
        self.norm.bias = None
        self.out = nn.Linear(WIDTH, labels)

    def forward(self, x):
        pooled = x.mean(0, keepdim=True) if self.mean else x[:1]
        return self.out(self.norm(F.gelu(self.dense(pooled))))


def names_of_modernbert(encoder, prefix):
    parts = {f"{prefix}embeddings.tok_embeddings": encoder.words, f"{prefix}embeddings.norm": encoder.norm,
             f"{prefix}final_norm": encoder.last_norm}
    for n, layer in enumerate(encoder.layers):
        at = f"{prefix}layers.{n}."
        if layer.norm1 is not None:
            parts[f"{at}attn_norm"] = layer.norm1
        parts.update({f"{at}attn.Wqkv": layer.qkv, f"{at}attn.Wo": layer.o, f"{at}mlp_norm": layer.norm2,
                      f"{at}mlp.Wi": layer.up, f"{at}mlp.Wo": layer.down})
    return parts


def names_of_bert(encoder, prefix):
    """The names of BERT, RoBERTa and ELECTRA."""
    parts = {f"{prefix}embeddings.word_embeddings": encoder.words,
             f"{prefix}embeddings.position_embeddings": encoder.positions,
             f"{prefix}embeddings.LayerNorm": encoder.norm}
    if encoder.types is not None:
        parts[f"{prefix}embeddings.token_type_embeddings"] = encoder.types
    if encoder.project is not None:
        parts[f"{prefix}embeddings_project"] = encoder.project
    for n, layer in enumerate(encoder.layers):
        at = f"{prefix}encoder.layer.{n}."
        parts.update({f"{at}attention.self.query": layer.q, f"{at}attention.self.key": layer.k,
                      f"{at}attention.self.value": layer.v, f"{at}attention.output.dense": layer.o,
                      f"{at}attention.output.LayerNorm": layer.norm1, f"{at}intermediate.dense": layer.up,
                      f"{at}output.dense": layer.down, f"{at}output.LayerNorm": layer.norm2})
    return parts


def names_of_mpnet(encoder, prefix):
    ours = {"attention.self.query": "attention.attn.q", "attention.self.key": "attention.attn.k",
            "attention.self.value": "attention.attn.v", "attention.output.dense": "attention.attn.o",
            "attention.output.LayerNorm": "attention.LayerNorm"}
    parts = {f"{prefix}encoder.relative_attention_bias": encoder.biases}
    for name, module in names_of_bert(encoder, prefix).items():
        for before, after in ours.items():
            if name.endswith(before):
                name = name[:-len(before)] + after
        parts[name] = module
    return parts


def names_of_distilbert(encoder, prefix):
    parts = {f"{prefix}embeddings.word_embeddings": encoder.words,
             f"{prefix}embeddings.position_embeddings": encoder.positions,
             f"{prefix}embeddings.LayerNorm": encoder.norm}
    for n, layer in enumerate(encoder.layers):
        at = f"{prefix}transformer.layer.{n}."
        parts.update({f"{at}attention.q_lin": layer.q, f"{at}attention.k_lin": layer.k,
                      f"{at}attention.v_lin": layer.v, f"{at}attention.out_lin": layer.o,
                      f"{at}sa_layer_norm": layer.norm1, f"{at}ffn.lin1": layer.up,
                      f"{at}ffn.lin2": layer.down, f"{at}output_layer_norm": layer.norm2})
    return parts


class TextHead(nn.Module):
    """Of the first token's vector."""

    def __init__(self, function, labels):
        super().__init__()
        self.function, self.dense, self.out = function, nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, labels)

    def forward(self, x):
        return self.out(self.function(self.dense(x[:1])))


class TokenHead(nn.Module):
    def __init__(self, labels):
        super().__init__()
        self.out = nn.Linear(WIDTH, labels)

    def forward(self, x):
        return self.out(x)


class ReplacedHead(nn.Module):
    def __init__(self, function):
        super().__init__()
        self.function, self.dense, self.out = function, nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, 1)

    def forward(self, x):
        return self.out(self.function(self.dense(x)))


class WordHead(nn.Module):
    """Masked words: with the embedding table."""

    def __init__(self, function, words, eps=1e-12):
        super().__init__()
        self.function, self.table = function, [words]
        width, bias = words.embedding_dim, eps == 1e-12
        self.dense, self.norm = nn.Linear(WIDTH, width, bias=bias), nn.LayerNorm(width, eps)
        if not bias:
            self.norm.bias = None
        self.bias = nn.Parameter(torch.zeros(words.num_embeddings))

    def forward(self, x):
        return self.norm(self.function(self.dense(x))) @ self.table[0].weight.T + self.bias


class Sentence(nn.Module):
    """A pooled vector, perhaps of length 1."""

    def __init__(self, mode, normalised):
        super().__init__()
        self.mode, self.normalised = mode, normalised

    def forward(self, x):
        vector = {"cls": lambda: x[0], "mean": lambda: x.mean(0), "max": lambda: x.max(0).values}[self.mode]()
        return (F.normalize(vector, dim=0) if self.normalised else vector)[None]
