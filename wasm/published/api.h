#pragma once

#include <memory>
#include <vector>

#include "../records.h"
#include "fovea/model_file.h"
#include "records.h"

/// The functions of published models that JavaScript can call, as in ../api.h.
namespace fovea {

/// Reads a folder by readFolder. The caller owns the model and must call its `.delete()`.
std::unique_ptr<Model> loadFolder(JsValue<JsFolder> files);

HeadRecord headOfModel(const Model& model);

/// What the model's head answers to a text, or to two, with tokens masked and numbers changed as by
/// encodeText; with `why`, how the logit in that row and column comes about. Throws as encodeText,
/// and ModelError{kInvalidConfig} for a model without a head, {kInvalidInput} for a logit that does
/// not exist.
TextAnswerRecord answerText(const Model& model, JsValue<JsQuestion> question);

/// Everything that the pass behind that answer computes, as encodeText returns it of a text alone;
/// each token also has `text`, as a PairToken. The model may have no head. Throws as encodeText.
EncodingRecord encodePair(const Model& model, JsValue<JsQuestion> question);

/// The vectors of several texts, one after the other. Throws ModelError{kInvalidInput} where a text
/// has no tokens.
JsValue<JsFloats> embedTexts(const Model& model, JsValue<JsTexts> texts);

/// A text's vector, and what is pooled to make it. Throws as embedTexts.
SentenceRecord sentenceOf(const Model& model, JsValue<JsText> text);

JsValue<JsPairTokens> pairTokensToJs(const std::vector<Token>& tokens);

}  // namespace fovea
