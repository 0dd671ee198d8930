#pragma once

#include <algorithm>

#include "decoder_layer_stages.h"
#include "encoder_stack_stages.h"
#include "fovea/decoder_stack.h"

namespace fovea {

inline void resizeLayers(const ModelConfig& config, DecoderStackActivations& activations) {
  const bool all = activations.capture == Capture::kAllLayers;
  activations.layers.resize(static_cast<std::size_t>(
      all ? config.decoderLayers : std::min<Index>(config.decoderLayers, 2)));
  for (DecoderLayerActivations& layer : activations.layers)
    layer.mixture.experts.resize(static_cast<std::size_t>(config.experts));
}

template <typename Run>
void decoderStackStages(Run& run, const ModelConfig& config, const DecoderStackWeights& weights,
                        const Matrix& x, const Matrix* memory, DecoderStackActivations& a) {
  resizeLayers(config, a);
  for (Index l = 0; l < config.decoderLayers; ++l)
    decoderLayerStages(run, config, a.structure.ofLayer(l),
                       weights.layers[static_cast<std::size_t>(l)], a.setting(),
                       layerInput(x, a, l), memory, a.capture, a.layer(l));
  if (hasFinalNorm(config, a.structure))
    layerNormStages(run, weights.finalNorm, config.layerNormEps,
                    layerInput(x, a, config.decoderLayers), a.finalNorm);
}

}  // namespace fovea
