#pragma once

#include <cstdint>
#include <string>

#include "fovea/encoder.h"
#include "fovea/train/layer_measures.h"

namespace fovea {

/// An encoder to be studied as it is before any training.
struct DepthStudyOptions {
  Index depth = 24;       ///< layers, 1 … 128
  Index dModel = 32;      ///< at most 512; the feed-forward network is 4 times as wide
  Index heads = 4;        ///< must divide dModel
  Index tokens = 11;      ///< words of the random sentence, 2 … 128
  std::string structure;  ///< for parseStructure; with norm=pre the encoder has a final norm too
  double deviation = 0;   ///< of the layers' matrices, which are normal then; 0: Xavier-uniform
};

/// The config of that encoder. Throws ModelError{kInvalidConfig} for a size beyond these bounds,
/// and {kInvalidInput} for a structure that is none.
ModelConfig configOf(const DepthStudyOptions& options);

/// Makes the encoder, the vectors of its words N(0, 1), runs a sentence of different words forward,
/// and takes a random gradient of norm 1 from the output back to the embedding: `gradient` tells
/// how much it grew or shrank on the way. The same seed gives the same words and, in the layers
/// that two depths share, the same weights. Throws as configOf, and ModelError{kInvalidInput} for a
/// structure with a bug, which has no backward pass.
LayerMeasures studyDepth(const DepthStudyOptions& options, std::uint64_t seed);

}  // namespace fovea
