#include "fovea/encoder_layer.h"

#include "encoder_layer_stages.h"
#include "sublayer_backward.h"

namespace fovea {
std::vector<LinearWeights*> linears(EncoderLayerWeights& layer) {
  AttentionWeights& a = layer.attention;
  std::vector<LinearWeights*> all{&a.query, &a.key, &a.value, &a.output, &layer.mixture.router};
  const auto add = [&](FeedForwardWeights& f) {
    all.insert(all.end(), {&f.expand, &f.compress, &f.up});
  };
  add(layer.feedForward);
  if (kRelatives)
    for (FeedForwardWeights& expert : layer.mixture.experts) add(expert);
  return all;
}

AttentionSetting selfAttention(const EncoderConfig& config, const Structure& structure,
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

void encoderLayerForward(const EncoderConfig& config, const Structure& structure,
                         const EncoderLayerWeights& weights, const Sequences& sequences,
                         const AttentionMask& mask, const Matrix& x,
                         EncoderLayerActivations& activations, Capture capture) {
  const RunAll run;
  encoderLayerStages(run, config, structure, weights, sequences, mask, x, capture, activations);
}

void encoderLayerBackward(const EncoderConfig& config, const Structure& structure,
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
  sublayerBackward(structure, weights.feedForwardNorm, attention.result(structure),
                   feedForwardSublayer(a), feedForwardSublayer(da), gradient.feedForwardNorm,
                   dAttention.result(structure), [&](const Matrix& input, Matrix& dInput) {
                     if (config.hasExperts())
                       return mixtureBackward(
                           weights.mixture, config.expertsPerToken, structure.activation, input,
                           a.mixture, da.feedForward.output, da.mixture, gradient.mixture, dInput);
                     feedForwardBackward(weights.feedForward, structure.activation, input,
                                         a.feedForward, da.feedForward, gradient.feedForward,
                                         dInput);
                   });
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
