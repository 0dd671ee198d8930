#include "fovea/encoder_stack.h"

#include "encoder_stack_stages.h"

namespace fovea {

EncoderLayerActivations& EncoderStackActivations::layer(Index l) {
  return layers[static_cast<std::size_t>(l) % layers.size()];
}

const EncoderLayerActivations& EncoderStackActivations::layer(Index l) const {
  return layers[static_cast<std::size_t>(l) % layers.size()];
}

const Matrix& encoderStackOutput(const ModelConfig& config,
                                 const EncoderStackActivations& activations) {
  return hasFinalNorm(config, activations.structure)
             ? activations.finalNorm.output
             : layerOutput(activations.structure, activations.layer(config.layers - 1));
}

Matrix& encoderStackOutput(const ModelConfig& config, EncoderStackActivations& activations) {
  return hasFinalNorm(config, activations.structure)
             ? activations.finalNorm.output
             : layerOutput(activations.structure, activations.layer(config.layers - 1));
}

void encoderStackForward(const ModelConfig& config, const EncoderStackWeights& weights,
                         const Matrix& x, EncoderStackActivations& activations) {
  const RunAll run;
  encoderStackStages(run, config, weights, x, activations, [](Index) {});
}

void encoderStackBackward(const ModelConfig& config, const EncoderStackWeights& weights,
                          const Matrix& x, const EncoderStackActivations& activations,
                          const Matrix& dOutput, EncoderStackActivations& dActivations,
                          EncoderStackWeights& gradient, Matrix& dx) {
  const EncoderStackActivations& a = activations;
  EncoderStackActivations& da = dActivations;
  da.capture = a.capture;
  da.structure = a.structure;
  da.mask = a.mask;
  da.sequences = a.sequences;
  da.layers.resize(a.layers.size());
  encoderStackOutput(config, da) = dOutput;
  if (hasFinalNorm(config, a.structure))
    layerNormBackward(weights.finalNorm, layerInput(x, a, config.layers), a.finalNorm, da.finalNorm,
                      gradient.finalNorm, layerInput(dx, da, config.layers));
  for (Index l = config.layers - 1; l >= 0; --l) {
    const auto i = static_cast<std::size_t>(l);
    encoderLayerBackward(config, a.structure.ofLayer(l), weights.layers[i], a.sequences,
                         layerInput(x, a, l), a.layer(l), da.layer(l), gradient.layers[i],
                         layerInput(dx, da, l));
  }
}

}  // namespace fovea
