#pragma once

#include "fovea/encoder.h"
#include "js_value.h"

namespace fovea {

/// A trace as JavaScript sees it.
struct JsTrace {
  JsValue<JsTensors> tensors;  ///< name, axes, offset and length of each, in trace order
  JsValue<JsFloats> data;      ///< all of them end to end, ids as numbers
};

/// Copies every tensor of the activations once, straight into an array of JavaScript's own memory,
/// which growing the heap does not detach; after them those of the gradients, where there are any.
JsTrace traceToJs(const Encoder& encoder, const EncoderActivations& activations,
                  const EncoderActivations* dActivations);

}  // namespace fovea
