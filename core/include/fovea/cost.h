#pragma once

#include <cstdint>

#include "fovea/config.h"

namespace fovea {

/// How many numbers a model has to learn, by part, with d = dModel, k = dKv, f = dFf, L
/// layers:
///   embedding    (vocabSize + maxPositions where they are learned + typeVocabSize)·d. For
///                pictures also (patchNumbers + 1)·d
///   attention    L·(2·d² + 2·d·k + 2·d + 2·k): with k = d, L·(4·d² + 4·d), whatever the heads
///   feedForward  L·(2·d·f + f + d); with f = 4·d two thirds of a layer. Gated, L·(3·d·f + 2·f +
///                d). With experts all of them, and L·(d + 1) of the router for each
///   norms        2·d each, RMSNorms d: two a layer, one after the embedding, one after a pre-norm
///                stack
///   prediction   d² + d, a norm's and vocabSize, where the config has a masked-word head; its
///                large matrix is the embedding table again. For pictures answers·(d + 1)
/// A decoder layer counts as a layer, but with a memory it has two attentions and three norms.
/// The matrices of one layer are the 12·d² of Kaplan et al. 2020 (Scaling Laws, table 1).
struct ParameterCounts {
  std::int64_t embedding = 0;    ///< tables of tokens, positions and types
  std::int64_t attention = 0;    ///< of all layers
  std::int64_t feedForward = 0;  ///< of all layers
  std::int64_t norms = 0;        ///< of all layers, the embedding and the stack
  std::int64_t prediction = 0;   ///< of the masked-word head

  /// The sum of the parts.
  std::int64_t total() const { return embedding + attention + feedForward + norms + prediction; }
};

ParameterCounts parameterCounts(const ModelConfig& config);

/// Floating-point operations of the matrix products of the encoder over n tokens, two for each
/// multiply-add (Kaplan et al. 2020, table 1):
///   projections  L·4·n·d·(d + k), of query, key, value and output: with k = d, L·8·n·d²
///   attention    L·4·n²·d: query times key, and weights times value, whatever the number of heads
///   feedForward  L·4·n·d·f; gated, L·6·n·d·f. Of experts, those that a token takes, and
///                L·2·n·d·experts of the router
///   prediction   2·n·d² + 2·n·d·vocabSize for every token, where there is a masked-word head
/// Of pictures the embedding of patches and the answer are left out, too.
/// All else (norms, softmax, activations, sums) grows with n·d or n²·heads and is left out.
struct ForwardFlops {
  std::int64_t projections = 0;  ///< of all layers
  std::int64_t attention = 0;    ///< of all layers
  std::int64_t feedForward = 0;  ///< of all layers
  std::int64_t prediction = 0;   ///< of every token

  /// The sum of the parts.
  std::int64_t total() const { return projections + attention + feedForward + prediction; }
};

ForwardFlops forwardFlops(const ModelConfig& config, Index n);

/// Bytes of one layer's attention scores over n tokens: one Scalar for each head, query and key.
std::int64_t scoreBytes(const ModelConfig& config, Index n);

/// Bytes of the scores that are there at a time in a pass that captures nothing, which runs tile by
/// tile: they do not grow with n.
std::int64_t tiledScoreBytes();

}  // namespace fovea
