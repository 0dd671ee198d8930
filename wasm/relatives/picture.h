#pragma once

#include <string>

#include "../js_value.h"
#include "fovea/model_file.h"

/// What JavaScript may call of encoders of pictures. As in ../api.h.
namespace fovea {

struct JsAnswers {
  static constexpr const char* kTypeScript = "Answer[]";
};

struct AnswerRecord {
  std::string name;  ///< as the model's metadata `answers` has it
  double probability = 0;
};

struct PictureRecord {
  JsValue<JsTensors> tensors;  ///< of the whole pass
  JsValue<JsFloats> data;
  JsValue<JsAnswers> answers;  ///< all of them, in their order
};

/// Reads a picture, rows × columns × channels, with a question of the vocabulary. Throws
/// ModelError{kInvalidInput} for a picture of another size and a question that there is not, and
/// {kInvalidConfig} for a model that reads no pictures.
PictureRecord readPicture(const Model& model, JsValue<JsFloats> pixels, JsValue<JsText> question);

}  // namespace fovea
