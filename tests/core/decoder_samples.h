#pragma once

#include "fovea/encoder.h"
#include "samples.h"

namespace fovea::test {

/// With an encoder of so many layers, or none, and two decoder layers.
inline ModelConfig decoderModelConfig(Index layers, NormOrder order = NormOrder::kPost) {
  ModelConfig config = smallConfig();
  config.layers = layers;
  config.decoderLayers = 2;
  config.normOrder = order;
  return config;
}

inline Encoder decoderModel(Index layers, NormOrder order = NormOrder::kPost) {
  const ModelConfig config = decoderModelConfig(layers, order);
  return {config, randomWeights(config, 5)};
}

}  // namespace fovea::test
