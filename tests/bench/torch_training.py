"""Training steps in PyTorch on one thread: torch_training.py MODEL BATCHES reads what fovea_training
wrote, and makes a step with each line of the standard input, answered with {"ms", "tokens", "loss"}.

The same work as a step of Fovea's: forward, the two losses, backward, clipping, AdamW. As there, the
tokens of all sentences lie end to end; only attention pads them to the longest.
"""

import json
import sys
import time

import torch
from torch.nn import functional as F

from torch_encoder import load

HEAD = "cls.predictions"


class Padded:
    """Sentences laid end to end, given their lengths."""

    def __init__(self, lengths):
        self.count, self.longest = len(lengths), max(lengths)
        inside = torch.arange(self.longest) < torch.tensor(lengths)[:, None]
        self.places = inside.flatten().nonzero().flatten()
        self.keep = torch.zeros(self.count, 1, 1, self.longest).masked_fill(
            ~inside[:, None, None, :], -float("inf"))

    def positions(self, table, ids):
        return table[self.places % self.longest]

    def split(self, x, heads):
        full = x.new_zeros(self.count * self.longest, x.shape[1]).index_copy(0, self.places, x)
        return full.reshape(self.count, self.longest, heads, -1).transpose(1, 2)

    def masked(self, scores):
        return scores + self.keep

    def join(self, x, d):
        return x.transpose(1, 2).reshape(-1, d)[self.places]


def head_loss(encoder, output, targets, table, bias):
    x = F.relu(encoder.linear(HEAD + ".transform.dense", output[torch.tensor(targets["rows"])]))
    logits = F.linear(encoder.norm(HEAD + ".transform.LayerNorm", x), table, bias)
    return F.cross_entropy(logits, torch.tensor(targets["ids"]))


def losses(encoder, batch, reference_weight):
    """The masked words', and its sum with the references', which stops at the table and the bias."""
    output = encoder(torch.tensor(batch["ids"]), Padded(batch["lengths"]))
    table = encoder.parameter("embeddings.word_embeddings.weight")
    bias = encoder.parameter(HEAD + ".bias")
    masked = head_loss(encoder, output, batch["maskedWords"], table, bias)
    references = head_loss(encoder, output, batch["references"], table.detach(), bias.detach())
    return masked, masked + reference_weight * references


def optimiser_of(encoder, options):
    def decay(name, parameter):
        if parameter.dim() < 2:
            return 0.0
        scores = ".query." in name or ".key." in name
        return options["scoreDecay" if scores else "weightDecay"]

    groups = {}
    for name in encoder.names:
        parameter = encoder.parameter(name)
        groups.setdefault(decay(name, parameter), []).append(parameter)
    return torch.optim.AdamW([{"params": p, "weight_decay": d} for d, p in groups.items()],
                             betas=(0.9, 0.98), eps=1e-9, foreach=True)


def step(encoder, optimiser, batch, options):
    optimiser.zero_grad(set_to_none=True)
    masked, loss = losses(encoder, batch, options["referenceWeight"])
    loss.backward()
    torch.nn.utils.clip_grad_norm_(encoder.parameters(), options["clipNorm"])
    for group in optimiser.param_groups:
        group["lr"] = batch["rate"]
    optimiser.step()
    return masked.item()


def main():
    torch.set_num_threads(1)
    encoder = load(sys.argv[1])
    plan = json.load(open(sys.argv[2]))
    optimiser = optimiser_of(encoder, plan["options"])
    for batch, _ in zip(plan["batches"], sys.stdin):
        start = time.perf_counter()
        loss = step(encoder, optimiser, batch, plan["options"])
        ms = 1e3 * (time.perf_counter() - start)
        print(json.dumps({"ms": ms, "tokens": len(batch["ids"]), "loss": loss}), flush=True)


main()
