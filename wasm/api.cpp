#include "api.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "config_to_js.h"
#include "fovea/error.h"
#include "fovea/parameters.h"
#include "js_source.h"
#include "pass.h"
#include "tokens_to_js.h"
#include "trace_to_js.h"

namespace fovea {
namespace {

using emscripten::typed_memory_view;
using emscripten::val;

JsValue<JsDictionary> dictionaryToJs(const std::map<std::string, std::string>& entries) {
  val result = val::object();
  for (const auto& [key, value] : entries) result.set(key, value);
  return JsValue<JsDictionary>(std::move(result));
}

template <typename Tensor>
ParameterRecord parameterToJs(const std::string& name, const Tensor& tensor) {
  val shape = val::array();
  if (!Tensor::IsVectorAtCompileTime) shape.call<void>("push", static_cast<double>(tensor.rows()));
  shape.call<void>("push", static_cast<double>(tensor.cols()));
  const val view(typed_memory_view(static_cast<std::size_t>(tensor.size()), tensor.data()));
  return {name, JsValue<JsNumbers>(std::move(shape)), JsValue<JsFloats>(view.call<val>("slice"))};
}

}  // namespace

std::unique_ptr<Model> loadModel(JsValue<JsSource> source) {
  return std::make_unique<Model>(readModel(JsByteSource(std::move(source))));
}

ModelInfoRecord modelInfo(const Model& model) {
  return {configToJs(model.encoder.config()),
          static_cast<double>(parameterCount(model.encoder.config())),
          piecesToJs(model.tokenizer.vocabulary()), dictionaryToJs(model.metadata)};
}

// By value, so that an exception releases them: guarded.h.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
EncodingRecord encodeText(const Model& model, JsValue<JsText> text, JsValue<JsPass> pass) {
  Tokens tokens = model.tokenizer.encode(text.as<std::string>());
  maskTokens(model.tokenizer.vocabulary(), pass["masked"], tokens.tokens);

  const ModelConfig& config = model.encoder.config();
  ForwardOptions options = forwardOptions(pass, config);
#ifndef FOVEA_ENCODER_ALONE
  options.tokenTypes = tokens.types();
#endif
  const std::optional<PredictionLoss> loss = lossOf(pass, options);
  EncoderActivations activations;
  EncoderActivations dActivations;
  model.encoder.forward(tokens.ids(), activations, options);
  if (config.maskedWordHead || loss) model.encoder.predict(activations, options);
  if (loss) {
    ModelWeights gradient = ModelWeights::zeros(config);
    model.encoder.backward(activations, *loss, dActivations, gradient);
  }

  JsTrace trace = traceToJs(model.encoder, activations, loss ? &dActivations : nullptr);
  return {tokensToJs(tokens.tokens), static_cast<double>(tokens.dropped), std::move(trace.tensors),
          std::move(trace.data)};
}

// By value, so that an exception releases it: guarded.h.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
ParameterRecord modelParameter(const Model& model, JsValue<JsText> name) {
  const auto wanted = name.as<std::string>();
  ParameterRecord found;
  forEachParameter(model.encoder.weights(), [&](const std::string& each, const auto& tensor) {
    if (each == wanted) found = parameterToJs(each, tensor);
  });
  if (found.name.empty())
    refuse(ErrorCode::kMissingTensor, "the model has no parameter \"" + wanted + "\"");
  return found;
}

}  // namespace fovea
