"""Two encoders, one trained post-norm and one pre-norm, run with other structures than their own.

The loss is the cross-entropy of the masked-word head's logits at one token against one piece.
Names, with <model> "post" or "pre" (the metadata holds each one's config.json):

<model>/<parameter>          as in a model file
<model>/ids, loss            the ids; the loss' token and piece
<model>/<trace name>         for "post", of each structure in post.elementwise: its shape with the
                             structures before it; gradients under grad.<trace name>, g.<parameter>
<model>/projected            structures in <model>.projected × names in <model>.columns: the inner
                             product of the tensor with the first entries of `direction`
<model>/varied               the same of structures in <model>.varied, of options beyond OPTIONS
<model>/broken               the same of structures in <model>.broken, bugs, without gradients
<model>/changed              the logits of the passes in <model>.changes, in the model's own structure,
                             each with one tensor changed: {name, begin, end, operation, value}
<model>/other_ids            of the trace that "take" takes its values from

A tensor that a structure does not have is NaN. Lists in the metadata are JSON.
"""

import itertools
import json

import torch
from torch.nn import functional as F

import encoder_fixtures
import oracle
from traced_encoder import TracedEncoder

OPTIONS = {
    "positions": ["on", "off"],
    "scale": ["on", "off"],
    "residual": ["on", "off", "normed"],
    "norm": ["post", "pre", "none"],
    "activation": ["relu", "gelu", "gelu_tanh", "silu", "none"],
    "mask": ["none", "causal"],
}

SIZES = {
    **encoder_fixtures.DEFAULTS,
    "hidden_size": 4,
    "intermediate_size": 6,
    "vocab_size": 7,
    "max_position_embeddings": 5,
    "masked_word_head": True,
    "pad_token_id": 6,
}
CONFIGS = {
    "post": SIZES,
    "pre": {**SIZES, "norm_order": "pre", "hidden_act": "gelu", "position_embedding_type": "absolute",
            "embedding_norm": True, "embedding_scale": False, "type_vocab_size": 2},
}
IDS = [3, 6, 1]
# Run with the model's own structure otherwise.
VARIED = [
    {"scale": "2.5"}, {"scale@1": "0.75"}, {"scale": "off", "scale@1": "on"},
    {"residual": "0.5"}, {"residual@0": "-0.25"}, {"residual": "off", "residual@1": "1.5"},
    {"activation@0": "silu"}, {"activation": "none", "activation@1": "gelu_tanh"},
    {"mask": "padding"}, {"layer@0": "off"}, {"layer@1": "off"}, {"layer@0": "off", "layer@1": "off"},
    {"layer@0": "off", "norm": "none", "residual": "0.5"},
    {"layer@1": "off", "norm": "pre", "residual@0": "normed"},
    {"layer@1": "off", "norm": "post", "scale@0": "3", "mask": "padding"},
]
BROKEN = [
    {"softmax": "columns"}, {"softmax@1": "columns", "mask": "causal"},
    {"softmax": "unshifted"}, {"softmax": "columns", "softmax@0": "unshifted", "mask": "leaky"},
    {"norm_axis": "tokens"}, {"norm_axis@0": "tokens"}, {"norm_axis@1": "tokens", "norm": "pre"},
    {"norm_axis": "tokens", "norm": "post", "scale": "off"},
    {"heads": "reshaped"}, {"heads@1": "reshaped", "mask": "padding"},
    {"output": "off"}, {"output@0": "off", "scale@1": "2"}, {"mask": "leaky"},
]
# Of a model that has the scale alone.
BROKEN_EMBEDDING = [{"embedding_scale": "off"}, {"embedding_scale": "off", "heads@0": "reshaped"}]
OTHER_IDS = [5, 2, 2]
LOSS_TOKEN, LOSS_PIECE = 2, 5


def text(structure):
    return ",".join(f"{option}={choice}" for option, choice in structure.items())


def all_structures():
    for choices in itertools.product(*OPTIONS.values()):
        structure = dict(zip(OPTIONS, choices))
        if structure["residual"] != "normed" or structure["norm"] == "pre":
            yield structure


def covering(structures, width):
    """A selection in which every `width` options meet in every combination that there is."""

    def combinations(structure):
        return set(itertools.combinations(structure.items(), width))

    missing = set().union(*map(combinations, structures))
    selection = []
    while missing:
        best = max(structures, key=lambda structure: len(combinations(structure) & missing))
        selection.append(best)
        missing -= combinations(best)
    return selection


def make_leaves(config):
    """All parameters, and the nn.TransformerEncoderLayers that they are from."""
    layers = [
        oracle.encoder_layer(config["hidden_size"], config["num_attention_heads"],
                             config["intermediate_size"], config["hidden_act"],
                             config["layer_norm_eps"], config["norm_order"])
        for _ in range(config["num_hidden_layers"])
    ]
    leaves = {**encoder_fixtures.embedding_parameters(config), **encoder_fixtures.other_parameters(config)}
    for name, tensor in encoder_fixtures.parameters({}, layers, oracle.value).items():
        leaves[name] = tensor.clone().requires_grad_()
    return leaves, layers


