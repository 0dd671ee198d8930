"""The two terms on attention weights that training can add to its loss, and their gradients by autograd.

Two layers of three heads; sequences of 5, 1 and 4 tokens, of which the last has a padding key.
Names: scores.{l} and g.scores.{l}, heads × n_i × n_i of one sequence after the other, for layer l;
peak, overlap: the terms before they are weighted; lengths and keep of the sequences.
"""

import math

import torch

from oracle import parameter

HEADS, LAYERS, LENGTHS = 3, 2, [5, 1, 4]
KEEP = [1, 1, 1, 1, 1, 1, 1, 1, 0, 1]
PEAK_WEIGHT, PEAK_CAP, OVERLAP_WEIGHT = 0.7, 0.45, 1.3


def weights_of(scores):
    """heads × n × n of each sequence, padding keys hidden."""
    result, at, begin = [], 0, 0
    for n in LENGTHS:
        z = scores[at:at + HEADS * n * n].reshape(HEADS, n, n)
        hidden = torch.tensor(KEEP[begin:begin + n]) == 0
        result.append(z.masked_fill(hidden, -torch.inf).softmax(dim=2))
        at, begin = at + HEADS * n * n, begin + n
    return result


def peak(weights):
    """Mean over rows and heads of max(0, logit(largest) − logit(cap))²; rows of one key add 0."""
    largest = torch.cat([w.max(dim=2).values.flatten() for w in weights])
    shared = largest[largest < 1]
    excess = torch.logit(shared) - math.log(PEAK_CAP / (1 - PEAK_CAP))
    return excess.clamp(min=0).square().sum() / largest.numel()


def overlap(weights):
    """Mean over rows and pairs of heads of the dot product of their rows."""
    products = [(w[a] * w[b]).sum(dim=1)
                for w in weights for a in range(HEADS) for b in range(a)]
    return torch.cat(products).mean()


def make():
    scores = [parameter(HEADS * sum(n * n for n in LENGTHS), scale=1.5) for _ in range(LAYERS)]
    layers = [weights_of(layer) for layer in scores]
    peaks, overlaps = sum(map(peak, layers)), sum(map(overlap, layers))
    (PEAK_WEIGHT * peaks + OVERLAP_WEIGHT * overlaps).backward()
    tensors = {"lengths": torch.tensor(LENGTHS), "keep": torch.tensor(KEEP),
               "peak": peaks[None], "overlap": overlaps[None]}
    for layer, leaf in enumerate(scores):
        tensors |= {f"scores.{layer}": leaf, f"g.scores.{layer}": leaf.grad}
    return tensors, {}
