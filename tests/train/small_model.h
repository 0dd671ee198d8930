#pragma once

#include "fovea/config.h"
#include "fovea/vocabulary.h"

namespace fovea::test {

/// A model of two heads that learns masked words, as small as a test needs it.
inline ModelConfig smallModel(const Vocabulary& vocabulary, Index width, Index layers) {
  ModelConfig config;
  config.dModel = width;
  config.heads = 2;
  config.dFf = width;
  config.layers = layers;
  config.vocabSize = vocabulary.size();
  config.maxPositions = 64;
  config.maskedWordHead = true;
  config.addSpecialTokens = false;
  config.splitApostrophes = false;
  return config;
}

}  // namespace fovea::test
