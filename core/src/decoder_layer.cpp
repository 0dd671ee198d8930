#include "fovea/decoder_layer.h"

#include "decoder_layer_stages.h"
#include "sublayer_backward.h"

namespace fovea {

std::array<LinearWeights*, 10> linears(DecoderLayerWeights& layer) {
  AttentionWeights& own = layer.attention;
  AttentionWeights& cross = layer.crossAttention;
  return {&own.query,
          &own.key,
          &own.value,
          &own.output,
          &cross.query,
          &cross.key,
          &cross.value,
          &cross.output,
          &layer.feedForward.expand,
          &layer.feedForward.compress};
}

const Matrix& layerOutput(const Structure& structure, const DecoderLayerActivations& activations) {
  return feedForwardSublayer(activations).result(structure);
}

Matrix& layerOutput(const Structure& structure, DecoderLayerActivations& activations) {
  return feedForwardSublayer(activations).result(structure);
}

void decoderLayerForward(const EncoderConfig& config, const Structure& structure,
                         const DecoderLayerWeights& weights, const DecoderSetting& setting,
                         const Matrix& x, const Matrix* memory,
                         DecoderLayerActivations& activations, Capture capture) {
  const RunAll run;
  decoderLayerStages(run, config, structure, weights, setting, x, memory, capture, activations);
}

void decoderLayerBackward(const EncoderConfig& config, const Structure& structure,
                          const DecoderLayerWeights& weights, const DecoderSetting& setting,
                          const Matrix& x, const Matrix* memory,
                          const DecoderLayerActivations& activations,
                          DecoderLayerActivations& dActivations, DecoderLayerWeights& gradient,
                          Matrix& dx, Matrix* dMemory) {
  const DecoderLayerActivations& a = activations;
  DecoderLayerActivations& da = dActivations;
  const bool hasMemory = memory != nullptr;
  Matrix& dOutput = layerOutput(structure, da);
  Matrix dPassedOn;
  if (structure.skipped) {
    dPassedOn = dOutput;
    dOutput.setZero();  // nothing reads what the layer computed
  }
  sublayerBackward(
      structure, weights.feedForwardNorm, feedForwardInput(structure, hasMemory, a),
      feedForwardSublayer(a), feedForwardSublayer(da), gradient.feedForwardNorm,
      feedForwardInput(structure, hasMemory, da), [&](const Matrix& input, Matrix& dInput) {
        feedForwardBackward(weights.feedForward, structure.activation, input, a.feedForward,
                            da.feedForward, gradient.feedForward, dInput);
      });
  const auto attention = attentionSublayer(a);
  const auto dAttention = attentionSublayer(da);
  Matrix dMemoryHere;
  if (hasMemory) {
    sublayerBackward(structure, weights.crossAttentionNorm, attention.result(structure),
                     crossAttentionSublayer(a), crossAttentionSublayer(da),
                     gradient.crossAttentionNorm, dAttention.result(structure),
                     [&](const Matrix& input, Matrix& dInput) {
                       attentionBackward(weights.crossAttention,
                                         crossAttentionSetting(config, structure, setting), input,
                                         *memory, a.crossAttention, da.crossAttention,
                                         gradient.crossAttention, dInput, dMemoryHere);
                     });
    *dMemory += dMemoryHere;
  }
  sublayerBackward(structure, weights.attentionNorm, x, attention, dAttention,
                   gradient.attentionNorm, dx, [&](const Matrix& input, Matrix& dInput) {
                     attentionBackward(
                         weights.attention, attentionSetting(config, structure, setting), input,
                         input, a.attention, da.attention, gradient.attention, dInput, dInput);
                   });
  if (structure.skipped) dx = dOutput = dPassedOn;
}

}  // namespace fovea
