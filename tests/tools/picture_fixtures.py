"""Encoders of pictures, and what PyTorch makes of two pictures with their questions: ViT's convolution
with the patch as its stride, sinusoids of rows and columns, encoder layers, a linear answer. Names:
<case>/<parameter> as in a model file; pixels, pictures × rows × columns × channels; a gradient g.x
is d loss ÷ d x, where loss = Σ output ∘ g.output."""

import json

import torch
from torch import nn
from torch.nn import functional as F

import oracle
from layer_fixtures import backward
from oracle import parameter

SIDE, PATCH, CHANNELS, ANSWERS, LAYERS = 6, 2, 3, 5, 2
CONFIG = {"hidden_size": 8, "num_attention_heads": 2, "intermediate_size": 6,
          "num_hidden_layers": LAYERS, "vocab_size": 3, "max_position_embeddings": 10,
          "image_size": SIDE, "patch_size": PATCH, "num_channels": CHANNELS, "num_labels": ANSWERS}
CASES = {"post": {}, "pre": {"norm_order": "pre", "hidden_act": "gelu", "embedding_scale": False}}
QUESTIONS = [2, 0]


def grid(d):
    """Of a patch of row r and column c: the sinusoids of r, then those of c, each of d ÷ 2."""
    line = oracle.sinusoids(SIDE // PATCH, d // 2)
    places = [torch.cat([row, column]) for row in line for column in line]
    return torch.stack([torch.zeros(d).double(), *places])


def case(config):
    d, order = config["hidden_size"], config.get("norm_order", "post")
    table = parameter(config["vocab_size"], d)
    weight = parameter(d, PATCH * PATCH * CHANNELS, scale=(PATCH * PATCH * CHANNELS) ** -0.5)
    bias = parameter(d, scale=0.3)
    answer = oracle.randomise(nn.Linear(d, ANSWERS).double())
    layers = [oracle.encoder_layer(d, config["num_attention_heads"], config["intermediate_size"],
                                   config.get("hidden_act", "relu"), 1e-5, order)
              for _ in range(LAYERS)]
    norm = nn.LayerNorm(d, eps=1e-5).double()
    nn.init.normal_(norm.bias.data)
    pixels = parameter(len(QUESTIONS), SIDE, SIDE, CHANNELS)

    filters = weight.reshape(d, PATCH, PATCH, CHANNELS).permute(0, 3, 1, 2)
    patches = F.conv2d(pixels.permute(0, 3, 1, 2), filters, bias, stride=PATCH).flatten(2).mT
    scale = d ** 0.5 if config.get("embedding_scale", True) else 1
    questions = scale * F.embedding(torch.tensor(QUESTIONS), table)[:, None]
    x = torch.cat([questions, patches], dim=1) + grid(d)
    for layer in layers:
        x = layer(x)
    x = norm(x) if order == "pre" else x
    output = answer(x[:, 0])

    tensors = {"output": output, "g.output": backward(output), "questions": QUESTIONS}
    for prefix, get in [("", oracle.value), ("g.", oracle.gradient)]:
        named = {"pixels": get(pixels), "embeddings.word_embeddings.weight": get(table),
                 "embeddings.patch_embeddings.projection.weight": get(weight),
                 "embeddings.patch_embeddings.projection.bias": get(bias),
                 **oracle.linear_parameters("classifier", answer, get)}
        for i, layer in enumerate(layers):
            for name, tensor in oracle.layer_parameters(layer, get).items():
                named[f"encoder.layer.{i}.{name}"] = tensor
        if order == "pre":
            named.update(oracle.linear_parameters("encoder.LayerNorm", norm, get))
        tensors.update({prefix + name: tensor for name, tensor in named.items()})
    return tensors


def make():
    configs = {name: {**CONFIG, **other} for name, other in CASES.items()}
    tensors = {f"{name}/{key}": value for name, config in configs.items()
               for key, value in case(config).items()}
    return tensors, {name: json.dumps(config) for name, config in configs.items()}
