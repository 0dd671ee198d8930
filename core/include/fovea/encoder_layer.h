#pragma once

#include <vector>

#include "fovea/attention.h"
#include "fovea/config.h"
#include "fovea/feed_forward.h"
#include "fovea/layer_norm.h"
#include "fovea/mixture.h"
#include "fovea/structure.h"

namespace fovea {

/// What a layer has learned.
struct EncoderLayerWeights {
  AttentionWeights attention;        ///< of all heads
  LayerNormWeights attentionNorm;    ///< after attention, or before it where the order is pre
  FeedForwardWeights feedForward;    ///< dModel to dFf and back; empty where there are experts
  MixtureWeights mixture;            ///< the experts; empty where there are none
  LayerNormWeights feedForwardNorm;  ///< likewise, of the feed-forward network

  /// All zero, in the shapes of the config: to load into, or to gather gradients in.
  static EncoderLayerWeights zeros(const ModelConfig& config);
};

/// The matrices of a layer, those that the product spends its time on; some may be empty.
std::vector<LinearWeights*> linears(EncoderLayerWeights& layer);

/// One layer: attention and a feed-forward network, each a sublayer x → [norm] → f → [+ x] →
/// [norm]. Post-norm (Attention Is All You Need): y = LN(x + attention(x)), then z = LN(y +
/// feedForward(y)). Pre-norm (Xiong et al. 2020): y = x + attention(LN(x)), then z = y +
/// feedForward(LN(y)). The fields are the same in both. In a structure without norms, theirs keep
/// what they held. In a skipped layer the last field is a copy of x, in place of what was computed.
struct EncoderLayerActivations {
  AttentionActivations attention;  ///< of all heads
  Matrix attentionResidual;        ///< n × dModel, the output + the residual path, if there is one
  LayerNormActivations attentionNorm;    ///< before attention (pre) or after its addition (post)
  FeedForwardActivations feedForward;    ///< of every row alone; of experts, their sum's output
  MixtureActivations mixture;            ///< of the experts, where there are any
  Matrix feedForwardResidual;            ///< n × dModel
  LayerNormActivations feedForwardNorm;  ///< before or after, likewise
};

/// How a layer of this structure attends to its own input. The sequences and the mask must outlive
/// it.
AttentionSetting selfAttention(const ModelConfig& config, const Structure& structure,
                               const Sequences& sequences, const AttentionMask& mask);

/// What the layer hands on, n × dModel: the last norm (post), else the last residual.
const Matrix& layerOutput(const Structure& structure, const EncoderLayerActivations& activations);
Matrix& layerOutput(const Structure& structure, EncoderLayerActivations& activations);

/// x is n × dModel. The structure must fit the config (validate), and the mask says all of what is
/// hidden: structure.mask is not read, nor structure.layers.
void encoderLayerForward(const ModelConfig& config, const Structure& structure,
                         const EncoderLayerWeights& weights, const Sequences& sequences,
                         const AttentionMask& mask, const Matrix& x,
                         EncoderLayerActivations& activations,
                         Capture capture = Capture::kAllLayers);

/// Expects the gradient of the output in layerOutput(structure, dActivations), fills the rest of
/// `dActivations`, adds to `gradient`, and sets dx (n × dModel). Needs of the forward pass: x and
/// the activations. The structure must be without bugs (bugOf).
void encoderLayerBackward(const ModelConfig& config, const Structure& structure,
                          const EncoderLayerWeights& weights, const Sequences& sequences,
                          const Matrix& x, const EncoderLayerActivations& activations,
                          EncoderLayerActivations& dActivations, EncoderLayerWeights& gradient,
                          Matrix& dx);

}  // namespace fovea
