#include "fovea/decoder_layer.h"

#include "decoder_layer_stages.h"
#include "layer_linears.h"
#include "sublayer_backward.h"

namespace fovea {

std::vector<LinearWeights*> linears(DecoderLayerWeights& layer) {
  std::vector<LinearWeights*> all;
  addLinears(layer.attention, all);
  addLinears(layer.crossAttention, all);
  addFeedForwardLinears(layer, all);
  return all;
}

const Matrix& layerOutput(const Structure& structure, const DecoderLayerActivations& activations) {
  return feedForwardSublayer(activations).result(structure);
}

Matrix& layerOutput(const Structure& structure, DecoderLayerActivations& activations) {
  return feedForwardSublayer(activations).result(structure);
}

void decoderLayerForward(const ModelConfig& config, const Structure& structure,
                         const DecoderLayerWeights& weights, const DecoderSetting& setting,
                         const Matrix& x, const Matrix* memory,
                         DecoderLayerActivations& activations, Capture capture) {
  const RunAll run;
  decoderLayerStages(run, config, structure, weights, setting, x, memory, capture, activations);
}

void decoderLayerBackward(const ModelConfig& config, const Structure& structure,
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
  feedForwardSublayerBackward(config, structure, weights, feedForwardInput(structure, hasMemory, a),
                              a, da, gradient, feedForwardInput(structure, hasMemory, da));
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
