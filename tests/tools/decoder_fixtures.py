"""Decoder stacks of two layers, and what PyTorch makes of them. Names: <case>/<tensor>; a gradient
g.x is d loss ÷ d x, where loss = Σ output ∘ g.output. A decoder without a memory is an encoder of
PyTorch's with a causal mask."""

import json

import torch
from torch import nn
from torch.nn import functional as F

import oracle
from layer_fixtures import backward, with_gradients
from oracle import parameter

D_MODEL, HEADS, D_FF, LAYERS, EPS = 6, 3, 10, 2, 1e-5
TOKENS, MEMORY = 5, 4


def decoder(activation, norm_order):
    layer = nn.TransformerDecoderLayer(
        D_MODEL, HEADS, D_FF, dropout=0.0, activation=oracle.ACTIVATIONS[activation],
        layer_norm_eps=EPS, batch_first=True, norm_first=norm_order == "pre")
    norm = nn.LayerNorm(D_MODEL, eps=EPS) if norm_order == "pre" else None
    return oracle.randomise(nn.TransformerDecoder(layer, LAYERS, norm).double())


def alone(activation, norm_order):
    layer = oracle.encoder_layer(D_MODEL, HEADS, D_FF, activation, EPS, norm_order)
    norm = nn.LayerNorm(D_MODEL, eps=EPS) if norm_order == "pre" else None
    return oracle.randomise(nn.TransformerEncoder(layer, LAYERS, norm).double())


def attention_parameters(name, module, norm, get):
    result = {}
    for part, tensor in oracle.attention_parameters(module, get).items():
        place = "output.dense" + part[6:] if part.startswith("output") else f"self.{part}"
        result[f"{name}.{place}"] = tensor
    result.update(oracle.linear_parameters(f"{name}.output.LayerNorm", norm, get))
    return result


def layer_parameters(name, layer, get):
    result = attention_parameters(f"{name}.attention", layer.self_attn, layer.norm1, get)
    last = layer.norm2
    if hasattr(layer, "multihead_attn"):
        result.update(
            attention_parameters(f"{name}.crossattention", layer.multihead_attn, layer.norm2, get))
        last = layer.norm3
    result.update(oracle.linear_parameters(f"{name}.intermediate.dense", layer.linear1, get))
    result.update(oracle.linear_parameters(f"{name}.output.dense", layer.linear2, get))
    result.update(oracle.linear_parameters(f"{name}.output.LayerNorm", last, get))
    return result


def parameters(module, get):
    result = {}
    for i, layer in enumerate(module.layers):
        result.update(layer_parameters(f"decoder.layer.{i}", layer, get))
    if module.norm is not None:
        result.update(oracle.linear_parameters("decoder.LayerNorm", module.norm, get))
    return result


def case(module, inputs, run):
    output = run(*(leaf[None] for leaf in inputs.values()))[0]
    tensors = with_gradients(inputs, output, backward(output))
    tensors.update(parameters(module, oracle.value))
    gradients = parameters(module, oracle.gradient)
    return {**tensors, **{f"g.{name}": tensor for name, tensor in gradients.items()}}


def with_memory(activation, norm_order, keep=None):
    module = decoder(activation, norm_order)
    causal, padding = oracle.masks(TOKENS, True, keep)
    return case(
        module, {"x": parameter(TOKENS, D_MODEL), "memory": parameter(MEMORY, D_MODEL)},
        lambda x, memory: module(x, memory, tgt_mask=causal, memory_key_padding_mask=padding))


def without_memory(activation, norm_order):
    module = alone(activation, norm_order)
    causal, _ = oracle.masks(TOKENS, True, None)
    return case(module, {"x": parameter(TOKENS, D_MODEL)}, lambda x: module(x, mask=causal))


CONFIG = {"hidden_size": 4, "num_attention_heads": 2, "intermediate_size": 6,
          "num_hidden_layers": 1, "decoder_layers": 2, "vocab_size": 7,
          "max_position_embeddings": 6}


def encoder_decoder(source, target):
    """The whole model: sinusoids, the table times √d, encoder, decoder, the table again."""
    d, heads, d_ff = (CONFIG[key] for key in ("hidden_size", "num_attention_heads",
                                              "intermediate_size"))
    table = parameter(CONFIG["vocab_size"], d)
    encoder = oracle.encoder_layer(d, heads, d_ff, "relu", EPS, "post")
    layer = nn.TransformerDecoderLayer(d, heads, d_ff, dropout=0.0, layer_norm_eps=EPS,
                                       batch_first=True)
    stack = oracle.randomise(nn.TransformerDecoder(layer, CONFIG["decoder_layers"]).double())

    def embed(ids):
        return d ** 0.5 * F.embedding(torch.tensor(ids), table) + oracle.sinusoids(len(ids), d)

    causal, _ = oracle.masks(len(target), True, None)
    output = stack(embed(target)[None], encoder(embed(source)[None]), tgt_mask=causal)[0] @ table.T
    tensors = {"output": output, "g.output": backward(output)}
    for prefix, get in [("", oracle.value), ("g.", oracle.gradient)]:
        tensors[f"{prefix}embeddings.word_embeddings.weight"] = get(table)
        for name, tensor in {**oracle.layer_parameters(encoder, get)}.items():
            tensors[f"{prefix}encoder.layer.0.{name}"] = tensor
        for name, tensor in parameters(stack, get).items():
            tensors[prefix + name] = tensor
    return {**tensors, "source": source, "target": target}


def make():
    cases = {
        "post": with_memory("relu", "post"),
        "pre": with_memory("silu", "pre"),
        "padding": with_memory("gelu", "post", [1, 0, 1, 1]),
        "alone.post": without_memory("relu", "post"),
        "alone.pre": without_memory("silu", "pre"),
        "model": encoder_decoder([3, 6, 1, 0, 3], [2, 5, 2]),
    }
    tensors = {f"{name}/{k}": v for name, named in cases.items() for k, v in named.items()}
    return tensors, {"model": json.dumps(CONFIG)}
