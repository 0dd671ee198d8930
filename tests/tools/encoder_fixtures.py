"""Whole encoders: a covering selection of the options, made of PyTorch's nn.TransformerEncoderLayer.

Names: <case>/ids, lengths, keep, causal; <case>/<parameter> as in a model file; <case>/g.<parameter>;
<case>/output, g.output; <case>/layers.{l}.output, layers.{l}.weights (heads × n × n, single sequences
only); <case>/logits, g.logits. The loss is Σ output ∘ g.output + Σ logits ∘ g.logits. The metadata
holds each case's config.json.
"""

import json
import math

import torch
from torch.nn import functional as F

import oracle
from oracle import parameter, values

DEFAULTS = {
    "hidden_size": 8,
    "num_attention_heads": 2,
    "intermediate_size": 12,
    "num_hidden_layers": 2,
    "vocab_size": 11,
    "max_position_embeddings": 9,
    "type_vocab_size": 0,
    "pad_token_id": 0,
    "layer_norm_eps": 1e-5,
    "hidden_act": "relu",
    "position_embedding_type": "sinusoidal",
    "norm_order": "post",
    "embedding_norm": False,
    "embedding_scale": True,
    "masked_word_head": False,
}

# name: (what differs from the defaults, sequences, causal, keep)
CASES = {
    "paper": ({}, [[4, 1, 9, 1, 0, 7]], False, None),
    "bert": (
        {"hidden_act": "gelu", "position_embedding_type": "absolute", "embedding_norm": True,
         "embedding_scale": False, "type_vocab_size": 2, "layer_norm_eps": 1e-12,
         "masked_word_head": True},
        [[2, 8, 5, 8, 0, 0]], False, [1, 1, 1, 1, 0, 0]),
    "pre_gelu_tanh_causal": (
        {"norm_order": "pre", "hidden_act": "gelu_tanh", "num_attention_heads": 4},
        [[10, 3, 3, 6, 2]], True, None),
    "pre_silu_no_positions": (
        {"norm_order": "pre", "hidden_act": "silu", "position_embedding_type": "none",
         "hidden_size": 6, "num_attention_heads": 3, "masked_word_head": True},
        [[1, 5, 7, 5]], False, None),
    "post_silu_causal_padding": (
        {"hidden_act": "silu", "position_embedding_type": "none", "num_hidden_layers": 1,
         "embedding_norm": True, "num_attention_heads": 1},
        [[1, 2, 3, 4, 5]], True, [1, 0, 1, 1, 0]),
    "pre_relu_learned_padding": (
        {"norm_order": "pre", "position_embedding_type": "absolute", "embedding_norm": True,
         "type_vocab_size": 3, "num_hidden_layers": 3, "hidden_size": 4},
        [[6, 6, 0, 2]], False, [1, 1, 0, 1]),
    "post_gelu_tanh_learned": (
        {"hidden_act": "gelu_tanh", "position_embedding_type": "absolute", "hidden_size": 4,
         "num_attention_heads": 4},
        [[3, 1, 4]], False, None),
    "one_token_post": ({"masked_word_head": True, "hidden_act": "silu", "hidden_size": 4}, [[5]], False, None),
    "one_token_pre": (
        {"norm_order": "pre", "hidden_act": "gelu", "embedding_scale": False, "hidden_size": 4},
        [[9]], False, None),
    "packed": (
        {"hidden_act": "gelu", "masked_word_head": True, "hidden_size": 6},
        [[4, 1, 9], [5], [2, 3, 3, 8]], False, [1, 1, 0, 1, 1, 1, 1, 0]),
    "packed_pre_causal": (
        {"norm_order": "pre", "position_embedding_type": "absolute", "hidden_size": 4},
        [[7, 7], [1, 2, 3]], True, None),
}


def embedding_parameters(config):
    d = config["hidden_size"]
    result = {"word_embeddings.weight": parameter(config["vocab_size"], d)}
    if config["position_embedding_type"] == "absolute":
        result["position_embeddings.weight"] = parameter(config["max_position_embeddings"], d)
    if config["type_vocab_size"]:
        result["token_type_embeddings.weight"] = parameter(config["type_vocab_size"], d)
    if config["embedding_norm"]:
        result["LayerNorm.weight"] = parameter(d, scale=0.3, shift=1.0)
        result["LayerNorm.bias"] = parameter(d, scale=0.3)
    return {f"embeddings.{name}": leaf for name, leaf in result.items()}


