"""Three steps of torch.optim.AdamW on an encoder of one layer, gradients clipped to a global norm.

Names: before/<parameter>; gradient.{k}/<parameter>, after.{k}/<parameter> for step k; norms: the
gradient's norm before clipping, by step. The metadata holds the options and the config.json.
"""

import json

import torch

from oracle import values

CONFIG = {"hidden_size": 4, "num_attention_heads": 2, "intermediate_size": 6,
          "num_hidden_layers": 1, "vocab_size": 5, "max_position_embeddings": 4}
RATES = [1e-2, 3e-2, 2e-2]
WEIGHT_DECAY, SCORE_DECAY, CLIP_NORM = 0.05, 0.7, 6.0


def shapes():
    d, d_ff = CONFIG["hidden_size"], CONFIG["intermediate_size"]
    layer = "encoder.layer.0"
    result = {"embeddings.word_embeddings.weight": (CONFIG["vocab_size"], d)}
    for name in ["attention.self.query", "attention.self.key", "attention.self.value",
                 "attention.output.dense"]:
        result |= {f"{layer}.{name}.weight": (d, d), f"{layer}.{name}.bias": (d,)}
    result |= {f"{layer}.intermediate.dense.weight": (d_ff, d),
               f"{layer}.intermediate.dense.bias": (d_ff,),
               f"{layer}.output.dense.weight": (d, d_ff), f"{layer}.output.dense.bias": (d,)}
    for name in ["attention.output.LayerNorm", "output.LayerNorm"]:
        result |= {f"{layer}.{name}.weight": (d,), f"{layer}.{name}.bias": (d,)}
    return result


def decay(name, p):
    if p.dim() < 2:
        return 0.0
    return SCORE_DECAY if ".query." in name or ".key." in name else WEIGHT_DECAY


def make():
    leaves = {name: values(*shape).requires_grad_() for name, shape in shapes().items()}
    tensors = {f"before/{name}": p.detach().clone() for name, p in leaves.items()}
    groups = [{"params": [p], "weight_decay": decay(name, p)} for name, p in leaves.items()]
    optimizer = torch.optim.AdamW(groups, betas=(0.9, 0.98), eps=1e-9)
    norms = []
    for step, rate in enumerate(RATES):
        for name, p in leaves.items():
            p.grad = values(*p.shape, scale=1.0 if step != 1 else 0.1)
            tensors[f"gradient.{step}/{name}"] = p.grad.clone()
        norms.append(float(torch.nn.utils.clip_grad_norm_(leaves.values(), CLIP_NORM)))
        for group in optimizer.param_groups:
            group["lr"] = rate
        optimizer.step()
        tensors |= {f"after.{step}/{name}": p.detach().clone() for name, p in leaves.items()}
    tensors["norms"] = torch.tensor(norms, dtype=torch.float64)
    return tensors, {"config": json.dumps(CONFIG)}
