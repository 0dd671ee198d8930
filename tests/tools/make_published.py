"""Writes tests/fixtures/published/<name>: small random checkpoints under the names of published models, and
what PyTorch computes with them. The modules of published_models.py follow the families' definitions and share
nothing with the core. Run it with any Python that has PyTorch 1.12 or newer:
python3 tests/tools/make_published.py

Weights are stored as F32, F16 or BF16; PyTorch computes from what is stored in float64, and the result is
rounded to float32 once. expected.safetensors has a case for each text or pair: ids, types, every layer's
output and attention weights, what the head answers, and a gradient. The tokenizers are those of
published_tokenizers.json.
"""

import json
import pathlib
import struct

import numpy
import torch
from torch import nn
from torch.nn import functional as F

import safetensors_file
from published_models import (GLOBAL_BASE, HEADS, INNER, LAYERS, LOCAL_BASE, MODERN_LAYERS, WIDTH, WINDOW, Encoder,
                              ModernEncoder, ModernTextHead, MpnetEncoder, ReplacedHead, Sentence, TextHead, TokenHead, WordHead,
                              names_of_bert, names_of_distilbert, names_of_modernbert, names_of_mpnet)

FIXTURES = pathlib.Path(__file__).resolve().parent.parent / "fixtures"
FUNCTIONS = {"gelu": F.gelu, "tanh": torch.tanh, "relu": F.relu,
             "gelu_new": lambda x: F.gelu(x, approximate="tanh")}
CODES = {torch.float32: "F32", torch.float16: "F16", torch.bfloat16: "BF16"}


