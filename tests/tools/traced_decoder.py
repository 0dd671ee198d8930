"""A decoder written out in single operations, as TracedEncoder is an encoder; the logits are those of its embedding's table."""

import torch
from torch.nn import functional as F

from traced_encoder import TracedEncoder


class TracedDecoder(TracedEncoder):
    """Attends to a memory where there is one. Names begin with "decoder.", as in the core."""

    def __init__(self, config, leaves, structure, memory=None):
        super().__init__(config, leaves, structure)
        self.memory = memory

    def keep(self, name, tensor):
        return super().keep(name if name == "logits" else f"decoder.{name}", tensor)

    def hidden_pairs(self, n):
        return torch.triu(torch.ones(n, n), 1) > 0

    def layer(self, index, x):
        trace, parameter = f"layers.{index}", f"decoder.layer.{index}"
        x = self.sublayer(
            index, f"{trace}.attention", f"{parameter}.attention.output.LayerNorm",
            lambda seen: self.attention(index, f"{trace}.attention", f"{parameter}.attention", seen), x)
        if self.memory is not None:
            x = self.sublayer(
                index, f"{trace}.crossAttention", f"{parameter}.crossattention.output.LayerNorm",
                lambda seen: self.attention(index, f"{trace}.crossAttention", f"{parameter}.crossattention", seen,
                                            self.memory), x)
        return self.sublayer(
            index, f"{trace}.feedForward", f"{parameter}.output.LayerNorm",
            lambda seen: self.feed_forward(index, f"{trace}.feedForward", parameter, seen), x)

    def forward(self, ids):
        """The logits, n × vocabulary."""
        x = self.embed(torch.tensor(ids))
        for index in range(self.config["decoder_layers"]):
            x = self.layer(index, x)
        if self.structure["norm"] == "pre" and self.config["norm_order"] == "pre":
            x = self.norm("output", "decoder.LayerNorm", x)
        else:
            x = self.keep("output", x)
        return self.keep("logits", F.linear(x, self.leaves["embeddings.word_embeddings.weight"]))
