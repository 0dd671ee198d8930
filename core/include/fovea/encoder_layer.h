#pragma once

#include <array>

#include "fovea/attention.h"
#include "fovea/config.h"
#include "fovea/feed_forward.h"
#include "fovea/layer_norm.h"

namespace fovea {

struct EncoderLayerWeights {
  AttentionWeights attention;
  LayerNormWeights attentionNorm;
  FeedForwardWeights feedForward;
  LayerNormWeights feedForwardNorm;

  static EncoderLayerWeights zeros(const EncoderConfig& config);
};

/// The six matrices of a layer, those that the product spends its time on.
std::array<LinearWeights*, 6> linears(EncoderLayerWeights& layer);

/// One layer. Post-norm (Attention Is All You Need): y = LN(x + attention(x)), then
/// z = LN(y + feedForward(y)). Pre-norm (Xiong et al. 2020): y = x + attention(LN(x)), then
/// z = y + feedForward(LN(y)). The fields are the same: a norm is that of the residual after the
/// sublayer (post) or of the sublayer's input (pre).
struct EncoderLayerActivations {
  AttentionActivations attention;
  Matrix attentionResidual;  ///< n × dModel, sublayer's skip + its output
  LayerNormActivations attentionNorm;
  FeedForwardActivations feedForward;
  Matrix feedForwardResidual;  ///< n × dModel
  LayerNormActivations feedForwardNorm;
};

/// What the layer hands on, n × dModel: the last norm (post) or the last residual (pre).
const Matrix& layerOutput(const EncoderConfig& config, const EncoderLayerActivations& activations);

void encoderLayerForward(const EncoderConfig& config, const EncoderLayerWeights& weights,
                         const Sequences& sequences, const AttentionMask& mask, const Matrix& x,
                         EncoderLayerActivations& activations,
                         Capture capture = Capture::kAllLayers);

/// Adds to `gradient`, sets dx (n × dModel). Needs of the forward pass: x and the activations.
void encoderLayerBackward(const EncoderConfig& config, const EncoderLayerWeights& weights,
                          const Sequences& sequences, const Matrix& x,
                          const EncoderLayerActivations& activations, const Matrix& dOutput,
                          EncoderLayerWeights& gradient, Matrix& dx);

}  // namespace fovea