def write_weights(path, tensors, dtype):
    """safetensors of any of the three dtypes."""
    header, data = {}, b""
    for name, tensor in tensors.items():
        stored = tensor.detach().to(dtype).contiguous()
        raw = stored.view(torch.int16).numpy() if dtype == torch.bfloat16 else stored.numpy()
        raw = raw.tobytes()
        header[name] = {"dtype": CODES[dtype], "shape": list(tensor.shape),
                        "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header, separators=(",", ":")).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def tied(tensors):
    """Without copies of the embedding table, which checkpoints leave out."""
    return {name: tensor for name, tensor in tensors.items()
            if not name.endswith(("decoder.weight", "vocab_projector.weight", "generator_lm_head.weight"))}


def randomise(module, dtype):
    for name, p in module.named_parameters():
        gain = 1.0 if "norm" in name.lower() and name.endswith("weight") else 0.0
        scale = p.shape[-1] ** -0.5 if p.dim() == 2 else 0.3
        p.data = (torch.randn(p.shape, dtype=torch.float64) * scale + gain).to(dtype).double()


def parameters_of(parts):
    result = {}
    for name, module in parts.items():
        for kind, p in module.named_parameters(recurse=False):
            result[f"{name}.{kind}"] = p
    return result


def tokenizer(name):
    return json.loads((FIXTURES / "published_tokenizers.json").read_text())[name]


def cases_of(tokens, limit):
    """Ids that the tokenizer gave, of one text and of two; one token; and as many as the model takes."""
    cases = [case["ids"] for case in tokens["cases"] if 3 < len(case["ids"]) <= limit][:2]
    return cases + [cases[0][:1], [5 + i % 40 for i in range(limit)]]


def save(name, config, encoder, parts, head, dtype, tokens, tokens_name, shards=1, extra=()):
    folder = FIXTURES / "published" / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(config, indent=1) + "\n")
    for path, content in extra:
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(json.dumps(content) + "\n")
    tensors = tied(parameters_of(parts))
    if shards == 1:
        write_weights(folder / "model.safetensors", tensors, dtype)
    else:
        names = list(tensors)
        index = {}
        for s in range(shards):
            file = f"model-{s + 1:05}-of-{shards:05}.safetensors"
            mine = names[s::shards]
            write_weights(folder / file, {n: tensors[n] for n in mine}, dtype)
            index.update({n: file for n in mine})
        (folder / "model.safetensors.index.json").write_text(json.dumps({"weight_map": index}) + "\n")
    expected = {}
    limit = config["max_position_embeddings"] - encoder.first
    for i, ids in enumerate(cases_of(tokens, limit)):
        types = torch.tensor([0] * (len(ids) // 2) + [1] * (len(ids) - len(ids) // 2))
        if encoder.types is None or encoder.types.num_embeddings < 2:
            types = torch.zeros(len(ids), dtype=torch.long)
        x, outputs, attention = encoder(torch.tensor(ids), types)
        expected[f"{i}.ids"] = torch.tensor(ids)
        expected[f"{i}.types"] = types
        for n in range(len(outputs)):
            expected[f"{i}.layers.{n}.output"] = outputs[n]
            if i % 3 == 1:  # the second and the longest
                expected[f"{i}.layers.{n}.weights"] = attention[n]
        answer = head(x)
        if answer.shape[1] > 16:  # a probability for every piece: of the first token and the last
            answer = answer[[0, -1]]
        expected[f"{i}.answer"] = answer
        # The gradient of a loss, Σ answer ∘ direction, by the embedding's norm.
        direction = torch.randn(answer.shape, dtype=torch.float64).float().double()
        gradient, = torch.autograd.grad((answer * direction).sum(), encoder.norm.weight, retain_graph=True)
        if isinstance(encoder, MpnetEncoder):
            table, = torch.autograd.grad((answer * direction).sum(), encoder.biases.weight)
            expected[f"{i}.biases"] = table
        expected[f"{i}.direction"] = direction
        expected[f"{i}.gradient"] = gradient
    arrays = {key: value.detach().numpy().astype(numpy.float32 if value.is_floating_point() else numpy.int32)
              for key, value in expected.items()}
    safetensors_file.write(folder / "expected.safetensors", arrays, {"tokenizer": tokens_name})
    print(f"{name}: {sum(f.stat().st_size for f in folder.rglob('*') if f.is_file())} bytes")


def common(kind, architecture, tokens, positions, **more):
    return {"model_type": kind, "architectures": [architecture], "hidden_size": WIDTH,
            "num_attention_heads": HEADS, "num_hidden_layers": LAYERS, "intermediate_size": INNER,
            "hidden_act": "gelu", "layer_norm_eps": 1e-12, "max_position_embeddings": positions,
            "vocab_size": tokens["size"] + 2, **more}


def make(name, kind, architecture, tokens_name, head_of, names_of_head, dtype=torch.float32, positions=16, types=2,
         first=0, function="gelu", prefix=None, names=names_of_bert, more=None, config=None, narrow=WIDTH, **options):
    torch.manual_seed(sum(map(ord, name)))
    tokens = tokenizer(tokens_name)
    encoder = (ModernEncoder(tokens["size"] + 2) if kind == "modernbert" else
               MpnetEncoder(tokens["size"] + 2, positions, FUNCTIONS[function]) if kind == "mpnet" else
               Encoder(tokens["size"] + 2, positions, types, FUNCTIONS[function], first, narrow)).double()
    head = head_of(encoder).double()
    for module in (encoder, head):
        randomise(module, dtype)
    parts = names(encoder, f"{kind}." if prefix is None else prefix)
    parts.update({theirs: getattr(head, ours) if ours else head for ours, theirs in names_of_head.items()})
    settings = config or common(kind, architecture, tokens, positions, type_vocab_size=types,
                                **{"hidden_act": function, **(more or {})})
    save(name, settings, encoder, parts, head, dtype, tokens, tokens_name, **options)


def main():
    labels = {"id2label": {"0": "calm", "1": "glad", "2": "sad"}}
    words = {"dense": "lm_head.dense", "norm": "lm_head.layer_norm", "": "lm_head"}
    make("bert-text", "bert", "BertForSequenceClassification", "bert-uncased",
         lambda e: TextHead(torch.tanh, 3), {"dense": "bert.pooler.dense", "out": "classifier"}, more=labels)
    make("bert-token", "bert", "BertForTokenClassification", "bert-cased", lambda e: TokenHead(3),
         {"out": "classifier"}, dtype=torch.bfloat16, function="gelu_new", more=labels)
    make("distilbert-words", "distilbert", "DistilBertForMaskedLM", "bert-uncased",
         lambda e: WordHead(F.gelu, e.words),
         {"dense": "vocab_transform", "norm": "vocab_layer_norm", "": "vocab_projector"}, types=0,
         names=names_of_distilbert, dtype=torch.float16,
         config={"model_type": "distilbert", "architectures": ["DistilBertForMaskedLM"], "dim": WIDTH,
                 "n_heads": HEADS, "n_layers": LAYERS, "hidden_dim": INNER, "activation": "gelu",
                 "max_position_embeddings": 16, "vocab_size": tokenizer("bert-uncased")["size"] + 2,
                 "sinusoidal_pos_embds": False})
    make("distilbert-text", "distilbert", "DistilBertForSequenceClassification", "bert-uncased",
         lambda e: TextHead(F.relu, 2), {"dense": "pre_classifier", "out": "classifier"}, types=0,
         names=names_of_distilbert,
         config={"model_type": "distilbert", "architectures": ["DistilBertForSequenceClassification"],
                 "dim": WIDTH, "n_heads": HEADS, "n_layers": LAYERS, "hidden_dim": INNER, "activation": "gelu",
                 "max_position_embeddings": 16, "vocab_size": tokenizer("bert-uncased")["size"] + 2})
    make("roberta-words", "roberta", "RobertaForMaskedLM", "roberta", lambda e: WordHead(F.gelu, e.words), words,
         types=1, first=2, positions=18, more={"pad_token_id": 1})
    make("roberta-span", "roberta", "RobertaForQuestionAnswering", "roberta", lambda e: TokenHead(2),
         {"out": "qa_outputs"}, types=1, first=2, positions=18, more={"pad_token_id": 1}, shards=2)
    make("xlm-roberta-text", "xlm-roberta", "XLMRobertaForSequenceClassification", "xlm-roberta",
         lambda e: TextHead(torch.tanh, 3), {"dense": "classifier.dense", "out": "classifier.out_proj"},
         types=1, first=2, positions=18, prefix="roberta.", more={"pad_token_id": 1, **labels})
    make("camembert-words", "camembert", "CamembertForMaskedLM", "camembert",
         lambda e: WordHead(F.gelu, e.words), words, types=1, first=2, positions=18, prefix="roberta.",
         more={"pad_token_id": 1}, dtype=torch.float16)
    make("electra-replaced", "electra", "ElectraForPreTraining", "bert-uncased", lambda e: ReplacedHead(F.gelu),
         {"dense": "discriminator_predictions.dense", "out": "discriminator_predictions.dense_prediction"},
         more={"embedding_size": WIDTH})
    make("electra-narrow", "electra", "ElectraForMaskedLM", "bert-uncased", lambda e: WordHead(F.gelu, e.words),
         {"dense": "generator_predictions.dense", "norm": "generator_predictions.LayerNorm",
          "": "generator_lm_head"}, narrow=6, more={"embedding_size": 6})
    modern = {"model_type": "modernbert", "hidden_size": WIDTH, "num_attention_heads": HEADS,
              "num_hidden_layers": MODERN_LAYERS, "intermediate_size": INNER, "hidden_activation": "gelu",
              "norm_eps": 1e-5, "norm_bias": False, "attention_bias": False, "mlp_bias": False,
              "max_position_embeddings": 20, "vocab_size": tokenizer("modernbert")["size"] + 2,
              "local_attention": WINDOW, "position_embedding_type": "absolute"}
    make("modernbert-words", "modernbert", "", "modernbert", lambda e: WordHead(F.gelu, e.words, 1e-5),
         {"dense": "head.dense", "norm": "head.norm", "": "decoder"}, types=0, prefix="model.",
         names=names_of_modernbert,
         config={**modern, "architectures": ["ModernBertForMaskedLM"], "global_rope_theta": GLOBAL_BASE,
                 "local_rope_theta": LOCAL_BASE, "global_attn_every_n_layers": 3})
    make("modernbert-text", "modernbert", "", "modernbert", lambda e: ModernTextHead(3, True),
         {"dense": "head.dense", "norm": "head.norm", "out": "classifier"}, types=0, prefix="model.",
         names=names_of_modernbert, dtype=torch.bfloat16,
         config={**modern, "architectures": ["ModernBertForSequenceClassification"],
                 "classifier_pooling": "mean",
                 "layer_types": ["full_attention" if n % 3 == 0 else "sliding_attention"
                                 for n in range(MODERN_LAYERS)],
                 "rope_parameters": {"full_attention": {"rope_type": "default", "rope_theta": GLOBAL_BASE},
                                     "sliding_attention": {"rope_type": "default",
                                                           "rope_theta": LOCAL_BASE}}, **labels})
    mpnet = {"types": 0, "first": 2, "names": names_of_mpnet, "more": {"relative_attention_num_buckets": 32}}
    make("mpnet-words", "mpnet", "MPNetForMaskedLM", "mpnet", lambda e: WordHead(F.gelu, e.words), words,
         positions=42, **mpnet)
    make("mpnet-text", "mpnet", "MPNetForSequenceClassification", "mpnet", lambda e: TextHead(torch.tanh, 3),
         {"dense": "classifier.dense", "out": "classifier.out_proj"}, dtype=torch.float16, positions=18,
         **{**mpnet, "more": {"pad_token_id": 1, **labels}})
    make("sentence-mpnet", "mpnet", "MPNetModel", "mpnet", lambda e: Sentence("mean", True), {}, positions=18,
         prefix="", extra=[
             ("modules.json", [{"idx": i, "name": str(i), "path": path,
                                "type": f"sentence_transformers.models.{kind}"}
                               for i, (path, kind) in enumerate([("", "Transformer"), ("1_Pooling", "Pooling"),
                                                                 ("2_Normalize", "Normalize")])]),
             ("1_Pooling/config.json", {"word_embedding_dimension": WIDTH, "pooling_mode_mean_tokens": True}),
             ("sentence_bert_config.json", {"max_seq_length": 16, "do_lower_case": False})], **mpnet)
    for mode in ("mean", "cls", "max"):
        make(f"sentence-{mode}", "bert", "BertModel", "bert-uncased",
             lambda e: Sentence(mode, mode != "max"), {}, prefix="", extra=[
                 ("modules.json", [{"idx": i, "name": str(i), "path": path,
                                    "type": f"sentence_transformers.models.{kind}"}
                                   for i, (path, kind) in enumerate(
                                       [("", "Transformer"), ("1_Pooling", "Pooling"),
                                        ("2_Normalize", "Normalize")][:3 if mode != "max" else 2])]),
                 ("1_Pooling/config.json", {"word_embedding_dimension": WIDTH,
                                            "pooling_mode_cls_token": mode == "cls",
                                            "pooling_mode_mean_tokens": mode == "mean",
                                            "pooling_mode_max_tokens": mode == "max"}),
                 ("sentence_bert_config.json", {"max_seq_length": 12, "do_lower_case": False})])


main()
