#pragma once

#include <string>
#include <vector>

#include "fovea/train/adamw.h"
#include "fovea/train/trainer.h"

namespace fovea {

/// The part of the model that a parameter is of: "encoder.layer.2.output.dense.bias" is of
/// "layers.2". The others are "embedding", "finalNorm" and "prediction".
std::string partOf(const std::string& parameter);

/// The norms of a step by part, in the order of forEachParameter.
std::vector<PartChange> changeByPart(const EncoderWeights& weights, const SquaresByTensor& gradient,
                                     const SquaresByTensor& update);

}  // namespace fovea
