"""Decoders with the parts of Llama, Mixtral and T5: other positions, fewer heads of keys and values, RMSNorm, a gated network,
experts. Those with an encoder attend to it, which is of the same kind.

The loss is the cross-entropy of the logits at one token against one piece. Names are those of variant_fixtures.py; `source` holds
the ids of the encoder, where there is one, and tensors of the decoder begin with "decoder.".
"""

import json

import torch
from torch.nn import functional as F

import encoder_fixtures
import oracle
import structure_fixtures
import variant_fixtures
from traced_decoder import TracedDecoder
from traced_encoder import TracedEncoder

SIZES = {**variant_fixtures.SIZES, "masked_word_head": False, "num_hidden_layers": 0, "decoder_layers": 2}
LLAMA = {"norm_order": "pre", "norm_type": "rms_norm", "position_embedding_type": "rotary", "num_attention_heads": 4,
         "num_key_value_heads": 2, "gated_feed_forward": True}
EXPERTS = {"num_local_experts": 3, "num_experts_per_tok": 2}
CONFIGS = {
    "llama": (LLAMA, ["", "positions=alibi", "norm=post,positions=off"]),
    "mixtral": ({**LLAMA, **EXPERTS, "num_key_value_heads": 1}, ["", "scale=off"]),
    "t5": ({**LLAMA, "num_hidden_layers": 1, "position_embedding_type": "alibi", "hidden_act": "gelu_tanh"},
           ["", "positions=rotary"]),
    "experts": ({**EXPERTS, "num_hidden_layers": 1, "decoder_layers": 1, "position_embedding_type": "rotary"},
                ["", "norm=pre"]),
}
SOURCE, TARGET = [3, 6, 1, 2, 5], [2, 5, 0, 1]
LOSS_TOKEN, LOSS_PIECE = 2, 5


def decoder_layer_leaves(config, name):
    leaves = variant_fixtures.layer_leaves(config, name)
    if config["num_hidden_layers"]:
        norm = variant_fixtures.norm_leaves(f"{name}.crossattention.output.LayerNorm", config["hidden_size"])
        leaves.update({**norm, **variant_fixtures.attention_leaves(config, f"{name}.crossattention")})
    return leaves


def make_leaves(config):
    leaves = encoder_fixtures.embedding_parameters(config)
    for layer in range(config["num_hidden_layers"]):
        leaves.update(variant_fixtures.layer_leaves(config, f"encoder.layer.{layer}"))
    for layer in range(config["decoder_layers"]):
        leaves.update(decoder_layer_leaves(config, f"decoder.layer.{layer}"))
    if config["norm_order"] == "pre":
        for stack in ["decoder"] + ["encoder"] * (config["num_hidden_layers"] > 0):
            leaves.update(variant_fixtures.norm_leaves(f"{stack}.LayerNorm", config["hidden_size"]))
    return variant_fixtures.without_biases(config, leaves)


def run(config, leaves, text):
    """Every tensor, every gradient and the parameters' gradients under the fixture's names."""
    for leaf in leaves.values():
        leaf.grad = None
    options = dict(option.split("=") for option in text.split(",") if option)
    structure = {**variant_fixtures.own_structure(config), **options}
    encoder = TracedEncoder(config, leaves, structure)
    memory = encoder.encode(SOURCE) if config["num_hidden_layers"] else None
    decoder = TracedDecoder(config, leaves, structure, memory)
    logits = decoder.forward(TARGET)
    F.cross_entropy(logits[LOSS_TOKEN][None], torch.tensor([LOSS_PIECE])).backward()
    tensors = {**encoder.tensors, **decoder.tensors}
    gradients = {f"grad.{name}": structure_fixtures.gradient_of(tensor) for name, tensor in tensors.items()}
    of_parameters = {f"g.{name}": structure_fixtures.gradient_of(leaf) for name, leaf in leaves.items()}
    return {**tensors, **gradients, **of_parameters}


def fixtures(name, config, structures, direction):
    leaves = make_leaves(config)
    runs = [run(config, leaves, text) for text in structures]
    columns = list(dict.fromkeys(key for tensors in runs for key in tensors))
    tensors = {
        **{key: oracle.value(leaf) for key, leaf in leaves.items()},
        "source": SOURCE,
        "ids": TARGET,
        "loss": [LOSS_TOKEN, LOSS_PIECE],
        "projected": structure_fixtures.projected(runs, columns, direction),
    }
    metadata = {name: json.dumps(config), f"{name}.columns": json.dumps(columns),
                f"{name}.projected": json.dumps(structures)}
    return {f"{name}/{key}": tensor for key, tensor in tensors.items()}, metadata


def make():
    direction = oracle.values(128)
    tensors, metadata = {"direction": direction}, {"models": json.dumps(list(CONFIGS))}
    for name, (changes, structures) in CONFIGS.items():
        of_model, about = fixtures(name, {**SIZES, **changes}, structures, direction)
        tensors.update(of_model)
        metadata.update(about)
    return tensors, metadata
