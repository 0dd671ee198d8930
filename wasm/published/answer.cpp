#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../pass.h"
#include "../trace_to_js.h"
#include "api.h"
#include "fovea/answers.h"
#include "fovea/error.h"

namespace fovea {
namespace {

using emscripten::val;

/// A number of the logits.
struct Asked {
  Index row = 0;
  Index label = 0;
};

std::vector<Scalar> numbersOf(const Matrix& matrix) {
  std::vector<Scalar> numbers;
  numbers.reserve(static_cast<std::size_t>(matrix.size()));
  for (Index i = 0; i < matrix.rows(); ++i)
    for (Index j = 0; j < matrix.cols(); ++j) numbers.push_back(matrix(i, j));
  return numbers;
}

const AnswerHead& headOf(const Model& model) {
  if (!model.answers || model.answers->heads.empty())
    refuse(ErrorCode::kInvalidConfig,
           "the model has no head that labels texts, tokens or spans of a text");
  return model.answers->heads[0];
}

std::optional<Asked> askedOf(const val& why, const Matrix& logits) {
  if (why.isUndefined()) return std::nullopt;
  const auto row = why["row"].as<double>();
  const auto label = why["label"].as<double>();
  const auto isBelow = [](double x, Index count) {
    return x >= 0 && x < static_cast<double>(count);
  };
  if (!isBelow(row, logits.rows()) || !isBelow(label, logits.cols()))
    refuse(ErrorCode::kInvalidInput, "the answer has no such number: it has " +
                                         std::to_string(logits.rows()) + " × " +
                                         std::to_string(logits.cols()));
  return Asked{static_cast<Index>(row), static_cast<Index>(label)};
}

/// What the last product of the head reads, a row per answer.
const Matrix& inputOf(const AnswerHead& head, const AnswerActivations& a, const Matrix& hidden) {
  if (head.norm.gamma.size() > 0) return a.norm.output;
  if (head.dense.bias.size() > 0) return a.activated;
  return head.kind == AnswerKind::kText ? a.pooled : hidden;
}

/// logit = Σ terms: the products with the column of the label, and its bias.
std::vector<Scalar> termsOf(const AnswerHead& head, const Matrix& input, const Asked& asked) {
  const bool isPackedOnly = head.output.weight.size() == 0;
  const Matrix unpacked = isPackedOnly ? head.output.unpacked() : Matrix();
  const Matrix& weight = isPackedOnly ? unpacked : head.output.weight;
  std::vector<Scalar> terms;
  for (Index j = 0; j < input.cols(); ++j)
    terms.push_back(input(asked.row, j) * weight(asked.label, j));
  terms.push_back(head.output.bias(asked.label));
  return terms;
}

Tokens tokensOf(const Model& model, const val& question) {
  const auto text = question["text"].as<std::string>();
  const val pair = question["pair"];
  Tokens tokens = pair.isUndefined() ? model.tokenizer.encode(text)
                                     : model.tokenizer.encode(text, pair.as<std::string>());
  maskTokens(model.tokenizer.vocabulary(), question["masked"], tokens.tokens);
  return tokens;
}

}  // namespace

// By value, so that an exception releases it: guarded.h.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
TextAnswerRecord answerText(const Model& model, JsValue<JsQuestion> question) {
  const AnswerHead& head = headOf(model);
  const Tokens tokens = tokensOf(model, question);
  ForwardOptions options = forwardOptions(question, model.encoder.config());
  options.tokenTypes = tokens.types();
  EncoderActivations activations;
  model.encoder.forward(tokens.ids(), activations, options);
  const Matrix& hidden = model.encoder.output(activations);
  AnswerActivations answer;
  answerForward(head, hidden, activations.sequences, answer);
  const std::optional<Asked> asked = askedOf(question["why"], answer.logits);
  std::vector<Scalar> terms;
  std::vector<Scalar> shares;
  if (asked) {
    terms = termsOf(head, inputOf(head, answer, hidden), *asked);
    shares = answerShares(model.encoder, head, activations, answer, asked->row, asked->label);
  }
  return {pairTokensToJs(tokens.tokens),
          static_cast<double>(tokens.dropped),
          static_cast<double>(answer.logits.cols()),
          floatsToJs(numbersOf(answer.logits)),
          floatsToJs(numbersOf(answerProbabilities(head, answer.logits))),
          floatsToJs(terms),
          floatsToJs(shares)};
}

// NOLINTNEXTLINE(performance-unnecessary-value-param)
EncodingRecord encodePair(const Model& model, JsValue<JsQuestion> question) {
  const Tokens tokens = tokensOf(model, question);
  ForwardOptions options = forwardOptions(question, model.encoder.config());
  options.tokenTypes = tokens.types();
  EncoderActivations activations;
  model.encoder.forward(tokens.ids(), activations, options);
  if (model.encoder.config().maskedWordHead) model.encoder.predict(activations, options);
  JsTrace trace = traceToJs(model.encoder, activations, nullptr);
  return {JsValue<JsTokens>(pairTokensToJs(tokens.tokens)), static_cast<double>(tokens.dropped),
          std::move(trace.tensors), std::move(trace.data)};
}

}  // namespace fovea
