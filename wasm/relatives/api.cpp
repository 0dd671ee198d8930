#include "api.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../tokens_to_js.h"
#include "../trace_to_js.h"
#include "../whole_number.h"
#include "fovea/decoding.h"
#include "fovea/error.h"

namespace fovea {
namespace {

using emscripten::val;

constexpr Index kShown = 10;

[[noreturn]] void refuse(const std::string& message) {
  throw ModelError(ErrorCode::kInvalidInput, message);
}

std::int32_t idOf(const Vocabulary& vocabulary, const std::string& piece) {
  const std::int32_t id = vocabulary.id(piece);
  if (id < 0) throw ModelError(ErrorCode::kInvalidVocabulary, "the vocabulary has no " + piece);
  return id;
}

/// What the encoder read, where there is one.
struct Source {
  Tokens tokens;
  EncoderActivations activations;
};

std::optional<Source> sourceOf(const Model& model, const Decoder& decoder, const val& text) {
  if (!decoder.hasMemory()) {
    if (!text.isUndefined()) refuse("the model has no encoder to read a source");
    return std::nullopt;
  }
  if (text.isUndefined()) refuse("the model has an encoder: it needs a source to read");
  std::optional<Source> source(std::in_place);
  source->tokens = model.tokenizer.encode(text.as<std::string>());
  model.encoder.forward(source->tokens.ids(), source->activations);
  return source;
}

const EncoderActivations* activationsOf(const std::optional<Source>& source) {
  return source ? &source->activations : nullptr;
}

JsValue<JsTokens> tokensOf(const std::optional<Source>& source) {
  return tokensToJs(source ? source->tokens.tokens : std::vector<Token>());
}

void append(const val& array, TokenIds& ids) {
  const auto more = emscripten::convertJSArrayToNumberVector<std::int32_t>(array);
  ids.insert(ids.end(), more.begin(), more.end());
}

// The pieces of the prefix without the tokens around them, and the ids that were taken.
TokenIds takenOf(const Model& model, const Decoder& decoder, const val& writing) {
  TokenIds ids;
  const val prefix = writing["prefix"];
  if (!prefix.isUndefined()) {
    if (decoder.hasMemory()) refuse("only a model without an encoder takes a prefix");
    const Vocabulary& vocabulary = model.tokenizer.vocabulary();
    for (const std::int32_t id : model.tokenizer.encode(prefix.as<std::string>()).ids())
      if (id != vocabulary.id("[CLS]") && id != vocabulary.id("[SEP]")) ids.push_back(id);
  }
  append(writing["taken"], ids);
  return ids;
}

// [layers, heads, tokens], of the last token's rows.
template <typename WeightsOf>
JsValue<JsFloats> rowsOf(const Decoding& decoding, WeightsOf weightsOf) {
  std::vector<Scalar> rows;
  for (const LayerActivations& layer : decoding.layers()) {
    const RowVector& weights = weightsOf(layer).weights;
    rows.insert(rows.end(), weights.data(), weights.data() + weights.size());
  }
  return floatsToJs(rows);
}

JsValue<JsCandidates> candidatesOf(const DecodedToken& token, const Vocabulary& vocabulary) {
  val next = val::array();
  for (const Candidate& each : token.best)
    next.call<void>("push", CandidateRecord{static_cast<double>(each.id), vocabulary.piece(each.id),
                                            each.probability});
  return JsValue<JsCandidates>(std::move(next));
}

DecodeOptions optionsOf(const val& writing) {
  DecodeOptions options;
  options.shown = kShown;
  const val temperature = writing["temperature"];
  if (!temperature.isUndefined()) options.temperature = temperature.as<double>();
  const val seed = writing["seed"];
  if (!seed.isUndefined()) options.seed = wholeNumber(seed, "seed");
  return options;
}

/// A text that is written a step after the other.
class Writing {
 public:
  Writing(const Model& model, const Decoder& decoder, const EncoderActivations* source,
          const DecodeOptions& options)
      : vocabulary_(model.tokenizer.vocabulary()),
        decoding_(decoder, source),
        hasMemory_(decoder.hasMemory()),
        options_(options),
        random_(options.seed),
        last_(idOf(vocabulary_, "[CLS]")) {}

  /// The next position, with the token that was taken there, or the one that is chosen.
  DecodedStepRecord step(std::optional<std::int32_t> taken) {
    const RowVector logits = decoding_.next(last_);
    DecodeOptions options = options_;
    if (taken) options.temperature = 0;  // nothing is drawn
    const DecodedToken chosen = chooseToken(logits, options, random_);
    last_ = taken.value_or(chosen.id);
    const auto self = [](const auto& layer) -> auto& { return layer.attention; };
    const auto cross = [](const auto& layer) -> auto& { return layer.crossAttention; };
    return {static_cast<double>(last_), vocabulary_.piece(last_), rowsOf(decoding_, self),
            JsValue<JsMaybeFloats>(hasMemory_ ? rowsOf(decoding_, cross) : val::undefined()),
            candidatesOf(chosen, vocabulary_)};
  }

  std::int32_t last() const { return last_; }

 private:
  const Vocabulary& vocabulary_;
  Decoding decoding_;
  bool hasMemory_;
  DecodeOptions options_;
  Random random_;
  std::int32_t last_;
};

void checkTaken(const TokenIds& taken, const Vocabulary& vocabulary) {
  for (const std::int32_t id : taken)
    if (id < 0 || id >= vocabulary.size())
      refuse("there is no word " + std::to_string(id) + ": there are 0 to " +
             std::to_string(vocabulary.size() - 1));
}

}  // namespace

// By value, so that an exception releases them: guarded.h.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
DecodedRecord decodeText(const Model& model, JsValue<JsWriting> writing) {
  const Decoder decoder(model.encoder);
  const Vocabulary& vocabulary = model.tokenizer.vocabulary();
  const std::optional<Source> source = sourceOf(model, decoder, writing["source"]);
  const TokenIds taken = takenOf(model, decoder, writing);
  checkTaken(taken, vocabulary);
  const std::size_t most = taken.size() + writing["steps"].as<std::size_t>();
  const std::int32_t end = idOf(vocabulary, "[SEP]");
  Writing text(model, decoder, activationsOf(source), optionsOf(writing));
  val steps = val::array();
  for (std::size_t i = 0; i <= most; ++i) {
    if (i >= taken.size() && static_cast<Index>(i) == decoder.config().maxPositions) break;
    steps.call<void>("push", text.step(i < taken.size() ? std::optional(taken[i]) : std::nullopt));
    if (text.last() == end) break;
  }
  return {tokensOf(source), static_cast<double>(source ? source->tokens.dropped : 0),
          JsValue<JsDecodedSteps>(std::move(steps))};
}

// NOLINTNEXTLINE(performance-unnecessary-value-param)
DecoderTraceRecord traceText(const Model& model, JsValue<JsWritten> written) {
  const Decoder decoder(model.encoder);
  const std::optional<Source> source = sourceOf(model, decoder, written["source"]);
  TokenIds ids = {idOf(model.tokenizer.vocabulary(), "[CLS]")};
  append(written["taken"], ids);
  DecoderActivations activations;
  decoder.forward(ids, activationsOf(source), activations);
  TensorsToJs tensors;
  const auto add = [&](const TraceTensor& tensor) { tensors.add(tensor); };
  if (source) forEachTensor(model.encoder, source->activations, add);
  forEachTensor(decoder, activations, add);
  JsTrace trace = tensors.copied();
  return {tokensOf(source), std::move(trace.tensors), std::move(trace.data)};
}

}  // namespace fovea
