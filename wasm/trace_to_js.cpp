#include "trace_to_js.h"

#include <string>
#include <vector>

#include "records.h"

namespace fovea {
namespace {

using emscripten::typed_memory_view;
using emscripten::val;

std::size_t elements(const TraceTensor& tensor) {
  std::size_t count = 1;
  for (const Axis& axis : tensor.axes) count *= static_cast<std::size_t>(axis.size);
  return count;
}

JsValue<JsAxes> axesToJs(const std::vector<Axis>& axes) {
  val result = val::array();
  for (const Axis& axis : axes)
    result.call<void>("push", AxisRecord{axis.name, static_cast<double>(axis.size)});
  return JsValue<JsAxes>(std::move(result));
}

// The view is created and read within one call into JavaScript, so the heap cannot move in between.
void copyTensor(const TraceTensor& tensor, val& data, double offset) {
  if (tensor.ids != nullptr)
    data.call<void>("set", typed_memory_view(elements(tensor), tensor.ids), offset);
  else
    data.call<void>("set", typed_memory_view(elements(tensor), tensor.values), offset);
}

}  // namespace

void TensorsToJs::add(const TraceTensor& tensor) {
  tensors_.push_back(tensor);
  length_ += static_cast<double>(elements(tensor));
}

JsTrace TensorsToJs::copied() const {
  val tensors = val::array();
  val data = val::global("Float32Array").new_(length_);
  double offset = 0;
  for (const TraceTensor& tensor : tensors_) {
    const auto size = static_cast<double>(elements(tensor));
    tensors.call<void>("push", TensorRecord{tensor.name, axesToJs(tensor.axes), offset, size});
    copyTensor(tensor, data, offset);
    offset += size;
  }
  return {JsValue<JsTensors>(std::move(tensors)), JsValue<JsFloats>(std::move(data))};
}

JsTrace traceToJs(const Encoder& encoder, const EncoderActivations& activations,
                  const EncoderActivations* dActivations) {
  TensorsToJs tensors;
  const auto add = [&](const TraceTensor& tensor) { tensors.add(tensor); };
  forEachTensor(encoder, activations, add);
  if (dActivations != nullptr) forEachGradient(encoder, *dActivations, add);
  return tensors.copied();
}

}  // namespace fovea
