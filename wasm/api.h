#pragma once

#include <memory>

#include "fovea/model_file.h"
#include "js_value.h"
#include "records.h"

/// The functions that JavaScript may call. They throw C++ exceptions; `guarded` turns those into
/// JavaScript errors.
namespace fovea {

/// Reads a model file, a piece after the other. The caller owns the model and calls its
/// `.delete()`.
std::unique_ptr<Model> loadModel(JsValue<JsSource> source);

ModelInfoRecord modelInfo(const Model& model);

/// Tokenises the text (a string, or its UTF-8), replaces the tokens whose indices are in `masked`
/// by [MASK], and runs the forward pass, with the masked-word head where the model has one.
/// Throws ModelError{kInvalidInput} for an index without a token, {kInvalidVocabulary} where
/// a token is to be masked and there is no [MASK].
EncodingRecord encodeText(const Model& model, JsValue<JsText> text, JsValue<JsNumbers> masked);

/// A copy of one of the model's parameters, by its name in the file.
/// Throws ModelError{kMissingTensor}.
ParameterRecord modelParameter(const Model& model, JsValue<JsText> name);

}  // namespace fovea
