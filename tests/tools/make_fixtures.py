"""Writes tests/fixtures/{layers,encoders,decoders,adamw,structures,attention_terms,balance,
depth_study,variants,decoder_variants,pictures,recurrent}.safetensors: what PyTorch computes, forward and backward.

Every input is exact in float32; PyTorch computes from it in float64, and the result is rounded to
float32 once. PyTorch's own modules and autograd are the oracle. Run it with any Python that has
PyTorch 1.12 or newer:  python3 tests/tools/make_fixtures.py
"""

import pathlib

import numpy
import torch

import attention_term_fixtures
import balance_fixtures
import decoder_fixtures
import decoder_variant_fixtures
import depth_study_fixtures
import encoder_fixtures
import layer_fixtures
import optimizer_fixtures
import picture_fixtures
import recurrent_fixtures
import safetensors_file
import structure_fixtures
import variant_fixtures


def to_numpy(value):
    tensor = torch.as_tensor(value).detach()
    return tensor.numpy().astype(numpy.float32 if tensor.is_floating_point() else numpy.int32)


def main():
    directory = pathlib.Path(__file__).resolve().parent.parent / "fixtures"
    directory.mkdir(exist_ok=True)
    for name, module in [("layers", layer_fixtures), ("encoders", encoder_fixtures),
                         ("decoders", decoder_fixtures), ("adamw", optimizer_fixtures),
                         ("structures", structure_fixtures),
                         ("attention_terms", attention_term_fixtures),
                         ("balance", balance_fixtures),
                         ("depth_study", depth_study_fixtures),
                         ("variants", variant_fixtures),
                         ("decoder_variants", decoder_variant_fixtures), ("pictures", picture_fixtures),
                         ("recurrent", recurrent_fixtures)]:
        torch.manual_seed(1)
        tensors, metadata = module.make()
        path = directory / f"{name}.safetensors"
        arrays = {key: to_numpy(value) for key, value in tensors.items()}
        safetensors_file.write(path, arrays, metadata)
        print(f"{path.name}: {len(tensors)} tensors, {path.stat().st_size} bytes")


main()
