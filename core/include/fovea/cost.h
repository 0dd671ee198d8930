#pragma once

#include <cstdint>

#include "fovea/config.h"

namespace fovea {

/// Number of parameters by part, with d = dModel, k = dKv, f = dFf and L layers:
///   embedding    (vocabSize + maxPositions if they are learned + typeVocabSize)·d; for pictures
///                also (patchNumbers + 1)·d
///   attention    L·(2·d² + 2·d·k + 2·d + 2·k); with k = d, L·(4·d² + 4·d) for any number of heads
///   feedForward  L·(2·d·f + f + d), two thirds of a layer if f = 4·d; gated, L·(3·d·f + 2·f + d).
///                With experts, that for each, plus L·(d + 1) per expert for the router
///   norms        2·d each, or d for RMSNorm: two per layer, one after the embedding, one after a
///                pre-norm stack
///   prediction   d² + d, a norm and vocabSize, if the config has a masked-word head, whose large
///                matrix is the embedding table; for pictures answers·(d + 1)
/// A decoder layer counts as a layer, but with cross-attention it has two attentions and three
/// norms.
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

/// Floating-point operations of the encoder's matrix products for n tokens, two per multiply-add
/// (Kaplan et al. 2020, table 1):
///   projections  L·4·n·d·(d + k) for query, key, value and output; with k = d, L·8·n·d²
///   attention    L·4·n²·d for query × key and weights × value, for any number of heads
///   feedForward  L·4·n·d·f; gated, L·6·n·d·f. With experts, that for each expert a token uses,
///                plus L·2·n·d·experts for the router
///   prediction   2·n·d² + 2·n·d·vocabSize, if there is a masked-word head
/// Everything else (norms, softmax, activations, sums) grows with n·d or n²·heads and is left out,
/// as are the patch embedding and the answer of a picture model.
struct ForwardFlops {
  std::int64_t projections = 0;  ///< of all layers
  std::int64_t attention = 0;    ///< of all layers
  std::int64_t feedForward = 0;  ///< of all layers
  std::int64_t prediction = 0;   ///< for every token

  /// The sum of the parts.
  std::int64_t total() const { return projections + attention + feedForward + prediction; }
};

ForwardFlops forwardFlops(const ModelConfig& config, Index n);

/// Bytes of one layer's attention scores for n tokens: one Scalar per head, query and key.
std::int64_t scoreBytes(const ModelConfig& config, Index n);

/// Bytes of the scores held at a time by a pass that captures nothing. It computes them tile by
/// tile, so they do not grow with n.
std::int64_t tiledScoreBytes();

}  // namespace fovea
