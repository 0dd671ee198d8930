"""PyTorch's modules, set up as the core's layers are, and their parameters under the core's names."""

import math

import torch
from torch import nn
from torch.nn import functional as F

ACTIVATIONS = {
    "relu": F.relu,
    "gelu": F.gelu,
    "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"),
    "silu": F.silu,
}


def values(*shape, scale=1.0, shift=0.0):
    """Normal numbers that float32 holds exactly, as float64."""
    return (torch.randn(*shape) * scale + shift).float().double()


def parameter(*shape, scale=1.0, shift=0.0):
    return values(*shape, scale=scale, shift=shift).requires_grad_()


def randomise(module):
    """Gives every parameter a random value: matrices of unit gain, norms about 1, biases about 0."""
    for name, p in module.named_parameters():
        if p.dim() == 2:
            p.data = values(*p.shape, scale=p.shape[1] ** -0.5)
        else:
            is_gain = "norm" in name and name.endswith("weight")
            p.data = values(*p.shape, scale=0.3, shift=1.0 if is_gain else 0.0)
    return module


def attention(d_model, heads):
    return randomise(nn.MultiheadAttention(d_model, heads, batch_first=True).double())


def encoder_layer(d_model, heads, d_ff, activation, eps, norm_order):
    layer = nn.TransformerEncoderLayer(
        d_model, heads, d_ff, dropout=0.0, activation=ACTIVATIONS[activation],
        layer_norm_eps=eps, batch_first=True, norm_first=norm_order == "pre")
    return randomise(layer.double())


def masks(tokens, causal, keep):
    """(attn_mask, key_padding_mask) of nn.MultiheadAttention, each None where it has no effect."""
    forbidden = torch.full((tokens, tokens), -math.inf).double()
    padding = None if keep is None else torch.tensor(keep)[None] == 0
    return torch.triu(forbidden, 1) if causal else None, padding


def value(p):
    return p.detach()


def gradient(p):
    return p.grad


def linear_parameters(name, module, get):
    return {f"{name}.weight": get(module.weight), f"{name}.bias": get(module.bias)}


def attention_parameters(module, get):
    """query.weight, query.bias, …: the thirds of PyTorch's joint projection."""
    result = {}
    weights = get(module.in_proj_weight).chunk(3)
    biases = get(module.in_proj_bias).chunk(3)
    for name, weight, bias in zip(["query", "key", "value"], weights, biases):
        result.update({f"{name}.weight": weight, f"{name}.bias": bias})
    result.update(linear_parameters("output", module.out_proj, get))
    return result


def layer_parameters(layer, get):
    """The parameters of an encoder layer under the names of a Hugging Face BERT checkpoint."""
    result = {}
    for name, tensor in attention_parameters(layer.self_attn, get).items():
        place = "attention.output.dense" + name[6:] if name.startswith("output") else None
        result[place or f"attention.self.{name}"] = tensor
    result.update(linear_parameters("attention.output.LayerNorm", layer.norm1, get))
    result.update(linear_parameters("intermediate.dense", layer.linear1, get))
    result.update(linear_parameters("output.dense", layer.linear2, get))
    result.update(linear_parameters("output.LayerNorm", layer.norm2, get))
    return result


def sinusoids(positions, d_model):
    """Section 3.5 of Attention Is All You Need, through the powers of a complex number."""
    rates = 10000.0 ** (-torch.arange(0, d_model, 2).double() / d_model)
    waves = torch.polar(torch.ones(1).double(), torch.outer(torch.arange(positions).double(), rates))
    return torch.stack([waves.imag, waves.real], dim=2).flatten(1)[:, :d_model]


def probabilities(module, x, attn_mask, padding):
    """The softmax weights of every head, heads × n × n, of one sequence."""
    _, weights = module(x[None], x[None], x[None], attn_mask=attn_mask, key_padding_mask=padding,
                        average_attn_weights=False)
    return weights[0]
