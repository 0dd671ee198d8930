#pragma once

#include <string>

#include "../js_value.h"
#include "fovea/model_file.h"

/// The functions of picture models that JavaScript can call, as in ../api.h.
namespace fovea {

struct JsAnswers {
  static constexpr const char* kTypeScript = "Answer[]";
};

struct AnswerRecord {
  std::string name;  ///< from the model's metadata `answers`
  double probability = 0;
};

struct PictureRecord {
  JsValue<JsTensors> tensors;  ///< of the whole pass
  JsValue<JsFloats> data;
  JsValue<JsAnswers> answers;  ///< all of them, in order
};

/// Runs a picture, rows × columns × channels, with a question from the vocabulary. Throws
/// ModelError{kInvalidInput} for a picture of the wrong size or an unknown question, and
/// {kInvalidConfig} for a model that does not read pictures.
PictureRecord readPicture(const Model& model, JsValue<JsFloats> pixels, JsValue<JsText> question);

}  // namespace fovea
