#include "circuit.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "../pass.h"
#include "../whole_number.h"
#include "fovea/error.h"

namespace fovea {
namespace {

using emscripten::val;

constexpr std::uint64_t kSeed = 1;

template <typename Numbers>
JsValue<JsFloats> asFloats(const Numbers& numbers) {
  return floatsToJs(std::vector<float>(numbers.begin(), numbers.end()));
}

KeptNodes nodesOfArray(const val& array) {
  const auto kept = emscripten::convertJSArrayToNumberVector<float>(array);
  return KeptNodes(kept.begin(), kept.end());
}

/// The ids of a text, all of which the model has to take.
TokenIds idsOf(const Model& model, const val& text, const val& masked) {
  Tokens tokens = model.tokenizer.encode(text.as<std::string>());
  if (tokens.dropped > 0)
    refuse(ErrorCode::kInvalidInput,
           "the text is " + std::to_string(tokens.dropped) + " tokens too long for the model");
  maskTokens(model.tokenizer.vocabulary(), masked, tokens.tokens);
  return tokens.ids();
}

std::int32_t bestPiece(const Encoder& encoder, const TokenIds& ids, Index token) {
  EncoderActivations activations;
  encoder.forward(ids, activations);
  Index best = 0;
  encoder.predictToken(activations, token).maxCoeff(&best);
  return static_cast<std::int32_t>(best);
}

void requireTwoAnswers(const CircuitQuestion& question, const Vocabulary& vocabulary) {
  if (question.answer == question.other)
    refuse(ErrorCode::kInvalidInput,
           "both texts get the answer \"" + vocabulary.piece(question.answer) + "\" there");
}

}  // namespace

CircuitRun::CircuitRun(const Encoder& encoder, const CircuitQuestion& question)
    : circuit(encoder, question) {}

// By value, so that an exception releases them: guarded.h.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
std::unique_ptr<CircuitRun> createCircuit(const Model& model, JsValue<JsCircuitQuestion> asked) {
  CircuitQuestion question;
  question.ids = idsOf(model, asked["text"], asked["masked"]);
  question.twin = idsOf(model, asked["twin"], asked["masked"]);
  question.token = static_cast<Index>(wholeNumber(asked["token"], "token"));
  if (asked["probability"].isTrue()) question.metric = CircuitMetric::kProbability;
  validate(question, model.encoder.config());
  if (question.token >= static_cast<Index>(question.ids.size()))
    refuse(ErrorCode::kInvalidInput, "there is no token " + std::to_string(question.token));
  question.answer = bestPiece(model.encoder, question.ids, question.token);
  question.other = bestPiece(model.encoder, question.twin, question.token);
  requireTwoAnswers(question, model.tokenizer.vocabulary());
  return std::make_unique<CircuitRun>(model.encoder, question);
}

CircuitRecord circuitInfo(const CircuitRun& run) {
  const Circuit& circuit = run.circuit;
  return {static_cast<double>(circuit.question().answer),
          static_cast<double>(circuit.question().other), circuit.ofSentence(), circuit.ofTwin(),
          static_cast<double>(circuit.nodes().size())};
}

// NOLINTNEXTLINE(performance-unnecessary-value-param)
double circuitShare(CircuitRun& run, JsValue<JsNumbers> kept) {
  return run.circuit.share(nodesOfArray(kept));
}

// NOLINTNEXTLINE(performance-unnecessary-value-param)
void circuitBegin(CircuitRun& run, JsValue<JsNumbers> kept, double share) {
  run.search.emplace(run.circuit, share, nodesOfArray(kept));
}

CircuitRoundRecord circuitRound(CircuitRun& run) {
  if (!run.search) refuse(ErrorCode::kInvalidInput, "no search has started");
  const bool more = run.search->round();
  return {asFloats(run.search->kept()), run.search->share(), asFloats(run.search->without()),
          !more};
}

// NOLINTNEXTLINE(performance-unnecessary-value-param)
JsValue<JsFloats> circuitEdges(CircuitRun& run, JsValue<JsNumbers> kept) {
  std::vector<float> numbers;
  for (const CircuitEdge& edge : run.circuit.edges(nodesOfArray(kept))) {
    numbers.push_back(static_cast<float>(edge.from));
    numbers.push_back(edge.to ? static_cast<float>(*edge.to) : -1.F);
    numbers.push_back(static_cast<float>(edge.share));
  }
  return floatsToJs(numbers);
}

JsValue<JsFloats> circuitRandom(CircuitRun& run, double size, double sets) {
  const std::size_t nodes = run.circuit.nodes().size();
  if (!(size >= 0 && size <= static_cast<double>(nodes)) || !(sets >= 0 && sets <= 10000))
    refuse(ErrorCode::kInvalidInput, "there are no such random sets");
  return asFloats(
      randomShares(run.circuit, static_cast<std::size_t>(size), static_cast<Index>(sets), kSeed));
}

}  // namespace fovea
