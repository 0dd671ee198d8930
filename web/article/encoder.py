"""The encoder in NumPy, step by step, as the article lists it.

tests/tools/article_numpy.py runs every function against a trace that the program `fovea` wrote.
"""

from collections import Counter

import numpy as np


def pieces_of(word, vocabulary):
    """Splits a word into the longest pieces that the vocabulary holds."""
    pieces, at = [], 0
    while at < len(word):
        prefix = "##" if at > 0 else ""
        for last in range(len(word), at, -1):
            piece = prefix + word[at:last]
            if piece in vocabulary:
                break
        else:
            return ["[UNK]"]
        pieces.append(piece)
        at = last
    return pieces


def byte_pairs(words, joins):
    """Learns pieces: joins, again and again, the pair that stands side by side most often."""
    texts, learned = [list(word) for word in words], []
    for _ in range(joins):
        pairs = Counter(pair for text in texts for pair in zip(text, text[1:]))
        best = max(pairs, key=pairs.get)
        learned.append("".join(best))
        for text in texts:
            for i in range(len(text) - 1, 0, -1):
                if (text[i - 1], text[i]) == best:
                    text[i - 1 : i + 1] = [learned[-1]]
    return learned, texts


def embed(table, ids):
    """A row of the table for each id, longer by the root of its width: n × d."""
    return table[ids] * np.sqrt(table.shape[1])


def positions(n, d):
    """Waves: the first pair of columns is the fastest, the last the slowest."""
    pair = np.arange(d) // 2 * 2
    angle = np.arange(n)[:, None] / 10000.0 ** (pair / d)
    return np.where(np.arange(d) % 2 == 0, np.sin(angle), np.cos(angle))


def linear(x, weight, bias):
    """x · Wᵀ + b; weight has a row for each number that comes out."""
    return x @ weight.T + bias


def project(x, w):
    """What each word looks for, is found by, and passes on."""
    query = linear(x, *w["query"])
    key = linear(x, *w["key"])
    value = linear(x, *w["value"])
    return query, key, value


def split(x, heads):
    """n × d → h × n × d_k: each head has columns of its own."""
    n, d = x.shape
    return x.reshape(n, heads, d // heads).transpose(1, 0, 2)


def join(x):
    """h × n × d_k → n × d: what the heads bring, side by side."""
    heads, n, d_k = x.shape
    return x.transpose(1, 0, 2).reshape(n, heads * d_k)


def scores(query, key):
    """Each query with each key: h × n × n."""
    return query @ key.transpose(0, 2, 1)


def softmax(x):
    """Weights that add up to 1, along the last axis."""
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def weights_of(scores, d_k, mask=None):
    """Scores to weights; where the mask is False, the weight is 0."""
    scaled = scores / np.sqrt(d_k)
    if mask is not None:
        scaled = np.where(mask, scaled, -np.inf)
    return softmax(scaled)


def mix(weights, value):
    """Each word's new vector: the values of all words, by its weights."""
    return weights @ value


def attention(x, w, heads, mask=None):
    """All words at once: seven products of matrices and a softmax."""
    query, key, value = (split(m, heads) for m in project(x, w))
    weights = weights_of(scores(query, key), query.shape[-1], mask)
    return linear(join(mix(weights, value)), *w["output"])


def layer_norm(x, gamma, beta, eps=1e-5):
    """Each row by itself: mean 0 and deviation 1, then a learned scale."""
    mean = x.mean(axis=-1, keepdims=True)
    variance = x.var(axis=-1, keepdims=True)
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta


def feed_forward(x, w):
    """Expand, hold back what is below 0, compress: each row by itself."""
    hidden = np.maximum(linear(x, *w["expand"]), 0)
    return linear(hidden, *w["compress"])


def layer(x, w, heads, mask=None):
    """Two sums, each with what goes around and a norm after it."""
    x = layer_norm(x + attention(x, w, heads, mask), *w["attention_norm"])
    return layer_norm(x + feed_forward(x, w), *w["feed_forward_norm"])


def encode(ids, table, layers, heads, mask=None):
    """From ids to one vector for each word."""
    x = embed(table, ids) + positions(len(ids), table.shape[1])
    for w in layers:
        x = layer(x, w, heads, mask)
    return x


def logits(x, table, w):
    """A score for each piece of the vocabulary: n × vocabulary."""
    hidden = np.maximum(linear(x, *w["transform"]), 0)
    return layer_norm(hidden, *w["norm"]) @ table.T + w["bias"]


def cross_entropy(logits, target):
    """−ln of the share that goes to the right piece, and its gradient."""
    share = softmax(logits)
    gradient = share.copy()
    gradient[target] -= 1
    return -np.log(share[target]), gradient


def causal(n):
    """Who may look at whom where nobody may look ahead."""
    return np.tril(np.ones((n, n), dtype=bool))


def recurrent(x, w_in, w_state):
    """The same text word by word: each step waits for the one before."""
    state = np.zeros(w_state.shape[0])
    states = []
    for word in x:
        state = np.tanh(w_in @ word + w_state @ state)
        states.append(state)
    return np.array(states)


def parameters_of_layer(d, d_ff):
    """Matrices, biases and norms of one layer."""
    attention = 4 * (d * d + d)
    feed_forward = d * d_ff + d_ff + d_ff * d + d
    return attention + feed_forward + 4 * d
