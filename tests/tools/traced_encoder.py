"""An encoder written out in single operations, every intermediate a named tensor with a gradient.

The names are those of the core's trace. Where a structure has no such tensor (a norm, say), the
trace has no such name. `structure` is a dictionary of the options of `fovea encode --structure`.
"""

import math

import torch
from torch.nn import functional as F

import oracle

ACTIVATIONS = {**oracle.ACTIVATIONS, "none": lambda x: x}


class TracedEncoder:
    """`tensors` holds those of the pass by name. `changes`: name -> what alters that tensor in place
    as soon as it is there."""

    def __init__(self, config, leaves, structure, changes=None):
        self.config = config
        self.leaves = leaves
        self.structure = structure
        self.changes = changes or {}
        self.tensors = {}

    def keep(self, name, tensor):
        tensor = tensor.clone()
        if name in self.changes:
            self.changes[name](tensor)
        tensor.retain_grad()
        self.tensors[name] = tensor
        return tensor

    def linear(self, name, x):
        return F.linear(x, self.leaves[f"{name}.weight"], self.leaves[f"{name}.bias"])

    def norm(self, trace_name, parameter_name, x):
        """The statistics are both of x, each with a gradient of its own."""
        mean = self.keep(f"{trace_name}.mean", x.mean(dim=1))
        variance = x.var(dim=1, unbiased=False)
        rstd = self.keep(f"{trace_name}.rstd", (variance + self.config["layer_norm_eps"]) ** -0.5)
        gamma, beta = (self.leaves[f"{parameter_name}.{kind}"] for kind in ["weight", "bias"])
        return self.keep(trace_name, (x - mean[:, None]) * rstd[:, None] * gamma + beta)

    def embed(self, ids):
        c = self.config
        n, d = len(ids), c["hidden_size"]
        tokens = F.embedding(ids, self.leaves["embeddings.word_embeddings.weight"])
        if c["embedding_scale"]:
            tokens = tokens * math.sqrt(d)
        tokens = self.keep("embedding.tokens", tokens)
        positions = torch.zeros(n, d).double().requires_grad_()
        if self.structure["positions"] == "on":
            if c["position_embedding_type"] == "sinusoidal":
                positions = positions + oracle.sinusoids(n, d)
            else:
                table = self.leaves["embeddings.position_embeddings.weight"]
                positions = positions + F.embedding(torch.arange(n), table)
        if c["type_vocab_size"]:
            positions = positions + self.leaves["embeddings.token_type_embeddings.weight"][0]
        positions = self.keep("embedding.positions", positions)
        if not c["embedding_norm"]:
            return self.keep("embedding.output", tokens + positions)
        total = self.keep("embedding.sum", tokens + positions)
        return self.norm("embedding.output", "embeddings.LayerNorm", total)

    def attention(self, trace_name, parameter_name, x):
        n, heads = len(x), self.config["num_attention_heads"]

        def project(kind):
            return self.keep(f"{trace_name}.{kind}", self.linear(f"{parameter_name}.self.{kind}", x))

        def split(rows):
            return rows.reshape(n, heads, -1).transpose(0, 1)

        query, key, value = (project(kind) for kind in ["query", "key", "value"])
        scores = self.keep(f"{trace_name}.scores", split(query) @ split(key).transpose(1, 2))
        if self.structure["scale"] == "on":
            scores = scores / math.sqrt(self.config["hidden_size"] // heads)
        if self.structure["mask"] == "causal":
            later = torch.triu(torch.ones(n, n), 1) == 1
            scores = scores.masked_fill(later, -math.inf)
        weights = self.keep(f"{trace_name}.weights", scores.softmax(dim=2))
        mixed = self.keep(f"{trace_name}.heads", (weights @ split(value)).transpose(0, 1).reshape(n, -1))
        return self.keep(f"{trace_name}.output", self.linear(f"{parameter_name}.output.dense", mixed))

    def feed_forward(self, trace_name, parameter_name, x):
        hidden = self.keep(f"{trace_name}.hidden", self.linear(f"{parameter_name}.intermediate.dense", x))
        activated = ACTIVATIONS[self.structure["activation"]](hidden)
        activated = self.keep(f"{trace_name}.activated", activated)
        return self.keep(f"{trace_name}.output", self.linear(f"{parameter_name}.output.dense", activated))

    def sublayer(self, trace_name, norm_name, function, x):
        order, residual = self.structure["norm"], self.structure["residual"]
        seen = self.norm(f"{trace_name}.norm", norm_name, x) if order == "pre" else x
        result = function(seen)
        if residual != "off":
            result = (seen if residual == "normed" else x) + result
        result = self.keep(f"{trace_name}.residual", result)
        return self.norm(f"{trace_name}.norm", norm_name, result) if order == "post" else result

    def layer(self, index, x):
        trace, parameter = f"layers.{index}", f"encoder.layer.{index}"
        x = self.sublayer(f"{trace}.attention", f"{parameter}.attention.output.LayerNorm",
                          lambda seen: self.attention(f"{trace}.attention", f"{parameter}.attention", seen), x)
        return self.sublayer(f"{trace}.feedForward", f"{parameter}.output.LayerNorm",
                             lambda seen: self.feed_forward(f"{trace}.feedForward", parameter, seen), x)

    def predict(self, x):
        transform = "cls.predictions.transform"
        hidden = self.keep("prediction.hidden", self.linear(f"{transform}.dense", x))
        activated = self.keep("prediction.activated", ACTIVATIONS[self.config["hidden_act"]](hidden))
        normed = self.norm("prediction.norm", f"{transform}.LayerNorm", activated)
        table, bias = self.leaves["embeddings.word_embeddings.weight"], self.leaves["cls.predictions.bias"]
        return self.keep("logits", F.linear(normed, table, bias))

    def forward(self, ids):
        """The logits, n × vocabulary."""
        x = self.embed(torch.tensor(ids))
        for index in range(self.config["num_hidden_layers"]):
            x = self.layer(index, x)
        # The final norm belongs to a model that was trained pre-norm and is run so.
        if self.structure["norm"] == "pre" and self.config["norm_order"] == "pre":
            x = self.norm("output", "encoder.LayerNorm", x)
        else:
            x = self.keep("output", x)
        return self.predict(x)
