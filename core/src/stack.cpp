#include "fovea/stack.h"

#include <utility>

#include "stack_stages.h"

namespace fovea {

LayerActivations& StackActivations::layer(Index l) {
  return layers[static_cast<std::size_t>(l) % layers.size()];
}

const LayerActivations& StackActivations::layer(Index l) const {
  return layers[static_cast<std::size_t>(l) % layers.size()];
}

const Matrix& stackOutput(const ModelConfig& config, const StackActivations& activations) {
  return hasFinalNorm(config, activations.structure)
             ? activations.finalNorm.output
             : layerOutput(activations.structure, activations.layer(activations.depth - 1));
}

Matrix& stackOutput(const ModelConfig& config, StackActivations& activations) {
  return const_cast<Matrix&>(stackOutput(config, std::as_const(activations)));  // NOLINT
}

void stackForward(const ModelConfig& config, const StackWeights& weights, const Matrix& x,
                  const Matrix* memory, StackActivations& activations) {
  const RunAll run;
  stackStages(run, config, weights, x, memory, activations, [](Index) {});
}

void stackBackward(const ModelConfig& config, const StackWeights& weights, const Matrix& x,
                   const Matrix* memory, const StackActivations& activations, const Matrix& dOutput,
                   StackActivations& dActivations, StackWeights& gradient, Matrix& dx,
                   Matrix* dMemory) {
  const StackActivations& a = activations;
  StackActivations& da = dActivations;
  const auto depth = static_cast<Index>(weights.layers.size());
  static_cast<PassSetting&>(da) = a;
  setRelativeBias(weights, da);
  da.layers.resize(a.layers.size());
  if (memory != nullptr) dMemory->setZero(memory->rows(), memory->cols());
  stackOutput(config, da) = dOutput;
  if (hasFinalNorm(config, a.structure))
    layerNormBackward(weights.finalNorm, layerInput(x, a, depth), a.finalNorm, da.finalNorm,
                      gradient.finalNorm, layerInput(dx, da, depth));
  for (Index l = depth - 1; l >= 0; --l) {
    const auto i = static_cast<std::size_t>(l);
    const Structure layer = a.structure.ofLayer(l);
    layerBackward(config, layer, weights.layers[i], da.ofLayers(), layerInput(x, a, l), memory,
                  a.layer(l), da.layer(l), gradient.layers[i], layerInput(dx, da, l), dMemory);
    if (const AttentionSetting setting = selfAttention(config, layer, da.ofLayers());
        setting.hasRelativeBias())
      relativeBiasBackward(setting, da.layer(l).attention, gradient.relativeBias);
  }
}

}  // namespace fovea
