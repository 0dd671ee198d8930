"""Encoders of other kinds than BERT's: other positions, fewer heads of keys and values, RMSNorm, a gated
feed-forward network, experts.

The loss is the cross-entropy of the masked-word head's logits at one token against one piece.
Names, with <model> a key of CONFIGS (the metadata holds each one's config.json):

<model>/<parameter>    as in a model file
<model>/ids, loss      the ids; the loss' token and piece
<model>/projected      structures in <model>.projected × names in <model>.columns: the inner product of
                       the tensor, its gradient (grad.) or the parameter's (g.) with the first entries
                       of `direction`

A tensor that a structure does not have is NaN. Lists in the metadata are JSON.
"""

import json

import torch

import encoder_fixtures
import oracle
import structure_fixtures

SIZES = {
    **encoder_fixtures.DEFAULTS,
    "hidden_size": 8,
    "intermediate_size": 6,
    "vocab_size": 9,
    "max_position_embeddings": 6,
    "masked_word_head": True,
    "pad_token_id": 6,
    "hidden_act": "silu",
}
PRE = {"norm_order": "pre", "embedding_norm": True}
# Their own ways, and the structures that each is run with.
CONFIGS = {
    "rotary": ({"position_embedding_type": "rotary", "hidden_size": 10},
               ["", "positions=alibi", "mask=causal", "norm=pre,scale=2"]),
    "alibi": ({"position_embedding_type": "alibi", "hidden_size": 6, "num_attention_heads": 3},
              ["", "mask=padding,scale@1=off", "positions=rotary,mask=causal", "positions=off"]),
    "grouped": ({"num_attention_heads": 4, "num_key_value_heads": 2},
                ["", "positions=rotary", "positions=alibi,mask=causal", "layer@1=off"]),
    "multi_query": ({**PRE, "num_key_value_heads": 1, "position_embedding_type": "absolute"},
                    ["", "positions=rotary,norm=post"]),
    "rms": ({**PRE, "norm_type": "rms_norm"},
            ["", "norm=post", "norm=none", "residual=normed", "residual@0=0.5,activation=relu"]),
    "gated": ({"gated_feed_forward": True}, ["", "activation=gelu", "norm=pre,activation@1=none"]),
    "experts": ({"num_local_experts": 4, "num_experts_per_tok": 2},
                ["", "activation=gelu_tanh,norm=pre", "layer@0=off"]),
    "mixtral": ({**PRE, "norm_type": "rms_norm", "position_embedding_type": "rotary",
                 "num_key_value_heads": 1, "gated_feed_forward": True, "num_local_experts": 3,
                 "num_experts_per_tok": 2}, ["", "mask=causal", "positions=alibi,norm=post"]),
}
IDS = [3, 6, 1, 2, 5]
LOSS_TOKEN, LOSS_PIECE = 2, 5


def linear_leaves(name, out, width):
    return {f"{name}.weight": oracle.parameter(out, width, scale=width ** -0.5),
            f"{name}.bias": oracle.parameter(out, scale=0.3)}


def norm_leaves(name, width):
    return {f"{name}.weight": oracle.parameter(width, scale=0.3, shift=1.0),
            f"{name}.bias": oracle.parameter(width, scale=0.3)}


def network_leaves(config, name):
    d, f = config["hidden_size"], config["intermediate_size"]
    leaves = linear_leaves(f"{name}.intermediate.dense", f, d)
    if config.get("gated_feed_forward"):
        leaves.update(linear_leaves(f"{name}.intermediate.up", f, d))
    return {**leaves, **linear_leaves(f"{name}.output.dense", d, f)}


def attention_leaves(config, name):
    d, heads = config["hidden_size"], config["num_attention_heads"]
    shared = d // heads * (config.get("num_key_value_heads") or heads)
    leaves = {}
    for part, out in [("self.query", d), ("self.key", shared), ("self.value", shared), ("output.dense", d)]:
        leaves.update(linear_leaves(f"{name}.{part}", out, d))
    return leaves


def layer_leaves(config, name):
    d = config["hidden_size"]
    leaves = {**norm_leaves(f"{name}.attention.output.LayerNorm", d), **norm_leaves(f"{name}.output.LayerNorm", d),
              **attention_leaves(config, f"{name}.attention")}
    experts = config.get("num_local_experts", 0)
    if experts:
        leaves.update(linear_leaves(f"{name}.router", experts, d))
    for network in [f"{name}.experts.{e}" for e in range(experts)] or [name]:
        leaves.update(network_leaves(config, network))
    return leaves


def make_leaves(config):
    leaves = {**encoder_fixtures.embedding_parameters(config), **encoder_fixtures.other_parameters(config)}
    for layer in range(config["num_hidden_layers"]):
        leaves.update(layer_leaves(config, f"encoder.layer.{layer}"))
    return without_biases(config, leaves)


def without_biases(config, leaves):
    """Of norms, where they are RMSNorms."""
    if config.get("norm_type") != "rms_norm":
        return leaves
    return {name: leaf for name, leaf in leaves.items() if not name.endswith("LayerNorm.bias")}


def own_structure(config):
    kind = config["position_embedding_type"]
    return {**structure_fixtures.own_structure(config),
            "positions": kind if kind in ["rotary", "alibi"] else "on"}


def run(config, leaves, text):
    structure = dict(option.split("=") for option in text.split(",") if option)
    return structure_fixtures.run(config, leaves, {**own_structure(config), **structure}, ids=IDS,
                                  loss=(LOSS_TOKEN, LOSS_PIECE))


def fixtures(name, config, structures, direction):
    leaves = make_leaves(config)
    runs = [run(config, leaves, text) for text in structures]
    columns = list(dict.fromkeys(key for tensors in runs for key in tensors))
    tensors = {
        **{key: oracle.value(leaf) for key, leaf in leaves.items()},
        "ids": IDS,
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
