"""An encoder written out in single operations, every intermediate a named tensor with a gradient.

The names are those of the core's trace. Where a structure has no such tensor (a norm, say), the
trace has no such name. `structure` is a dictionary of the options of `fovea encode --structure`;
those of one layer have keys such as "scale@1".
"""

import math

import torch
from torch.nn import functional as F

import oracle

ACTIVATIONS = {**oracle.ACTIVATIONS, "none": lambda x: x}

# Of what a structure does not name.
DEFAULTS = {"layer": "on", "softmax": "rows", "norm_axis": "model", "heads": "split", "output": "on",
            "embedding_scale": "on"}


class TracedEncoder:
    """`tensors` holds those of the pass by name. `changes`: name -> what alters that tensor in place
    as soon as it is there."""

    def __init__(self, config, leaves, structure, changes=None):
        self.config = config
        self.leaves = leaves
        self.structure = {**DEFAULTS, **structure}
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

    def option(self, name, layer):
        """What a layer is run as."""
        return self.structure.get(f"{name}@{layer}", self.structure[name])

    def norm(self, trace_name, parameter_name, x, dim=1):
        """The statistics are both of x, each with a gradient of its own."""
        if self.config.get("norm_type") == "rms_norm":
            return self.rms_norm(trace_name, parameter_name, x)
        mean = self.keep(f"{trace_name}.mean", x.mean(dim=dim))
        variance = x.var(dim=dim, unbiased=False)
        rstd = self.keep(f"{trace_name}.rstd", (variance + self.config["layer_norm_eps"]) ** -0.5)
        gamma, beta = (self.leaves[f"{parameter_name}.{kind}"] for kind in ["weight", "bias"])
        normed = (x - mean.unsqueeze(dim)) * rstd.unsqueeze(dim)
        return self.keep(trace_name, normed * gamma + beta)

    def rms_norm(self, trace_name, parameter_name, x):
        squares = x.square().mean(dim=1) + self.config["layer_norm_eps"]
        scale = self.keep(f"{trace_name}.rrms", squares.rsqrt())
        return self.keep(trace_name, x * scale[:, None] * self.leaves[f"{parameter_name}.weight"])

    def embed(self, ids):
        c = self.config
        n, d = len(ids), c["hidden_size"]
        tokens = F.embedding(ids, self.leaves["embeddings.word_embeddings.weight"])
        if c["embedding_scale"] and self.structure["embedding_scale"] == "on":
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

    def hidden_pairs(self, n):
        """Which keys (columns) a mask hides from which queries."""
        hidden = torch.zeros(n, n)
        if self.structure["mask"] in ["causal", "leaky"]:
            hidden = torch.triu(torch.ones(n, n), 1 if self.structure["mask"] == "causal" else 2)
        if self.structure["mask"] == "padding":
            hidden = hidden + (self.ids == self.config["pad_token_id"])
        return hidden > 0

    def softmax(self, scores, kind):
        if kind == "unshifted":
            return scores.exp() / scores.exp().sum(dim=2, keepdim=True)
        return scores.softmax(dim=1 if kind == "columns" else 2)

    def rotated(self, heads):
        """Pairs of columns as complex numbers, times e^(i·position·rate)."""
        n, width = heads.shape[1:]
        paired = width // 2 * 2
        rates = 10000.0 ** (-torch.arange(0, paired, 2).double() / width)
        turns = torch.polar(torch.ones(1).double(), torch.outer(torch.arange(n).double(), rates))
        pairs = torch.view_as_complex(heads[..., :paired].reshape(*heads.shape[:2], -1, 2).contiguous())
        return torch.cat([torch.view_as_real(pairs * turns).flatten(2), heads[..., paired:]], dim=2)

    def alibi(self, n):
        """heads × n × n, with the slopes that Press et al. give in their own code."""

        def slopes(heads):
            start = 2 ** (-(2 ** -(math.log2(heads) - 3)))
            if math.log2(heads).is_integer():
                return [start * start ** i for i in range(heads)]
            nearest = 2 ** math.floor(math.log2(heads))
            return slopes(nearest) + slopes(2 * nearest)[0::2][:heads - nearest]

        places = torch.arange(n).double()
        distances = (places[:, None] - places).abs()
        return -torch.tensor(slopes(self.config["num_attention_heads"])).double()[:, None, None] * distances

    def attention(self, layer, trace_name, parameter_name, x, memory=None):
        """Of x to itself, or to a memory, of which nothing is hidden and no distance is known."""
        n, heads = len(x), self.config["num_attention_heads"]
        shared = self.config.get("num_key_value_heads") or heads
        own = memory is None
        positions = self.structure["positions"] if own else "off"
        reshaped = self.option("heads", layer) == "reshaped"

        def project(kind):
            seen = x if own or kind == "query" else memory
            return self.keep(f"{trace_name}.{kind}", self.linear(f"{parameter_name}.self.{kind}", seen))

        def split(rows, parts=heads):
            n = len(rows)
            return rows.reshape(parts, n, -1) if reshaped else rows.reshape(n, parts, -1).transpose(0, 1)

        def spread(rows):
            return split(rows, shared).repeat_interleave(heads // shared, dim=0)

        def join(parts):
            return (parts if reshaped else parts.transpose(0, 1)).reshape(n, -1)

        query, key, value = (project(kind) for kind in ["query", "key", "value"])
        if positions == "rotary":
            query = self.keep(f"{trace_name}.query.rotated", join(self.rotated(split(query))))
            key = self.keep(f"{trace_name}.key.rotated", join(self.rotated(split(key, shared))))
        scores = self.keep(f"{trace_name}.scores", split(query) @ spread(key).transpose(1, 2))
        scale = self.option("scale", layer)
        if scale != "off":
            divisor = math.sqrt(self.config["hidden_size"] // heads) if scale == "on" else float(scale)
            scores = scores / divisor
        if positions == "alibi":
            scores = scores + self.keep(f"{trace_name}.biases", self.alibi(n).requires_grad_())
        if own:
            scores = scores.masked_fill(self.hidden_pairs(n), -math.inf)
        weights = self.keep(f"{trace_name}.weights", self.softmax(scores, self.option("softmax", layer)))
        mixed = self.keep(f"{trace_name}.heads", join(weights @ spread(value)))
        projected = self.linear(f"{parameter_name}.output.dense", mixed)
        return self.keep(f"{trace_name}.output", projected if self.option("output", layer) == "on" else mixed)

    def feed_forward(self, layer, trace_name, parameter_name, x):
        if self.config.get("num_local_experts"):
            return self.mixture(layer, trace_name, parameter_name, x)
        return self.network(layer, trace_name, parameter_name, x, range(len(x)))

    def network(self, layer, trace_name, parameter_name, x, routed):
        """The rows that are not routed to it are 0 in every tensor."""
        rows = torch.tensor(list(routed), dtype=torch.long)

        def linear(name, seen):
            result = self.linear(f"{parameter_name}.{name}", seen[rows])
            return torch.zeros(len(x), result.shape[1]).double().index_copy(0, rows, result)

        def keep(name, tensor):
            return self.keep(f"{trace_name}.{name}", tensor)

        hidden = keep("hidden", linear("intermediate.dense", x))
        seen = keep("activated", ACTIVATIONS[self.option("activation", layer)](hidden))
        if self.config.get("gated_feed_forward"):
            seen = keep("gated", seen * keep("up", linear("intermediate.up", x)))
        return keep("output", linear("output.dense", seen))

    def mixture(self, layer, trace_name, parameter_name, x):
        """The most probable experts of each row, by their probabilities among themselves."""
        logits = self.keep(f"{trace_name}.router", self.linear(f"{parameter_name}.router", x))
        probabilities = self.keep(f"{trace_name}.probabilities", logits.softmax(dim=1))
        best = probabilities.topk(self.config["num_experts_per_tok"], dim=1)
        shares = torch.zeros_like(probabilities).scatter(1, best.indices, best.values.log().softmax(dim=1))
        choice = self.keep(f"{trace_name}.choice", shares)
        result = torch.zeros_like(x)
        for e in range(self.config["num_local_experts"]):
            rows = (best.indices == e).any(dim=1).nonzero().flatten()
            output = self.network(layer, f"{trace_name}.experts.{e}", f"{parameter_name}.experts.{e}", x,
                                  rows.tolist())
            result = result.index_add(0, rows, choice[rows, e, None] * output[rows])
        return self.keep(f"{trace_name}.output", result)

    def sublayer(self, layer, trace_name, norm_name, function, x):
        order, residual = self.structure["norm"], self.option("residual", layer)
        gains = {"on": 1, "off": 0, "normed": 1}
        dim = 0 if self.option("norm_axis", layer) == "tokens" else 1

        def norm(rows):
            return self.norm(f"{trace_name}.norm", norm_name, rows, dim)

        seen = norm(x) if order == "pre" else x
        result = function(seen)
        gain = gains[residual] if residual in gains else float(residual)
        result = gain * (seen if residual == "normed" else x) + result
        result = self.keep(f"{trace_name}.residual", result)
        return norm(result) if order == "post" else result

    def layer(self, index, x):
        trace, parameter = f"layers.{index}", f"encoder.layer.{index}"
        attention, feed_forward = f"{trace}.attention", f"{trace}.feedForward"
        between = self.sublayer(
            index, attention, f"{parameter}.attention.output.LayerNorm",
            lambda seen: self.attention(index, attention, f"{parameter}.attention", seen), x)
        result = self.sublayer(
            index, feed_forward, f"{parameter}.output.LayerNorm",
            lambda seen: self.feed_forward(index, feed_forward, parameter, seen), between)
        if self.option("layer", index) == "on":
            return result
        last = "norm" if self.structure["norm"] == "post" else "residual"
        return self.keep(f"{feed_forward}.{last}", x)

    def predict(self, x):
        transform = "cls.predictions.transform"
        hidden = self.keep("prediction.hidden", self.linear(f"{transform}.dense", x))
        activated = self.keep("prediction.activated", ACTIVATIONS[self.config["hidden_act"]](hidden))
        normed = self.norm("prediction.norm", f"{transform}.LayerNorm", activated)
        table, bias = self.leaves["embeddings.word_embeddings.weight"], self.leaves["cls.predictions.bias"]
        return self.keep("logits", F.linear(normed, table, bias))

    def forward(self, ids):
        """The logits, n × vocabulary."""
        return self.predict(self.encode(ids))

    def encode(self, ids):
        """The output, n × hidden size."""
        self.ids = torch.tensor(ids)
        x = self.embed(self.ids)
        for index in range(self.config["num_hidden_layers"]):
            x = self.layer(index, x)
        # The final norm belongs to a model that was trained pre-norm and is run so.
        if self.structure["norm"] == "pre" and self.config["norm_order"] == "pre":
            return self.norm("output", "encoder.LayerNorm", x)
        return self.keep("output", x)
