"""A layer of the recurrent network that the encoder is compared with: PyTorch's LSTM in both directions,
a linear layer of both, the residual path and the norm; and its gradients by autograd.

Sequences of 5, 1 and 3 tokens, end to end. Loss = Σ output ∘ g.output.
"""

import torch
from torch import nn
from torch.nn import functional as F

import oracle
from oracle import parameter, values

WIDTH, STATES, LENGTHS, EPS = 4, 3, [5, 1, 3], 1e-5


def lstm_parameters(lstm, get):
    """PyTorch's weight_ih_l0, …, weight_hh_l0_reverse under the core's names."""
    result = {}
    for direction, ending in [("forward", ""), ("backward", "_reverse")]:
        for part, letters in [("input", "ih"), ("recurrent", "hh")]:
            for kind in ["weight", "bias"]:
                tensor = getattr(lstm, f"{kind}_{letters}_l0{ending}")
                result[f"{direction}.{part}.{kind}"] = get(tensor)
    return result


def make():
    lstm = oracle.randomise(nn.LSTM(WIDTH, STATES, bidirectional=True).double())
    linear = oracle.randomise(nn.Linear(2 * STATES, WIDTH).double())
    norm = {"norm.weight": parameter(WIDTH, shift=1.0), "norm.bias": parameter(WIDTH)}
    x = parameter(sum(LENGTHS), WIDTH)
    states = torch.cat([lstm(part)[0] for part in x.split(LENGTHS)])
    output = F.layer_norm(x + linear(states), (WIDTH,), norm["norm.weight"], norm["norm.bias"], EPS)
    g_output = values(*output.shape)
    (output * g_output).sum().backward()

    def all_parameters(get):
        return {**lstm_parameters(lstm, get), **oracle.linear_parameters("output", linear, get),
                **{name: get(leaf) for name, leaf in norm.items()}}

    tensors = {"lengths": torch.tensor(LENGTHS), "x": x, "g.x": x.grad, "states": states,
               "y": output, "g.y": g_output, **all_parameters(oracle.value)}
    tensors |= {f"g.{name}": tensor for name, tensor in all_parameters(oracle.gradient).items()}
    return tensors, {}
