#pragma once

#include <vector>

#include "fovea/trace.h"
#include "js_value.h"

namespace fovea {

/// A trace as JavaScript sees it.
struct JsTrace {
  JsValue<JsTensors> tensors;  ///< name, axes, offset and length of each, in trace order
  JsValue<JsFloats> data;      ///< all of them end to end, ids as numbers
};

/// Tensors of a pass that are to be copied.
class TensorsToJs {
 public:
  /// The activations that it is a view of are read by `copied`.
  void add(const TraceTensor& tensor);

  /// Copies each once, straight into an array of JavaScript's own memory, which growing the heap
  /// does not detach.
  JsTrace copied() const;

 private:
  std::vector<TraceTensor> tensors_;
  double length_ = 0;  ///< of all
};

/// Every tensor of the activations; after them those of the gradients, where there are any.
JsTrace traceToJs(const Encoder& encoder, const EncoderActivations& activations,
                  const EncoderActivations* dActivations);

}  // namespace fovea