def other_parameters(config):
    """Those of the final norm and of the masked-word head."""
    d = config["hidden_size"]
    result = {}
    if config["norm_order"] == "pre":
        result["encoder.LayerNorm.weight"] = parameter(d, scale=0.3, shift=1.0)
        result["encoder.LayerNorm.bias"] = parameter(d, scale=0.3)
    if config["masked_word_head"]:
        transform = "cls.predictions.transform"
        result[f"{transform}.dense.weight"] = parameter(d, d, scale=d ** -0.5)
        result[f"{transform}.dense.bias"] = parameter(d, scale=0.3)
        result[f"{transform}.LayerNorm.weight"] = parameter(d, scale=0.3, shift=1.0)
        result[f"{transform}.LayerNorm.bias"] = parameter(d, scale=0.3)
        result["cls.predictions.bias"] = parameter(config["vocab_size"])
    return result


def norm(config, leaves, name, x):
    d = config["hidden_size"]
    return F.layer_norm(x, (d,), leaves[f"{name}.weight"], leaves[f"{name}.bias"],
                        config["layer_norm_eps"])


def embed(config, leaves, ids):
    x = F.embedding(ids, leaves["embeddings.word_embeddings.weight"])
    if config["embedding_scale"]:
        x = x * math.sqrt(config["hidden_size"])
    if config["position_embedding_type"] == "sinusoidal":
        x = x + oracle.sinusoids(len(ids), config["hidden_size"])
    if config["position_embedding_type"] == "absolute":
        x = x + F.embedding(torch.arange(len(ids)), leaves["embeddings.position_embeddings.weight"])
    if config["type_vocab_size"]:
        x = x + leaves["embeddings.token_type_embeddings.weight"][0]
    return norm(config, leaves, "embeddings.LayerNorm", x) if config["embedding_norm"] else x


def run(config, leaves, layers, ids, causal, keep):
    """(output, [layer outputs], [attention weights]) of one sequence."""
    attn_mask, padding = oracle.masks(len(ids), causal, keep)
    x = embed(config, leaves, torch.tensor(ids))
    outputs, weights = [], []
    for layer in layers:
        seen = layer.norm1(x) if config["norm_order"] == "pre" else x
        weights.append(oracle.probabilities(layer.self_attn, seen, attn_mask, padding))
        x = layer(x[None], src_mask=attn_mask, src_key_padding_mask=padding)[0]
        outputs.append(x)
    is_pre = config["norm_order"] == "pre"
    return norm(config, leaves, "encoder.LayerNorm", x) if is_pre else x, outputs, weights


def predict(config, leaves, output):
    transform = "cls.predictions.transform"
    x = F.linear(output, leaves[f"{transform}.dense.weight"], leaves[f"{transform}.dense.bias"])
    x = norm(config, leaves, f"{transform}.LayerNorm", oracle.ACTIVATIONS[config["hidden_act"]](x))
    return F.linear(x, leaves["embeddings.word_embeddings.weight"], leaves["cls.predictions.bias"])


def parameters(leaves, layers, get):
    result = {name: get(leaf) for name, leaf in leaves.items()}
    for index, layer in enumerate(layers):
        for name, tensor in oracle.layer_parameters(layer, get).items():
            result[f"encoder.layer.{index}.{name}"] = tensor
    return result


def case(config, sequences, causal, keep):
    leaves = {**embedding_parameters(config), **other_parameters(config)}
    layers = [
        oracle.encoder_layer(config["hidden_size"], config["num_attention_heads"],
                             config["intermediate_size"], config["hidden_act"],
                             config["layer_norm_eps"], config["norm_order"])
        for _ in range(config["num_hidden_layers"])
    ]
    runs, begin = [], 0
    for ids in sequences:
        part = None if keep is None else keep[begin:begin + len(ids)]
        runs.append(run(config, leaves, layers, ids, causal, part))
        begin += len(ids)

    output = torch.cat([r[0] for r in runs])
    tensors = {
        "ids": [i for ids in sequences for i in ids],
        "lengths": [len(ids) for ids in sequences],
        "causal": [int(causal)],
        "output": output,
        "g.output": values(*output.shape),
    }
    if keep is not None:
        tensors["keep"] = keep
    loss = (output * tensors["g.output"]).sum()
    if config["masked_word_head"]:
        tensors["logits"] = predict(config, leaves, output)
        tensors["g.logits"] = values(*tensors["logits"].shape)
        loss = loss + (tensors["logits"] * tensors["g.logits"]).sum()
    loss.backward()
    for index in range(len(layers)):
        tensors[f"layers.{index}.output"] = torch.cat([r[1][index] for r in runs])
        if len(runs) == 1:
            tensors[f"layers.{index}.weights"] = runs[0][2][index]
    tensors.update(parameters(leaves, layers, oracle.value))
    gradients = parameters(leaves, layers, oracle.gradient)
    return {**tensors, **{f"g.{name}": tensor for name, tensor in gradients.items()}}


def make():
    tensors, metadata = {}, {}
    for name, (changes, sequences, causal, keep) in CASES.items():
        config = {**DEFAULTS, **changes}
        metadata[name] = json.dumps(config)
        for key, tensor in case(config, sequences, causal, keep).items():
            tensors[f"{name}/{key}"] = tensor
    return tensors, metadata
