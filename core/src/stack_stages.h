#pragma once

#include <algorithm>

#include "fovea/stack.h"
#include "layer_stages.h"

namespace fovea {

/// Layer l's input, where layer 0 reads x: of activations or of their gradients.
template <typename M, typename Activations>
M& layerInput(M& x, Activations& activations, Index l) {
  return l == 0 ? x : layerOutput(activations.structure, activations.layer(l - 1));
}

/// Makes room for `depth` layers. With kNone, a layer reads the slot of the one before it, so two
/// are enough.
inline void resizeLayers(const ModelConfig& config, Index depth, StackActivations& activations) {
  const bool all = activations.capture == Capture::kAllLayers;
  activations.depth = depth;
  activations.layers.resize(static_cast<std::size_t>(all ? depth : std::min<Index>(depth, 2)));
  for (LayerActivations& layer : activations.layers)
    if (kWithVariants) layer.mixture.experts.resize(static_cast<std::size_t>(config.experts));
}

/// The layers read the stack's table of biases, if it has one.
inline void setRelativeBias(const StackWeights& weights, PassSetting& pass) {
  if (kWithVariants)
    pass.relativeBias = weights.relativeBias.size() > 0 ? &weights.relativeBias : nullptr;
}

/// afterLayer(l) is called when layer l is computed.
template <typename Run, typename AfterLayer>
void stackStages(Run& run, const ModelConfig& config, const StackWeights& weights, const Matrix& x,
                 const Matrix* memory, StackActivations& a, AfterLayer&& afterLayer) {
  const auto depth = static_cast<Index>(weights.layers.size());
  resizeLayers(config, depth, a);
  setRelativeBias(weights, a);
  for (Index l = 0; l < depth; ++l) {
    layerStages(run, config, a.structure.ofLayer(l), weights.layers[static_cast<std::size_t>(l)],
                a.ofLayers(), layerInput(x, a, l), memory, a.capture, a.layer(l));
    afterLayer(l);
  }
  if (hasFinalNorm(config, a.structure))
    layerNormStages(run, weights.finalNorm, config.layerNormEps, layerInput(x, a, depth),
                    a.finalNorm);
}

}  // namespace fovea
