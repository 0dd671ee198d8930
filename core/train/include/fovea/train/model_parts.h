#pragma once

#include <string>
#include <vector>

#include "fovea/train/adamw.h"

namespace fovea {

/// What a step did to the parameters of one part of the model.
struct PartChange {
  std::string part;     ///< embedding, layers.0, …, finalNorm, prediction
  double gradient = 0;  ///< its norm, before clipping
  double update = 0;    ///< the norm of what was added to the weights
};

/// The part of the model that a parameter is of: "encoder.layer.2.output.dense.bias" is of
/// "layers.2".
std::string partOf(const std::string& parameter);

/// The parts that a model has, in the order of forEachParameter.
std::vector<std::string> partsOf(const EncoderWeights& weights);

/// The norms of a step for each of partsOf.
std::vector<PartChange> changeByPart(const EncoderWeights& weights, const SquaresByTensor& gradient,
                                     const SquaresByTensor& update);

}  // namespace fovea
