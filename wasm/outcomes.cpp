#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "api.h"
#include "fovea/error.h"
#include "pass.h"

namespace fovea {
namespace {

using emscripten::val;

/// The probability of a piece, given the logits of one token.
class Prediction {
 public:
  explicit Prediction(const RowVector& logits) : logits_(logits) {
    logits.maxCoeff(&best_);
    for (Index id = 0; id < logits.size(); ++id) sum_ += exponential(id);
  }

  Index best() const { return best_; }
  float of(Index id) const { return static_cast<float>(exponential(id) / sum_); }

 private:
  double exponential(Index id) const {
    return std::exp(double{logits_(id)} - double{logits_(best_)});
  }

  const RowVector& logits_;
  Index best_ = 0;
  double sum_ = 0;
};

void checkBelow(const char* what, double index, Index count) {
  if (index >= 0 && index < static_cast<double>(count)) return;
  refuse(ErrorCode::kInvalidInput, std::string("there is no ") + what + " " +
                                       std::to_string(static_cast<std::int64_t>(index)) +
                                       ": there are 0 to " + std::to_string(count - 1));
}

std::vector<std::int32_t> numbersOf(const val& array) {
  return emscripten::convertJSArrayToNumberVector<std::int32_t>(array);
}

/// Replaces tokens by other pieces, given as pairs of an index and an id.
void replaceTokens(const val& replaced, TokenIds& ids) {
  if (replaced.isUndefined()) return;
  for (const val& pair : emscripten::vecFromJSArray<val>(replaced)) {
    const auto token = pair[0].as<double>();
    checkBelow("token", token, static_cast<Index>(ids.size()));
    ids[static_cast<std::size_t>(token)] = pair[1].as<std::int32_t>();
  }
}

}  // namespace

// By value, so that an exception releases them: guarded.h.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
JsValue<JsFloats> outcomesOf(const Model& model, JsValue<JsText> text, JsValue<JsAsk> ask) {
  const ModelConfig& config = model.encoder.config();
  Tokens tokens = model.tokenizer.encode(text.as<std::string>());
  maskTokens(model.tokenizer.vocabulary(), ask["masked"], tokens.tokens);
  const TokenIds ids = tokens.ids();
  const auto token = ask["token"].as<double>();
  checkBelow("token", token, static_cast<Index>(ids.size()));
  const std::vector<std::int32_t> pieces = numbersOf(ask["pieces"]);
  for (const std::int32_t piece : pieces) checkBelow("piece", piece, config.vocabSize);

  std::vector<float> outcomes;
  EncoderActivations activations;
  for (const val& variant : emscripten::vecFromJSArray<val>(ask["variants"])) {
    TokenIds run = ids;
    replaceTokens(variant["replaced"], run);
    const ForwardOptions options = forwardOptions(variant, config);
    model.encoder.forward(run, activations, options);
    const RowVector logits =
        model.encoder.predictToken(activations, static_cast<Index>(token), options);
    const Prediction prediction(logits);
    outcomes.push_back(static_cast<float>(prediction.best()));
    outcomes.push_back(prediction.of(prediction.best()));
    for (const std::int32_t piece : pieces) outcomes.push_back(prediction.of(piece));
  }
  const val view(emscripten::typed_memory_view(outcomes.size(), outcomes.data()));
  return JsValue<JsFloats>(view.call<val>("slice"));
}

}  // namespace fovea
