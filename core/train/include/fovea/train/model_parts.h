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
/// "layers.2". A layer's router and its experts are parts of their own, "layers.2.router" and
/// "layers.2.experts".
std::string partOf(const std::string& parameter);

/// The parts that a model has, in the order of their first parameters.
std::vector<std::string> partsOf(const ModelWeights& weights);

/// The norms of a step for each of partsOf.
std::vector<PartChange> changeByPart(const ModelWeights& weights, const SquaresByTensor& gradient,
                                     const SquaresByTensor& update);

}  // namespace fovea
