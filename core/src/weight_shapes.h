#pragma once

#include "fovea/encoder.h"

namespace fovea {

/// Throws ModelError{kTensorShape} that names the first part of the weights whose shape is not what
/// the config implies. The kernels go by the config alone: they would read beyond such weights.
/// Positions that the config does not ask for may be there.
void checkShapes(const EncoderConfig& config, const EncoderWeights& weights);

}  // namespace fovea
