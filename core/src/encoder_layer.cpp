#include "fovea/encoder_layer.h"

#include "encoder_layer_stages.h"
#include "layer_linears.h"
#include "sublayer_backward.h"

namespace fovea {

std::vector<LinearWeights*> linears(EncoderLayerWeights& layer) {
  std::vector<LinearWeights*> all;
  addLinears(layer.attention, all);
  addFeedForwardLinears(layer, all);
  return all;
}

AttentionSetting selfAttention(const ModelConfig& config, const Structure& structure,
                               const Sequences& sequences, const AttentionMask& mask) {
  return {config.heads,        sequences,           sequences,     mask,
          structure.attention, structure.positions, config.kvHeads};
}

const Matrix& layerOutput(const Structure& structure, const EncoderLayerActivations& activations) {
  return feedForwardSublayer(activations).result(structure);
}

Matrix& layerOutput(const Structure& structure, EncoderLayerActivations& activations) {
  return feedForwardSublayer(activations).result(structure);
}

void encoderLayerForward(const ModelConfig& config, const Structure& structure,
                         const EncoderLayerWeights& weights, const Sequences& sequences,
                         const AttentionMask& mask, const Matrix& x,
                         EncoderLayerActivations& activations, Capture capture) {
  const RunAll run;
  encoderLayerStages(run, config, structure, weights, sequences, mask, x, capture, activations);
}

void encoderLayerBackward(const ModelConfig& config, const Structure& structure,
                          const EncoderLayerWeights& weights, const Sequences& sequences,
                          const Matrix& x, const EncoderLayerActivations& activations,
                          EncoderLayerActivations& dActivations, EncoderLayerWeights& gradient,
                          Matrix& dx) {
  const EncoderLayerActivations& a = activations;
  EncoderLayerActivations& da = dActivations;
  Matrix& dOutput = layerOutput(structure, da);
  Matrix dPassedOn;
  if (structure.skipped) {
    dPassedOn = dOutput;
    dOutput.setZero();  // nothing reads what the layer computed
  }
  const auto attention = attentionSublayer(a);
  const auto dAttention = attentionSublayer(da);
  feedForwardSublayerBackward(config, structure, weights, attention.result(structure), a, da,
                              gradient, dAttention.result(structure));
  const AttentionMask none;  // a masked key has the weight 0, which stops its gradient
  const AttentionSetting setting = selfAttention(config, structure, sequences, none);
  sublayerBackward(structure, weights.attentionNorm, x, attention, dAttention,
                   gradient.attentionNorm, dx, [&](const Matrix& input, Matrix& dInput) {
                     attentionBackward(weights.attention, setting, input, input, a.attention,
                                       da.attention, gradient.attention, dInput, dInput);
                   });
  if (structure.skipped) dx = dOutput = dPassedOn;
}

}  // namespace fovea
