"""Every layer of the core on its own. Names: <case>/<tensor>; a gradient g.x is d loss ÷ d x, where
loss = Σ output ∘ g.output."""

import torch
from torch import nn
from torch.nn import functional as F

import oracle
from oracle import parameter, values


def backward(output):
    """Draws the gradient of the output, runs autograd, returns the gradient drawn."""
    drawn = values(*output.shape)
    (output * drawn).sum().backward()
    return drawn


def with_gradients(inputs, output, g_output):
    """inputs: name -> leaf."""
    tensors = {**inputs, "output": output, "g.output": g_output}
    tensors.update({f"g.{name}": leaf.grad for name, leaf in inputs.items()})
    return tensors


def linear():
    inputs = {"x": parameter(5, 4), "weight": parameter(3, 4), "bias": parameter(3)}
    output = F.linear(inputs["x"], inputs["weight"], inputs["bias"])
    return with_gradients(inputs, output, backward(output))


def activation(name):
    edges = torch.tensor([[0.0, 1e-4, -1e-4, 0.5, -0.5, 3.0, -3.0, 9.0, -9.0, 40.0, -40.0]])
    x = torch.cat([edges.float().double(), values(2, 11, scale=2.0)]).requires_grad_()
    output = oracle.ACTIVATIONS[name](x)
    return with_gradients({"x": x}, output, backward(output))


def layer_norm(eps):
    x = values(4, 6, scale=2.0, shift=0.5)
    x[3] = 0.25  # no variance at all
    inputs = {"x": x.requires_grad_(), "weight": parameter(6, shift=1.0), "bias": parameter(6)}
    output = F.layer_norm(inputs["x"], (6,), inputs["weight"], inputs["bias"], eps)
    return with_gradients(inputs, output, backward(output))


def softmax(causal, keep):
    x = parameter(6, 6, scale=4.0)
    scores = x * 0.35355339059327379  # 1 ÷ √8, as for dK = 8
    attn_mask, padding = oracle.masks(6, causal, keep)
    if attn_mask is not None:
        scores = scores + attn_mask
    if padding is not None:
        scores = scores.masked_fill(padding, -torch.inf)
    output = scores.softmax(dim=1)
    return with_gradients({"x": x}, output, backward(output))


def attention(heads, tokens, causal, keep):
    module = oracle.attention(8, heads)
    x = parameter(tokens, 8)
    attn_mask, padding = oracle.masks(tokens, causal, keep)
    output = module(x[None], x[None], x[None], attn_mask=attn_mask, key_padding_mask=padding)[0][0]
    g_output = backward(output)
    return {
        **with_gradients({"x": x}, output, g_output),
        "weights": oracle.probabilities(module, x, attn_mask, padding),
        **oracle.attention_parameters(module, oracle.value),
        **{f"g.{k}": v for k, v in oracle.attention_parameters(module, oracle.gradient).items()},
    }


def cross_attention(keep):
    """5 queries that attend to a memory of 9."""
    module = oracle.attention(4, 2)
    inputs = {"x": parameter(5, 4), "memory": parameter(9, 4)}
    padding = None if keep is None else torch.tensor(keep)[None] == 0
    x, memory = inputs["x"][None], inputs["memory"][None]
    output, weights = module(x, memory, memory, key_padding_mask=padding, average_attn_weights=False)
    output = output[0]
    g_output = backward(output)
    return {
        **with_gradients(inputs, output, g_output),
        "weights": weights[0],
        **oracle.attention_parameters(module, oracle.value),
        **{f"g.{k}": v for k, v in oracle.attention_parameters(module, oracle.gradient).items()},
    }


def feed_forward():
    expand, compress = (oracle.randomise(nn.Linear(*size).double()) for size in [(4, 7), (7, 4)])
    x = parameter(3, 4)
    output = compress(F.gelu(expand(x)))
    tensors = with_gradients({"x": x}, output, backward(output))
    for name, module in [("expand", expand), ("compress", compress)]:
        tensors.update(oracle.linear_parameters(name, module, oracle.value))
        tensors.update(oracle.linear_parameters(f"g.{name}", module, oracle.gradient))
    return tensors


def encoder_layer(norm_order, activation_name):
    module = oracle.encoder_layer(6, 3, 10, activation_name, 1e-5, norm_order)
    x = parameter(4, 6)
    output = module(x[None])[0]
    tensors = with_gradients({"x": x}, output, backward(output))
    tensors.update(oracle.layer_parameters(module, oracle.value))
    gradients = oracle.layer_parameters(module, oracle.gradient)
    return {**tensors, **{f"g.{name}": tensor for name, tensor in gradients.items()}}


def masked_word_head():
    inputs = {
        "x": parameter(3, 6),
        "embeddings": parameter(9, 6),
        "transform.weight": parameter(6, 6, scale=0.5),
        "transform.bias": parameter(6),
        "norm.weight": parameter(6, shift=1.0),
        "norm.bias": parameter(6),
        "bias": parameter(9),
    }
    hidden = F.gelu(F.linear(inputs["x"], inputs["transform.weight"], inputs["transform.bias"]))
    normed = F.layer_norm(hidden, (6,), inputs["norm.weight"], inputs["norm.bias"], 1e-12)
    output = F.linear(normed, inputs["embeddings"], inputs["bias"])
    return with_gradients(inputs, output, backward(output))


def embedding():
    """Learned positions, two token types, a norm, √d, an id that comes twice."""
    inputs = {
        "tokens": parameter(7, 4),
        "positions": parameter(5, 4),
        "token_types": parameter(2, 4),
        "norm.weight": parameter(4, shift=1.0),
        "norm.bias": parameter(4),
    }
    ids = torch.tensor([3, 6, 3, 0])
    rows = 2.0 * F.embedding(ids, inputs["tokens"])
    total = rows + inputs["positions"][:4] + inputs["token_types"][0]
    output = F.layer_norm(total, (4,), inputs["norm.weight"], inputs["norm.bias"], 1e-5)
    return {"ids": ids, "sum": total, **with_gradients(inputs, output, backward(output))}


def make():
    padding = [1, 1, 0, 1, 0, 1]
    cases = {
        "linear": linear(),
        **{f"activation.{name}": activation(name) for name in oracle.ACTIVATIONS},
        "layer_norm.1e-5": layer_norm(1e-5),
        "layer_norm.1e-2": layer_norm(1e-2),
        "softmax.none": softmax(False, None),
        "softmax.causal": softmax(True, None),
        "softmax.padding": softmax(False, padding),
        "softmax.both": softmax(True, padding),
        "attention.none": attention(2, 5, False, None),
        "attention.causal": attention(4, 6, True, None),
        "attention.padding": attention(1, 6, False, padding),
        "attention.one_token": attention(2, 1, False, None),
        "feed_forward": feed_forward(),
        "encoder_layer.post": encoder_layer("post", "relu"),
        "encoder_layer.pre": encoder_layer("pre", "silu"),
        "masked_word_head": masked_word_head(),
        "embedding": embedding(),
        "cross_attention.none": cross_attention(None),
        "cross_attention.padding": cross_attention([1, 1, 0, 1, 0, 0, 1, 1, 0]),
        "sinusoids": {"even": oracle.sinusoids(9, 8), "odd": oracle.sinusoids(5, 7)},
    }
    tensors = {f"{case}/{k}": v for case, named in cases.items() for k, v in named.items()}
    return tensors, {}
