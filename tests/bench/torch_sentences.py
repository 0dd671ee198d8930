"""Writes a model file's encoder as ONNX, as transformers.js reads it: torch_sentences.py MODEL
OUT.onnx. From input_ids, attention_mask and token_type_ids (texts × n, int64) to last_hidden_state
(texts × n × hidden_size); n is that of the longest text, to which the others are padded.
"""

import sys

import torch
from torch import nn

from torch_encoder import load


class Padded:
    """Texts in rows; the mask is 0 behind each one's end. Positions are added with token types."""

    def __init__(self, mask, types):
        self.keep = (1 - mask[:, None, None, :].float()) * torch.finfo(torch.float32).min
        self.types = types

    def positions(self, table, ids):
        return table[:ids.shape[1]] + self.types

    def split(self, x, heads):
        return x.reshape(x.shape[0], x.shape[1], heads, -1).transpose(1, 2)

    def masked(self, scores):
        return scores + self.keep

    def join(self, x, d):
        return x.transpose(1, 2).reshape(x.shape[0], -1, d)


class Sentences(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder

    def forward(self, ids, mask, types):
        table = self.encoder.parameter("embeddings.token_type_embeddings.weight")
        return self.encoder(ids, Padded(mask, table[types]))


with torch.no_grad():
    ids = torch.arange(10).reshape(2, 5)
    rows = {0: "texts", 1: "n"}
    inputs = ["input_ids", "attention_mask", "token_type_ids"]
    torch.onnx.export(Sentences(load(sys.argv[1])), (ids, torch.ones_like(ids), ids * 0),
                      sys.argv[2], opset_version=17, input_names=inputs,
                      output_names=["last_hidden_state"],
                      dynamic_axes={name: rows for name in inputs + ["last_hidden_state"]})
