#include "fovea/decoder_stack.h"

#include "decoder_stack_stages.h"

namespace fovea {

DecoderLayerActivations& DecoderStackActivations::layer(Index l) {
  return layers[static_cast<std::size_t>(l) % layers.size()];
}

const DecoderLayerActivations& DecoderStackActivations::layer(Index l) const {
  return layers[static_cast<std::size_t>(l) % layers.size()];
}

const Matrix& decoderStackOutput(const ModelConfig& config,
                                 const DecoderStackActivations& activations) {
  return hasFinalNorm(config, activations.structure)
             ? activations.finalNorm.output
             : layerOutput(activations.structure, activations.layer(config.decoderLayers - 1));
}

Matrix& decoderStackOutput(const ModelConfig& config, DecoderStackActivations& activations) {
  return hasFinalNorm(config, activations.structure)
             ? activations.finalNorm.output
             : layerOutput(activations.structure, activations.layer(config.decoderLayers - 1));
}

void decoderStackForward(const ModelConfig& config, const DecoderStackWeights& weights,
                         const Matrix& x, const Matrix* memory,
                         DecoderStackActivations& activations) {
  const RunAll run;
  decoderStackStages(run, config, weights, x, memory, activations);
}

void decoderStackBackward(const ModelConfig& config, const DecoderStackWeights& weights,
                          const Matrix& x, const Matrix* memory,
                          const DecoderStackActivations& activations, const Matrix& dOutput,
                          DecoderStackActivations& dActivations, DecoderStackWeights& gradient,
                          Matrix& dx, Matrix* dMemory) {
  const DecoderStackActivations& a = activations;
  DecoderStackActivations& da = dActivations;
  da.capture = a.capture;
  da.structure = a.structure;
  da.mask = a.mask;
  da.sequences = a.sequences;
  da.hidden = a.hidden;
  da.memory = a.memory;
  da.layers.resize(a.layers.size());
  if (memory != nullptr) dMemory->setZero(memory->rows(), memory->cols());
  decoderStackOutput(config, da) = dOutput;
  if (hasFinalNorm(config, a.structure))
    layerNormBackward(weights.finalNorm, layerInput(x, a, config.decoderLayers), a.finalNorm,
                      da.finalNorm, gradient.finalNorm, layerInput(dx, da, config.decoderLayers));
  for (Index l = config.decoderLayers - 1; l >= 0; --l) {
    const auto i = static_cast<std::size_t>(l);
    decoderLayerBackward(config, a.structure.ofLayer(l), weights.layers[i], a.setting(),
                         layerInput(x, a, l), memory, a.layer(l), da.layer(l), gradient.layers[i],
                         layerInput(dx, da, l), dMemory);
  }
}

}  // namespace fovea
