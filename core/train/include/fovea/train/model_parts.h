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
/// "layers.2", and so is "recurrent.layer.2.forward.input.bias". A layer's router and its experts
/// are parts of their own, "layers.2.router" and "layers.2.experts".
std::string partOf(const std::string& parameter);

// These are there for ModelWeights and for RecurrentWeights.

/// The parts that a model has, in the order of their first parameters.
template <typename Weights>
std::vector<std::string> partsOf(const Weights& weights);

/// The norms of a step for each of partsOf.
template <typename Weights>
std::vector<PartChange> changeByPart(const Weights& weights, const SquaresByTensor& gradient,
                                     const SquaresByTensor& update);

}  // namespace fovea
