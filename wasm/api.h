#pragma once

#include <memory>

#include "fovea/model_file.h"
#include "js_value.h"
#include "records.h"

/// The functions that JavaScript can call. They throw C++ exceptions, which `guarded` turns into
/// JavaScript errors.
namespace fovea {

/// Reads a model file piece by piece. The caller owns the model and must call its `.delete()`.
std::unique_ptr<Model> loadModel(JsValue<JsSource> source);

ModelInfoRecord modelInfo(const Model& model);

/// Tokenises the text (a string, or its UTF-8) and runs the forward pass, including the masked-word
/// head if the model has one. Every field of `pass` is optional: `masked`, indices of tokens to
/// replace by [MASK]; `structure`, for parseStructure; `changes`, for parseIntervention; `loss`, a
/// prediction whose gradients follow the other tensors as `grad.NAME`. Throws
/// ModelError{kInvalidInput} for an index without a token, an invalid structure or change, and a
/// loss of a pass that is changed or has a bug in its structure; {kInvalidVocabulary} for masking
/// without a [MASK] in the vocabulary; {kInvalidConfig} for a loss without a masked-word head.
EncodingRecord encodeText(const Model& model, JsValue<JsText> text, JsValue<JsPass> pass);

/// What each variant of a run predicts at one token of the text, which is tokenised as in
/// encodeText. Every field of a variant is optional: `structure` and `changes` as in encodeText,
/// and `replaced`, pairs of a token's index and the id of the piece to put there.
///
/// Returns one row of 2 + pieces per variant: the id of the most probable piece, its probability,
/// and the probability of each of `pieces`; NaN if the logits are. Throws as encodeText,
/// ModelError{kInvalidInput} for a token or piece that does not exist, and {kInvalidConfig} without
/// a masked-word head.
JsValue<JsFloats> outcomesOf(const Model& model, JsValue<JsText> text, JsValue<JsAsk> ask);

/// A copy of a parameter of the model, by its name in the file.
/// Throws ModelError{kMissingTensor}.
ParameterRecord modelParameter(const Model& model, JsValue<JsText> name);

}  // namespace fovea
