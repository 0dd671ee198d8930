"""The balancing term of experts as Mixtral's training code has it, of each layer by itself, and its gradient by autograd.

Two layers of four experts, of which each of seven tokens takes two. Names: router.{l} and g.router.{l}, tokens × experts, the
logits of layer l; balance: the sum over the layers before it is weighted; shares.{l}: of the tokens that take each expert.
"""

import torch
from torch.nn import functional as F

from oracle import parameter

TOKENS, EXPERTS, PER_TOKEN, LAYERS, WEIGHT = 7, 4, 2, 2, 0.7


def shares_of(probabilities):
    """Of the tokens that take each expert: counted, without a gradient."""
    _, taken = probabilities.topk(PER_TOKEN, dim=1)
    return F.one_hot(taken, EXPERTS).double().sum(dim=1).mean(dim=0)


def balance(probabilities):
    return EXPERTS * (shares_of(probabilities) * probabilities.mean(dim=0)).sum()


def make():
    routers = [parameter(TOKENS, EXPERTS, scale=1.5) for _ in range(LAYERS)]
    layers = [router.softmax(dim=1) for router in routers]
    total = sum(map(balance, layers))
    (WEIGHT * total).backward()
    tensors = {"balance": total[None]}
    for layer, (router, probabilities) in enumerate(zip(routers, layers)):
        tensors |= {f"router.{layer}": router, f"g.router.{layer}": router.grad,
                    f"shares.{layer}": shares_of(probabilities)}
    return tensors, {}
