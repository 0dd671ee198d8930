#pragma once

#include <functional>
#include <string>
#include <vector>

#include "fovea/encoder.h"

namespace fovea {

struct Axis {
  const char* name;  ///< token | query | key | head | model | hidden | vocabulary
  Index size;
};

/// One named tensor of the trace, a view into the activations: row-major, contiguous.
/// Exactly one of `values` and `ids` is set.
struct TraceTensor {
  std::string name;
  std::vector<Axis> axes;
  const Scalar* values;
  const std::int32_t* ids;
};

/// Calls visit for every tensor that the activations hold, by its public name
/// (`layers.{l}.attention.scores`, …). Layers appear where they were captured, their norms where
/// the pass's structure has them; `logits` and `prediction.*` after Encoder::predict. Throws
/// ModelError{kInvalidInput} for several sequences.
void forEachTensor(const Encoder& encoder, const EncoderActivations& activations,
                   const std::function<void(const TraceTensor&)>& visit);

/// The same for the gradients that Encoder::backward filled, each under `grad.` and the name of the
/// tensor that it is the gradient of, with the same axes.
void forEachGradient(const Encoder& encoder, const EncoderActivations& dActivations,
                     const std::function<void(const TraceTensor&)>& visit);

}  // namespace fovea
