#pragma once

#include <vector>

#include "fovea/trace.h"
#include "js_value.h"

namespace fovea {

/// A trace, as handed to JavaScript.
struct JsTrace {
  JsValue<JsTensors> tensors;  ///< name, axes, offset and length of each tensor
  JsValue<JsFloats> data;      ///< all tensors end to end; ids as numbers
};

/// Collects tensors of a pass to copy to JavaScript.
class TensorsToJs {
 public:
  /// Its activations must stay until `copied`.
  void add(const TraceTensor& tensor);

  /// Copies each tensor once, straight into an array in JavaScript's own memory, which stays valid
  /// when the heap grows.
  JsTrace copied() const;

 private:
  std::vector<TraceTensor> tensors_;
  double length_ = 0;  ///< of all tensors
};

/// All tensors of the activations, followed by those of the gradients, if not null.
JsTrace traceToJs(const Encoder& encoder, const EncoderActivations& activations,
                  const EncoderActivations* dActivations);

}  // namespace fovea
