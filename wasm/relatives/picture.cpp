#include "picture.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <sstream>
#include <utility>
#include <vector>

#include "../trace_to_js.h"
#include "fovea/error.h"
#include "fovea/picture_encoder.h"

namespace fovea {
namespace {

using emscripten::val;

std::int32_t questionId(const Vocabulary& vocabulary, const std::string& question) {
  const std::int32_t id = vocabulary.id(question);
  if (id < 0 || id == vocabulary.unknownId())
    refuse(ErrorCode::kInvalidInput, "the model has no question \"" + question + '"');
  return id;
}

Matrix patchesOf(const ModelConfig& config, const val& pixels) {
  const auto numbers = emscripten::convertJSArrayToNumberVector<Scalar>(pixels);
  const auto expected = static_cast<std::size_t>(config.imageSize * config.imageSize) *
                        static_cast<std::size_t>(config.channels);
  if (numbers.size() != expected)
    refuse(ErrorCode::kInvalidInput, "the picture has " + std::to_string(numbers.size()) +
                                         " numbers, but this model's pictures have " +
                                         std::to_string(expected));
  return cutIntoPatches(config, numbers.data());
}

// The softmax of the logits, each with its name, a line of the metadata.
JsValue<JsAnswers> answersToJs(const Model& model, const Matrix& logits) {
  const auto found = model.metadata.find("answers");
  std::istringstream names(found == model.metadata.end() ? std::string() : found->second);
  const Scalar most = logits.maxCoeff();
  const Scalar sum = (logits.array() - most).exp().sum();
  val answers = val::array();
  for (Index i = 0; i < logits.cols(); ++i) {
    AnswerRecord answer;
    std::getline(names, answer.name);
    answer.probability = static_cast<double>(std::exp(logits(0, i) - most) / sum);
    answers.call<void>("push", answer);
  }
  return JsValue<JsAnswers>(std::move(answers));
}

}  // namespace

// By value, so that an exception releases them: guarded.h.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
PictureRecord readPicture(const Model& model, JsValue<JsFloats> pixels, JsValue<JsText> question) {
  const PictureEncoder encoder(model.encoder);
  const std::int32_t id = questionId(model.tokenizer.vocabulary(), question.as<std::string>());
  PictureActivations activations;
  encoder.forward(patchesOf(encoder.config(), pixels), {id}, activations);
  TensorsToJs tensors;
  forEachTensor(encoder, activations, [&](const TraceTensor& tensor) { tensors.add(tensor); });
  JsTrace trace = tensors.copied();
  return {std::move(trace.tensors), std::move(trace.data), answersToJs(model, activations.logits)};
}

}  // namespace fovea
