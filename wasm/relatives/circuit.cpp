#include "circuit.h"

#include <array>
#include <cstdint>
#include <limits>
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

/// The most probable piece and the one after it.
std::array<std::int32_t, 2> bestPieces(const Encoder& encoder, const TokenIds& ids, Index token) {
  EncoderActivations activations;
  encoder.forward(ids, activations);
  auto logits = encoder.predictToken(activations, token).eval();
  std::array<std::int32_t, 2> best{};
  for (std::int32_t& piece : best) {
    Index most = 0;
    logits.maxCoeff(&most);
    piece = static_cast<std::int32_t>(most);
    logits[most] = -std::numeric_limits<Scalar>::infinity();
  }
  return best;
}

void readAveraged(const Model& model, const val& texts, CircuitQuestion& question) {
  for (const val& text : emscripten::vecFromJSArray<val>(texts)) {
    TokenIds ids = model.tokenizer.encode(text.as<std::string>()).ids();
    if (!ids.empty()) question.averaged.push_back(std::move(ids));
  }
  if (question.averaged.empty())
    refuse(ErrorCode::kInvalidInput, "none of the texts to average has a word");
}

void requireTwoAnswers(const CircuitQuestion& question, const Vocabulary& vocabulary) {
  if (question.answer == question.other)
    refuse(ErrorCode::kInvalidInput,
           "both texts get the answer \"" + vocabulary.piece(question.answer) + "\" there");
}

}  // namespace

CircuitRun::CircuitRun(const Encoder& encoder, const CircuitQuestion& question)
    : encoder(encoder), circuit(encoder, question) {}

// By value, so that an exception releases them: guarded.h.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
std::unique_ptr<CircuitRun> createCircuit(const Model& model, JsValue<JsCircuitQuestion> asked) {
  CircuitQuestion question;
  question.ids = idsOf(model, asked["text"], asked["masked"]);
  const bool ofMean = asked["averaged"].isArray();
  if (ofMean)
    readAveraged(model, asked["averaged"], question);
  else
    question.twin = idsOf(model, asked["twin"], asked["masked"]);
  question.token = static_cast<Index>(wholeNumber(asked["token"], "token"));
  if (asked["probability"].isTrue()) question.metric = CircuitMetric::kProbability;
  question.whole = asked["whole"].isTrue();
  if (question.token >= static_cast<Index>(question.ids.size()))
    refuse(ErrorCode::kInvalidInput, "there is no token " + std::to_string(question.token));
  if (asked["label"].isNumber()) {
    explainLabel(model, static_cast<Index>(asked["label"].as<double>()), question);
    return std::make_unique<CircuitRun>(model.encoder, question);
  }
  validate(question, model.encoder.config());
  const auto best = bestPieces(model.encoder, question.ids, question.token);
  question.answer = best[0];
  question.other = ofMean ? best[1] : bestPieces(model.encoder, question.twin, question.token)[0];
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

// NOLINTNEXTLINE(performance-unnecessary-value-param)
CircuitRolesRecord circuitRoles(const CircuitRun& run, JsValue<JsNumbers> kept) {
  return {asFloats(partsByRole(run.circuit, nodesOfArray(kept), run.encoder.config().heads)),
          asFloats(weightsByRole(run.encoder, run.circuit.question()))};
}

}  // namespace fovea
