#include <emscripten/bind.h>

#include "api.h"
#include "guarded.h"

namespace fovea {
namespace {

using emscripten::class_;
using emscripten::function;
using emscripten::value_object;

EMSCRIPTEN_BINDINGS(fovea) {
  registerJsValue<JsSource>();
  registerJsValue<JsText>();
  registerJsValue<JsPass>();
  registerJsValue<JsAsk>();
  registerJsValue<JsNumbers>();
  registerJsValue<JsFloats>();
  registerJsValue<JsStrings>();
  registerJsValue<JsConfig>();
  registerJsValue<JsDictionary>();
  registerJsValue<JsTokens>();
  registerJsValue<JsAxes>();
  registerJsValue<JsTensors>();

  value_object<AxisRecord>("Axis")
      .field("name", &AxisRecord::name)
      .field("size", &AxisRecord::size);

  value_object<TensorRecord>("Tensor")
      .field("name", &TensorRecord::name)
      .field("axes", &TensorRecord::axes)
      .field("offset", &TensorRecord::offset)
      .field("length", &TensorRecord::length);

  value_object<TokenRecord>("Token")
      .field("id", &TokenRecord::id)
      .field("piece", &TokenRecord::piece)
      .field("begin", &TokenRecord::begin)
      .field("end", &TokenRecord::end);

  value_object<EncodingRecord>("Encoding")
      .field("tokens", &EncodingRecord::tokens)
      .field("dropped", &EncodingRecord::dropped)
      .field("tensors", &EncodingRecord::tensors)
      .field("data", &EncodingRecord::data);

  value_object<ModelInfoRecord>("ModelInfo")
      .field("config", &ModelInfoRecord::config)
      .field("parameters", &ModelInfoRecord::parameters)
      .field("vocabulary", &ModelInfoRecord::vocabulary)
      .field("metadata", &ModelInfoRecord::metadata);

  value_object<ParameterRecord>("Parameter")
      .field("name", &ParameterRecord::name)
      .field("shape", &ParameterRecord::shape)
      .field("data", &ParameterRecord::data);

  class_<Model>("Model")
      .function("info", guarded<modelInfo>)
      .function("encode", guarded<encodeText>)
      .function("outcomes", guarded<outcomesOf>)
      .function("parameter", guarded<modelParameter>);

  function("loadModel", guarded<loadModel>);
}

}  // namespace
}  // namespace fovea
