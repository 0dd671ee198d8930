#pragma once

#include <vector>

#include "fovea/attention.h"
#include "fovea/config.h"
#include "fovea/feed_forward.h"
#include "fovea/layer_norm.h"
#include "fovea/mixture.h"
#include "fovea/structure.h"

namespace fovea {

/// Which of a model's two stacks of layers.
enum class StackKind { kEncoder, kDecoder };

/// How many layers the stack has.
inline Index layersOf(const ModelConfig& config, StackKind kind) {
  return kind == StackKind::kEncoder ? config.layers : config.decoderLayers;
}
/// Whether its layers have cross-attention: those of a decoder beside an encoder.
inline bool hasCrossAttention(const ModelConfig& config, StackKind kind) {
  return kind == StackKind::kDecoder && config.decoderHasMemory();
}

/// The parameters of a layer. An encoder's layers have no cross-attention.
struct LayerWeights {
  AttentionWeights attention;           ///< self-attention, of all heads
  LayerNormWeights attentionNorm;       ///< after attention, or before it if the order is pre
  AttentionWeights crossAttention;      ///< to a memory; empty in a layer without one
  LayerNormWeights crossAttentionNorm;  ///< likewise
  FeedForwardWeights feedForward;       ///< dModel to dFf and back; empty if there are experts
  MixtureWeights mixture;               ///< the experts; empty if there are none
  LayerNormWeights feedForwardNorm;     ///< of the feed-forward network

  /// All zero, in the shapes of the config: to load into, or to accumulate gradients in.
  static LayerWeights zeros(const ModelConfig& config, StackKind kind = StackKind::kEncoder,
                            std::size_t layer = 0);
};

/// The matrices of a layer, in whose products a pass spends its time; some may be empty.
std::vector<LinearWeights*> linears(LayerWeights& layer);

/// One layer: self-attention, in a decoder attention to a memory (the encoder's output; Attention
/// Is All You Need, section 3.1), and a feed-forward network, each a sublayer x → [norm] → f → [+
/// x] → [norm]. Post-norm (Attention Is All You Need): y = LN(x + attention(x)), then z = LN(y +
/// feedForward(y)). Pre-norm (Xiong et al. 2020): y = x + attention(LN(x)), then z = y +
/// feedForward(LN(y)). The fields are the same in both. The fields of norms are left unchanged in a
/// structure without them, as are those of cross-attention without a memory. In a skipped layer,
/// the last field is a copy of x instead of a result.
struct LayerActivations {
  AttentionActivations attention;  ///< of all heads: n queries and keys
  Matrix attentionResidual;  ///< n × dModel, the output + the residual connection, if there is one
  LayerNormActivations attentionNorm;       ///< before attention (pre) or after the sum (post)
  AttentionActivations crossAttention;      ///< n queries, m keys
  Matrix crossAttentionResidual;            ///< n × dModel
  LayerNormActivations crossAttentionNorm;  ///< before or after, likewise
  FeedForwardActivations
      feedForward;             ///< of each row on its own; of experts, the output of their sum
  MixtureActivations mixture;  ///< of the experts, if there are any
  Matrix feedForwardResidual;  ///< n × dModel
  LayerNormActivations feedForwardNorm;  ///< before or after, likewise
};

/// What the rows of a layer attend to. The objects must outlive it.
struct LayerSetting {
  const Sequences& sequences;       ///< of x, n rows
  const AttentionMask& mask;        ///< of x from itself: everything that is hidden
  const Sequences& memory;          ///< m rows; as many sequences as x has, or none at all
  const AttentionMask& memoryMask;  ///< of the memory: its padding
  /// If x is the last rows of a text whose earlier keys and values are kept in the activations: the
  /// rows of the whole text (AttentionSetting::cached). The keys and values of the memory are then
  /// kept too.
  const Sequences* soFar = nullptr;
  const Matrix* relativeBias = nullptr;  ///< StackWeights::relativeBias; null for none
};

/// How a layer of this structure attends to its own input.
AttentionSetting selfAttention(const ModelConfig& config, const Structure& structure,
                               const LayerSetting& setting);
/// How it attends to the memory. Rotary positions and biases by distance apply only to
/// self-attention: the distance to a token of another text means nothing.
AttentionSetting crossAttention(const ModelConfig& config, const Structure& structure,
                                const LayerSetting& setting);

/// The layer's output, n × dModel: the last norm (post), else the last residual sum.
const Matrix& layerOutput(const Structure& structure, const LayerActivations& activations);
Matrix& layerOutput(const Structure& structure, LayerActivations& activations);

/// x is n × dModel, the memory m × dModel, or null for a layer without cross-attention. The
/// structure must fit the config (validate); neither its mask nor its layers are read.
void layerForward(const ModelConfig& config, const Structure& structure,
                  const LayerWeights& weights, const LayerSetting& setting, const Matrix& x,
                  const Matrix* memory, LayerActivations& activations,
                  Capture capture = Capture::kAllLayers);

/// Expects the gradient of the output in layerOutput(structure, dActivations), fills the rest of
/// `dActivations`, adds to `gradient`, sets dx (n × dModel) and, if there is a memory, adds to
/// dMemory (m × dModel). Needs x, the memory and the activations from the forward pass. The
/// structure must have no bugs (bugOf).
void layerBackward(const ModelConfig& config, const Structure& structure,
                   const LayerWeights& weights, const LayerSetting& setting, const Matrix& x,
                   const Matrix* memory, const LayerActivations& activations,
                   LayerActivations& dActivations, LayerWeights& gradient, Matrix& dx,
                   Matrix* dMemory);

}  // namespace fovea
