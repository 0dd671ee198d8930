#pragma once

#include <algorithm>

#include "encoder_layer_stages.h"
#include "fovea/encoder_stack.h"

namespace fovea {

/// Layer l's input, where layer 0 reads x: of activations or of their gradients.
template <typename M, typename Activations>
M& layerInput(M& x, Activations& activations, Index l) {
  return l == 0 ? x : layerOutput(activations.structure, activations.layer(l - 1));
}

/// With kNone, a layer reads the slot of the one before it, so two are enough.
inline void resizeLayers(const ModelConfig& config, EncoderStackActivations& activations) {
  const bool all = activations.capture == Capture::kAllLayers;
  activations.layers.resize(
      static_cast<std::size_t>(all ? config.layers : std::min<Index>(config.layers, 2)));
  for (EncoderLayerActivations& layer : activations.layers)
    if (kWithVariants) layer.mixture.experts.resize(static_cast<std::size_t>(config.experts));
}

/// afterLayer(l) is called when layer l is computed.
template <typename Run, typename AfterLayer>
void encoderStackStages(Run& run, const ModelConfig& config, const EncoderStackWeights& weights,
                        const Matrix& x, EncoderStackActivations& a, AfterLayer&& afterLayer) {
  resizeLayers(config, a);
  for (Index l = 0; l < config.layers; ++l) {
    encoderLayerStages(run, config, a.structure.ofLayer(l),
                       weights.layers[static_cast<std::size_t>(l)], a.sequences, a.mask,
                       layerInput(x, a, l), a.capture, a.layer(l));
    afterLayer(l);
  }
  if (hasFinalNorm(config, a.structure))
    layerNormStages(run, weights.finalNorm, config.layerNormEps, layerInput(x, a, config.layers),
                    a.finalNorm);
}

}  // namespace fovea
