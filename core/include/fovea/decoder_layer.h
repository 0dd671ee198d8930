#pragma once

#include <vector>

#include "fovea/attention.h"
#include "fovea/config.h"
#include "fovea/feed_forward.h"
#include "fovea/layer_norm.h"
#include "fovea/mixture.h"
#include "fovea/structure.h"

namespace fovea {

/// What a decoder layer learns.
struct DecoderLayerWeights {
  AttentionWeights attention;           ///< to the tokens so far
  LayerNormWeights attentionNorm;       ///< of that sublayer
  AttentionWeights crossAttention;      ///< empty in a decoder without a memory
  LayerNormWeights crossAttentionNorm;  ///< likewise
  FeedForwardWeights feedForward;       ///< of the last sublayer; empty where there are experts
  MixtureWeights mixture;               ///< the experts; empty where there are none
  LayerNormWeights feedForwardNorm;     ///< of the last sublayer

  /// All zero: to load into, or to gather gradients in.
  static DecoderLayerWeights zeros(const ModelConfig& config);
};

/// The matrices of a layer, those that the product spends its time on; some may be empty.
std::vector<LinearWeights*> linears(DecoderLayerWeights& layer);

/// One decoder layer (Attention Is All You Need, section 3.1): attention to the tokens before and
/// to oneself, attention to a memory (the encoder's output), and a feed-forward network, each a
/// sublayer as EncoderLayerActivations has them, post- or pre-norm. Without a memory the second
/// sublayer is left out, and its fields keep what they held. Rotary positions and ALiBi are of the
/// first sublayer alone: how far a token is from one of another text means nothing.
struct DecoderLayerActivations {
  AttentionActivations attention;       ///< n queries and keys
  Matrix attentionResidual;             ///< n × dModel
  LayerNormActivations attentionNorm;   ///< before the attention (pre) or after its addition (post)
  AttentionActivations crossAttention;  ///< n queries, m keys
  Matrix crossAttentionResidual;        ///< n × dModel
  LayerNormActivations crossAttentionNorm;  ///< before or after, likewise
  FeedForwardActivations feedForward;       ///< of n rows; of experts, their sum's output
  MixtureActivations mixture;               ///< of the experts, where there are any
  Matrix feedForwardResidual;               ///< n × dModel
  LayerNormActivations feedForwardNorm;     ///< before or after, likewise
};

/// The rows of a pass through a decoder, and what is hidden from them.
struct DecoderSetting {
  const Sequences& sequences;   ///< of x, n rows
  const AttentionMask& mask;    ///< of x from itself: causal
  const Sequences& memory;      ///< m rows; as many sequences as x has, or none at all
  const AttentionMask& hidden;  ///< of the memory: its padding
};

/// What the layer hands on, n × dModel: the last norm (post), else the last residual.
const Matrix& layerOutput(const Structure& structure, const DecoderLayerActivations& activations);
Matrix& layerOutput(const Structure& structure, DecoderLayerActivations& activations);

/// x is n × dModel, the memory m × dModel, or null where the decoder has none. Of the structure
/// neither mask nor layers are read.
void decoderLayerForward(const ModelConfig& config, const Structure& structure,
                         const DecoderLayerWeights& weights, const DecoderSetting& setting,
                         const Matrix& x, const Matrix* memory,
                         DecoderLayerActivations& activations,
                         Capture capture = Capture::kAllLayers);

/// Expects the gradient of the output in layerOutput(structure, dActivations), fills the rest of
/// `dActivations`, adds to `gradient`, sets dx (n × dModel) and, where there is a memory, adds to
/// dMemory (m × dModel). Needs of the forward pass: x, the memory and the activations. The
/// structure must be without bugs (bugOf).
void decoderLayerBackward(const ModelConfig& config, const Structure& structure,
                          const DecoderLayerWeights& weights, const DecoderSetting& setting,
                          const Matrix& x, const Matrix* memory,
                          const DecoderLayerActivations& activations,
                          DecoderLayerActivations& dActivations, DecoderLayerWeights& gradient,
                          Matrix& dx, Matrix* dMemory);

}  // namespace fovea
