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

/// Tokenises the text (a string, or its UTF-8) and runs the forward pass, with the masked-word head
/// where the model has one. Of `pass`, each may be absent: `masked`, the indices of tokens that
/// [MASK] replaces; `structure` as parseStructure and `changes` as parseIntervention read them;
/// `loss`, the prediction whose gradients come after the other tensors, as `grad.NAME`.
/// Throws ModelError{kInvalidInput} for an index without a token, for a structure or a change that
/// cannot be, and for a loss of a pass that is changed or has a bug in its structure;
/// {kInvalidVocabulary} where a token is to be masked and there is no [MASK]; {kInvalidConfig} for
/// a loss where the model has no masked-word head.
EncodingRecord encodeText(const Model& model, JsValue<JsText> text, JsValue<JsPass> pass);

/// What each of the variants of a run predicts at one token of the text, which is tokenised as in
/// encodeText. Of a variant, each may be absent: `structure` and `changes` as there, and
/// `replaced`, pairs of the index of a token and the id of the piece in its place.
///
/// One row of 2 + pieces a variant: the id of the most probable piece, its probability, and that of
/// each of the pieces. They are NaN where the logits are. Throws as encodeText, and
/// ModelError{kInvalidInput} for a token or a piece that there is not, {kInvalidConfig} where the
/// model has no masked-word head.
JsValue<JsFloats> outcomesOf(const Model& model, JsValue<JsText> text, JsValue<JsAsk> ask);

/// A copy of one of the model's parameters, by its name in the file.
/// Throws ModelError{kMissingTensor}.
ParameterRecord modelParameter(const Model& model, JsValue<JsText> name);

}  // namespace fovea