def run(config, leaves, structure, changes=None, ids=IDS, loss=(LOSS_TOKEN, LOSS_PIECE)):
    """Every tensor, every gradient and the parameters' gradients under the fixture's names."""
    for leaf in leaves.values():
        leaf.grad = None
    encoder = TracedEncoder(config, leaves, structure, changes)
    logits = encoder.forward(ids)
    token, piece = loss
    F.cross_entropy(logits[token][None], torch.tensor([piece])).backward()
    tensors = encoder.tensors
    gradients = {f"grad.{name}": gradient_of(tensor) for name, tensor in tensors.items()}
    of_parameters = {f"g.{name}": gradient_of(leaf) for name, leaf in leaves.items()}
    return {**tensors, **gradients, **of_parameters}


def gradient_of(tensor):
    return torch.zeros_like(tensor) if tensor.grad is None else tensor.grad


def check_against_modules(name, leaves, layers):
    """In the model's own structure the written-out encoder is PyTorch's."""
    config = CONFIGS[name]
    expected, _, _ = encoder_fixtures.run(config, leaves, layers, IDS, False, None)
    output = run(config, leaves, own_structure(config))["output"]
    assert torch.allclose(output, expected, rtol=1e-12, atol=1e-12), name


def own_structure(config):
    return {"positions": "on", "scale": "on", "residual": "on", "norm": config["norm_order"],
            "activation": config["hidden_act"], "mask": "none"}


def elementwise(runs):
    """Name -> the runs' tensors, stacked; NaN where a run has none."""
    shapes = {key: tensor.shape for tensors in runs for key, tensor in tensors.items()}
    return {
        key: torch.stack([tensors.get(key, torch.full(shape, torch.nan)) for tensors in runs])
        for key, shape in shapes.items()
    }


def projected(runs, columns, direction):
    def project(tensors, column):
        if column not in tensors:
            return torch.nan
        flat = tensors[column].detach().flatten()
        return float(flat @ direction[:len(flat)])

    return torch.tensor([[project(tensors, column) for column in columns] for tensors in runs]).double()


OPERATIONS = ["set", "scale", "add", "zero", "take"]


def apply(change, tensor, other):
    region = tuple(slice(*bounds) for bounds in zip(change["begin"], change["end"]))
    operations = {
        "set": lambda part: part.fill_(change["value"]),
        "scale": lambda part: part.mul_(change["value"]),
        "add": lambda part: part.add_(change["value"]),
        "zero": lambda part: part.zero_(),
        "take": lambda part: part.copy_(other[change["name"]][region]),
    }
    operations[change["operation"]](tensor[region])


def make_changes(tensors):
    """One for each tensor, the operations in turn, each on a part that begins and ends anywhere."""
    changes = []
    for index, (name, tensor) in enumerate(tensors.items()):
        begin = [int(torch.randint(size, ())) for size in tensor.shape]
        end = [first + 1 + int(torch.randint(size - first, ())) for first, size in zip(begin, tensor.shape)]
        value = [0.5, -2.0, 1.25][index % 3]
        changes.append({"name": name, "begin": begin, "end": end,
                        "operation": OPERATIONS[index % len(OPERATIONS)], "value": value})
    return changes


def changed(config, leaves):
    """The changes, and the logits of a pass with each."""

    def forward(ids, changes=None):
        encoder = TracedEncoder(config, leaves, own_structure(config), changes)
        encoder.forward(ids)
        return encoder.tensors

    other = forward(OTHER_IDS)
    changes = make_changes(forward(IDS))
    passes = [forward(IDS, {c["name"]: lambda tensor, c=c: apply(c, tensor, other)}) for c in changes]
    return changes, torch.stack([tensors["logits"] for tensors in passes])


def fixtures(name, direction, structures, stacked):
    config = CONFIGS[name]
    leaves, layers = make_leaves(config)
    check_against_modules(name, leaves, layers)
    runs = [run(config, leaves, structure) for structure in structures]
    columns = list(dict.fromkeys(key for tensors in runs for key in tensors))
    changes, logits = changed(config, leaves)
    broken_ones = BROKEN + (BROKEN_EMBEDDING if config["embedding_scale"] else [])
    varied, broken = ([run(config, leaves, {**own_structure(config), **options}) for options in each]
                      for each in [VARIED, broken_ones])
    of_pass = [key for key in columns if not key.startswith(("grad.", "g."))]
    tensors = {
        **{key: oracle.value(leaf) for key, leaf in leaves.items()},
        "ids": IDS,
        "other_ids": OTHER_IDS,
        "loss": [LOSS_TOKEN, LOSS_PIECE],
        "changed": logits,
        "projected": projected(runs, columns, direction),
        "varied": projected(varied, columns, direction),
        "broken": projected(broken, of_pass, direction),
        **elementwise([run(config, leaves, structure) for structure in stacked]),
    }
    metadata = {
        name: json.dumps(config),
        f"{name}.columns": json.dumps(columns),
        f"{name}.changes": json.dumps(changes),
        f"{name}.columns_of_pass": json.dumps(of_pass),
        f"{name}.varied": json.dumps([text(options) for options in VARIED]),
        f"{name}.broken": json.dumps([text(options) for options in broken_ones]),
        f"{name}.projected": json.dumps([text(s) for s in structures]),
        f"{name}.elementwise": json.dumps([text(s) for s in stacked]),
    }
    return {f"{name}/{key}": tensor for key, tensor in tensors.items()}, metadata


def make():
    structures = list(all_structures())
    direction = oracle.values(64)
    of_post, about_post = fixtures("post", direction, structures, covering(structures, 1))
    of_pre, about_pre = fixtures("pre", direction, covering(structures, 3), [])
    return {"direction": direction, **of_post, **of_pre}, {**about_post, **about_pre}
