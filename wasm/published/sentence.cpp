#include <string>
#include <vector>

#include "api.h"
#include "fovea/answers.h"
#include "fovea/error.h"

namespace fovea {
namespace {

using emscripten::val;

const SentencePooling& poolingOf(const Model& model) {
  static const SentencePooling kMean;
  return model.answers ? model.answers->sentence : kMean;
}

/// Texts laid end to end: a shorter one costs no more than it has.
class Texts {
 public:
  explicit Texts(const Model& model) : model_(model) { options_.capture = Capture::kNone; }

  Tokens add(const std::string& text) {
    Tokens tokens = model_.tokenizer.encode(text);
    if (tokens.tokens.empty()) refuse(ErrorCode::kInvalidInput, "a text has no words to encode");
    for (const Token& token : tokens.tokens) {
      ids_.push_back(token.id);
      options_.tokenTypes.push_back(token.type);
    }
    lengths_.push_back(static_cast<Index>(tokens.tokens.size()));
    return tokens;
  }

  const Matrix& hidden() {
    model_.encoder.forward(ids_, Sequences(lengths_), activations_, options_);
    return model_.encoder.output(activations_);
  }

  Matrix vectors() {
    const Matrix& last = hidden();
    return sentenceVectors(poolingOf(model_), last, activations_.sequences);
  }

  Matrix vectorsOf(const Matrix& hidden) const {
    return sentenceVectors(poolingOf(model_), hidden, activations_.sequences);
  }

 private:
  const Model& model_;
  TokenIds ids_;
  std::vector<Index> lengths_;
  ForwardOptions options_;
  EncoderActivations activations_;
};

JsValue<JsFloats> rowsToJs(const Matrix& matrix) {
  std::vector<Scalar> numbers;
  numbers.reserve(static_cast<std::size_t>(matrix.size()));
  for (Index i = 0; i < matrix.rows(); ++i)
    for (Index j = 0; j < matrix.cols(); ++j) numbers.push_back(matrix(i, j));
  return floatsToJs(numbers);
}

}  // namespace

// By value, so that an exception releases them: guarded.h.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
JsValue<JsFloats> embedTexts(const Model& model, JsValue<JsTexts> texts) {
  Texts batch(model);
  for (const val& text : emscripten::vecFromJSArray<val>(texts)) batch.add(text.as<std::string>());
  return rowsToJs(batch.vectors());
}

// NOLINTNEXTLINE(performance-unnecessary-value-param)
SentenceRecord sentenceOf(const Model& model, JsValue<JsText> text) {
  Texts one(model);
  const Tokens tokens = one.add(text.as<std::string>());
  const Matrix& hidden = one.hidden();
  return {pairTokensToJs(tokens.tokens), static_cast<double>(tokens.dropped), rowsToJs(hidden),
          rowsToJs(one.vectorsOf(hidden))};
}

}  // namespace fovea
