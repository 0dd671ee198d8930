"""Runs the NumPy of the article against a trace that the program `fovea` wrote.

article_numpy.py TRACE PARAMETERS VOCABULARY: two safetensors files and a text file of pieces by id.
Prints how many numbers were compared; says which step is off, and by how much.
"""

import json
import pathlib
import struct
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "web" / "article"))
import encoder  # noqa: E402

TOLERANCE = 2e-4  # of floats of 32 bits, which the core adds up in another order
DTYPES = {"F32": np.float32, "I32": np.int32}


def read(path):
    raw = pathlib.Path(path).read_bytes()
    (length,) = struct.unpack("<Q", raw[:8])
    header, body = json.loads(raw[8 : 8 + length]), raw[8 + length :]
    header.pop("__metadata__", None)
    return {
        name: np.frombuffer(body[slice(*entry["data_offsets"])], DTYPES[entry["dtype"]])
        .reshape(entry["shape"])
        .astype(np.float64 if entry["dtype"] == "F32" else np.int64)
        for name, entry in header.items()
    }


class Check:
    def __init__(self, trace):
        self.trace = trace
        self.compared = 0

    def same(self, name, computed):
        wanted = self.trace[name]
        if computed.shape != wanted.shape:
            sys.exit(f"{name}: {computed.shape}, wanted {wanted.shape}")
        scale = max(1.0, float(np.abs(wanted).max()))
        error = float(np.abs(computed - wanted).max())
        if not error <= TOLERANCE * scale:
            sys.exit(f"{name}: off by {error:.2e}")
        self.compared += wanted.size


def pair(parameters, name):
    return parameters[f"{name}.weight"], parameters[f"{name}.bias"]


def weights_of_layer(parameters, l):
    layer = f"encoder.layer.{l}"
    names = {
        "query": "attention.self.query",
        "key": "attention.self.key",
        "value": "attention.self.value",
        "output": "attention.output.dense",
        "attention_norm": "attention.output.LayerNorm",
        "expand": "intermediate.dense",
        "compress": "output.dense",
        "feed_forward_norm": "output.LayerNorm",
    }
    return {part: pair(parameters, f"{layer}.{name}") for part, name in names.items()}


def check_layer(check, x, w, heads, l):
    name = f"layers.{l}.attention"
    query, key, value = encoder.project(x, w)
    check.same(f"{name}.query", query)
    check.same(f"{name}.key", key)
    check.same(f"{name}.value", value)
    q, k, v = (encoder.split(m, heads) for m in (query, key, value))
    scores = encoder.scores(q, k)
    check.same(f"{name}.scores", scores)
    weights = encoder.weights_of(scores, q.shape[-1])
    check.same(f"{name}.weights", weights)
    check.same(f"{name}.heads", encoder.join(encoder.mix(weights, v)))
    check.same(f"{name}.output", encoder.attention(x, w, heads))
    summed = x + encoder.attention(x, w, heads)
    check.same(f"{name}.residual", summed)
    normed = encoder.layer_norm(summed, *w["attention_norm"])
    check.same(f"{name}.norm", normed)
    check.same(f"layers.{l}.feedForward.output", encoder.feed_forward(normed, w))
    out = encoder.layer(x, w, heads)
    check.same(f"layers.{l}.feedForward.norm", out)
    return out


def check_parts(parameters, ids, check, vocabulary):
    table = parameters["embeddings.word_embeddings.weight"]
    n, d = len(ids), table.shape[1]
    check.same("embedding.tokens", encoder.embed(table, ids))
    check.same("embedding.positions", encoder.positions(n, d))
    words = "the animal didn't cross the street because it was too tired".split()
    pieces = [piece for word in words for piece in encoder.pieces_of(word, vocabulary)]
    if [vocabulary[piece] for piece in pieces] != list(ids):
        sys.exit(f"pieces: {pieces}")
    if encoder.pieces_of("zebras", vocabulary) != ["zebra", "##s"]:
        sys.exit("a word of two pieces is not cut in two")


def check_loss(computed, token, piece, gradient, check):
    loss, slope = encoder.cross_entropy(computed[token], piece)
    if abs(loss + np.log(encoder.softmax(computed[token])[piece])) > 1e-9:
        sys.exit(f"loss: {loss}")
    if np.abs(slope - gradient[token]).max() > TOLERANCE:
        sys.exit("the gradient of the loss is off")
    check.compared += slope.size


def check_rest(parameters, layers, x, heads):
    n, d = x.shape
    mask = encoder.causal(n)
    if not np.array_equal(mask, [[j <= i for j in range(n)] for i in range(n)]):
        sys.exit("the causal mask lets through what it should not")
    w = layers[0]
    changed = x.copy()
    changed[-1] += 1
    a, b = (encoder.attention(each, w, heads, mask) for each in (x, changed))
    if np.abs(a[:-1] - b[:-1]).max() > 0:
        sys.exit("a word looks ahead under a causal mask")
    states = encoder.recurrent(x, np.eye(d), np.eye(d) / 2)
    if states.shape != x.shape or not np.allclose(states[1], np.tanh(x[1] + states[0] / 2)):
        sys.exit("the recurrent network does not read word by word")
    d_ff = w["expand"][0].shape[0]
    count = sum(array.size for part in w.values() for array in part)
    if encoder.parameters_of_layer(d, d_ff) != count:
        sys.exit(f"a layer has {count} parameters, not {encoder.parameters_of_layer(d, d_ff)}")


def main(trace_path, parameters_path, vocabulary_path, heads, depth, token, piece):
    trace, parameters = read(trace_path), read(parameters_path)
    pieces = pathlib.Path(vocabulary_path).read_text("utf-8").split("\n")
    vocabulary = {text: place for place, text in enumerate(pieces)}
    check, ids = Check(trace), trace["tokens.ids"]
    check_parts(parameters, ids, check, vocabulary)
    table = parameters["embeddings.word_embeddings.weight"]
    layers = [weights_of_layer(parameters, l) for l in range(depth)]
    x = first = trace["embedding.output"]
    for l, w in enumerate(layers):
        x = check_layer(check, x, w, heads, l)
    last = f"layers.{depth - 1}.feedForward.norm"
    check.same(last, encoder.encode(ids, table, layers, heads))
    transform = "cls.predictions.transform"
    head = {
        "transform": pair(parameters, f"{transform}.dense"),
        "norm": pair(parameters, f"{transform}.LayerNorm"),
        "bias": parameters["cls.predictions.bias"],
    }
    computed = encoder.logits(x, table, head)
    check.same("logits", computed)
    check_loss(computed, token, vocabulary[piece], trace["grad.logits"], check)
    check_rest(parameters, layers, first, heads)
    print(check.compared)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    main(*arguments[:3], *(int(each) for each in arguments[3:6]), arguments[6])
