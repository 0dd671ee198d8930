#include "fovea/head_study.h"

#include <array>
#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

#include "catch2.h"
#include "model_error.h"
#include "samples.h"

using namespace fovea;
using namespace fovea::test;

namespace {

// Of sums of some hundred floats, and of differences of probabilities by two ways of running the
// same layers.
constexpr double kUseTolerance = 1e-5;

using Text = std::vector<Token>;

/// A text of pieces, which are these in the order of their ids; those in brackets are added ones.
Text textOf(const std::vector<std::string>& pieces) {
  static const std::vector<std::string> kPieces{"the", "cat", "saw", "It",     ".",    "mat",
                                                "was", "##s", "he",  "[MASK]", "[CLS]"};
  Text text;
  std::size_t at = 0;
  for (const std::string& piece : pieces) {
    const auto id = std::find(kPieces.begin(), kPieces.end(), piece) - kPieces.begin();
    const std::size_t end = piece == "[CLS]" ? at : at + piece.size();
    text.push_back({static_cast<std::int32_t>(id), piece, at, end});
    at = end;
  }
  return text;
}

std::vector<Text> someTexts() {
  return {textOf({"[CLS]", "the", "cat", "saw", "the", "mat", "."}),
          textOf({"the", "cat", "was", "It"}), textOf({"It"}),
          textOf({".", "the", "[MASK]", "saw", "the", "cat", "##s", "he", "."}),
          textOf({"mat", "mat", "mat", "It", "was", "the", "mat", "It"})};
}

Encoder encoderOf(const std::function<void(ModelConfig&)>& change = [](ModelConfig&) {}) {
  ModelConfig config = configWithAll();
  config.maxPositions = 12;
  change(config);
  return {config, randomWeights(config, 5)};
}

TokenIds idsOf(const Text& text) {
  TokenIds ids;
  for (const Token& token : text) ids.push_back(token.id);
  return ids;
}

/// Whether a key is of a relation, as the header says it.
bool isOf(std::size_t relation, const Text& text, Index query, Index key, Index answer) {
  const auto n = [](Index i) { return static_cast<std::size_t>(i); };
  if (relation < relationOf(HeadRelation::kFirst))
    return relationOf(0) + n(key) == relation + n(query);
  switch (static_cast<HeadRelation>(relation)) {
    case HeadRelation::kFirst:
      return key == 0;
    case HeadRelation::kMark:
      return text[n(key)].piece == "." || text[n(key)].piece == "[CLS]";
    case HeadRelation::kSameWord:
      return key != query && text[n(key)].id == text[n(query)].id;
    case HeadRelation::kNoun:
      return key != query && text[n(key)].id == answer;
    case HeadRelation::kFar:
      return std::abs(key - query) >= kFarAway;
  }
  return false;
}

RowVector shares(RowVector logits) {
  logits = (logits.array() - logits.maxCoeff()).exp();
  return logits / logits.sum();
}

/// The answer of a pass in which a head's output is 0, or no head's.
RowVector answerWithout(const Encoder& encoder, const Text& text, Index token, Index layer,
                        Index head) {
  ForwardOptions options;
  const Index dK = encoder.config().dK();
  if (head >= 0)
    options.interventions = {{{"layers." + std::to_string(layer) + ".attention.heads",
                               {{}, {head * dK, (head + 1) * dK}}},
                              Operation::kSet,
                              {0}}};
  EncoderActivations a;
  encoder.forward(idsOf(text), a, options);
  if (!encoder.config().maskedWordHead) return encoder.output(a).row(token);
  return shares(encoder.predictToken(a, token));
}

struct Mean {
  double sum = 0;
  std::int64_t count = 0;
  double value() const { return sum / static_cast<double>(count); }
};

void checkMean(double value, const Mean& mean) {
  if (mean.count == 0) {
    CHECK(std::isnan(value));
  } else {
    CHECK(std::abs(value - mean.value()) < kUseTolerance);
  }
}

/// One head's numbers, from traces of single texts.
void checkHead(const Encoder& encoder, const std::vector<Text>& texts, const HeadUses& uses,
               Index layer, Index head) {
  std::array<Mean, kRelations> weight;
  Mean entropy;
  Mean effect;
  for (const Text& text : texts) {
    EncoderActivations a;
    encoder.forward(idsOf(text), a);
    const auto n = static_cast<Index>(text.size());
    const auto weights = attentionMatrix(a.layer(layer).attention.weights, a.sequences,
                                         encoder.config().heads, 0, head);
    for (Index q = 0; q < n; ++q) {
      Index answer = -1;
      const std::string& piece = text[static_cast<std::size_t>(q)].piece;
      if (encoder.config().maskedWordHead && (piece == "It" || piece == "he"))
        encoder.predictToken(a, q).maxCoeff(&answer);
      for (std::size_t r = 0; r < kRelations; ++r) {
        double sum = 0;
        bool has = false;
        for (Index k = 0; k < n; ++k)
          if (isOf(r, text, q, k, answer)) {
            sum += double{weights(q, k)};
            has = true;
          }
        weight[r].sum += sum;
        weight[r].count += has ? 1 : 0;
      }
      for (Index k = 0; k < n; ++k)
        entropy.sum -=
            weights(q, k) > 0 ? double{weights(q, k)} * std::log2(double{weights(q, k)}) : 0;
      ++entropy.count;
    }
    const Index token = answerToken(text);
    const RowVector before = answerWithout(encoder, text, token, layer, -1);
    const RowVector after = answerWithout(encoder, text, token, layer, head);
    effect.sum += encoder.config().maskedWordHead
                      ? double{(before - after).cwiseAbs().sum()} / 2
                      : 1 - double{before.dot(after)} / double{before.norm() * after.norm()};
    ++effect.count;
  }
  const HeadUse& use = uses.heads[static_cast<std::size_t>(layer * encoder.config().heads + head)];
  for (std::size_t r = 0; r < kRelations; ++r) {
    INFO("relation " << r);
    CHECK(uses.queries[r] == weight[r].count);
    checkMean(use.weight[r], weight[r]);
  }
  checkMean(use.entropy, entropy);
  checkMean(use.effect, effect);
}

void checkStudy(const Encoder& encoder) {
  const std::vector<Text> texts = someTexts();
  HeadStudy study(encoder);
  for (const Text& text : texts) study.add(text, true);
  study.finish();
  const HeadUses uses = study.uses();
  CHECK(uses.texts == 5);
  CHECK(uses.tokens == 29);
  CHECK(uses.measured == 5);
  for (Index layer = 0; layer < encoder.config().layers; ++layer)
    for (Index head = 0; head < encoder.config().heads; ++head)
      checkHead(encoder, texts, uses, layer, head);
}

}  // namespace

TEST_CASE("what a head does is what traces and passes without it say", "[heads]") {
  checkStudy(encoderOf());
  checkStudy(encoderOf([](ModelConfig& c) { c.normOrder = NormOrder::kPre; }));
  checkStudy(encoderOf([](ModelConfig& c) { c.layers = 1; }));
  checkStudy(encoderOf([](ModelConfig& c) { c.layers = 3; }));
  checkStudy(encoderOf([](ModelConfig& c) { c.maskedWordHead = false; }));
  checkStudy(encoderOf([](ModelConfig& c) { c.experts = 3; }));
  checkStudy(encoderOf([](ModelConfig& c) {
    c.positions = PositionEmbedding::kAbsolute;
    c.relativeBuckets = kRelativeBuckets;
  }));
  checkStudy(encoderOf([](ModelConfig& c) {
    c.positions = PositionEmbedding::kRotary;
    c.typeVocabSize = 0;
    c.layers = 3;
    c.localAttention = 4;
    c.globalEvery = 2;
  }));
}

TEST_CASE("a study counts the same in batches of any size, with or without effects", "[heads]") {
  const Encoder encoder = encoderOf();
  const std::vector<Text> texts = someTexts();
  HeadStudy once(encoder, true);
  HeadStudy often(encoder, true);
  std::vector<float> entropies;
  for (int i = 0; i < 70; ++i)
    once.add(texts[static_cast<std::size_t>(i) % texts.size()], i % 7 == 0);
  for (int i = 0; i < 70; ++i) {
    often.add(texts[static_cast<std::size_t>(i) % texts.size()], i % 7 == 0);
    often.finish();
    for (const float entropy : often.takeEntropies()) entropies.push_back(entropy);
  }
  CHECK(once.uses().texts < 70);
  once.finish();
  CHECK(once.uses().texts == 70);
  CHECK(once.uses().measured == 10);
  REQUIRE(entropies.size() == 70 * 4);
  CHECK(once.takeEntropies().size() == entropies.size());
  CHECK(once.takeEntropies().empty());
  for (std::size_t head = 0; head < 4; ++head) {
    const HeadUse a = once.uses().heads[head];
    const HeadUse b = often.uses().heads[head];
    CHECK(std::abs(a.entropy - b.entropy) < kUseTolerance);
    CHECK(std::abs(a.effect - b.effect) < kUseTolerance);
    for (std::size_t r = 0; r < kRelations; ++r)
      if (!std::isnan(a.weight[r])) CHECK(std::abs(a.weight[r] - b.weight[r]) < kUseTolerance);
    // Of the third text, one token that looks at itself.
    CHECK(entropies[2 * 4 + head] == 0);
  }
}

static_assert(!std::is_constructible_v<HeadStudy, Encoder>, "it keeps a reference");
static_assert(!std::is_constructible_v<HeadStudy, const Encoder, bool>);

TEST_CASE("a study without effects has none", "[heads]") {
  const Encoder encoder = encoderOf();
  HeadStudy study(encoder);
  checkError(ErrorCode::kInvalidInput, "a text without tokens", [&] { study.add({}, false); });
  study.add(someTexts()[0], false);
  study.finish();
  CHECK(study.uses().measured == 0);
  CHECK(std::isnan(study.uses().heads[0].effect));
}

TEST_CASE("the answer is read at a mask, a pronoun or the last word", "[heads]") {
  CHECK(answerToken(someTexts()[3]) == 2);
  CHECK(answerToken(someTexts()[4]) == 3);
  CHECK(answerToken(textOf({"[CLS]", "the", "cat", "."})) == 2);
  CHECK(answerToken(textOf({"."})) == 0);
  CHECK(isPronoun({0, "\xE2\x96\x81them", 0, 4}));
  CHECK_FALSE(isPronoun({0, "item", 0, 4}));
  CHECK(isMark({0, "\xC4\xA0!", 0, 2}));
  CHECK_FALSE(isMark({0, "[MASK]", 0, 6}));
}

TEST_CASE("heads of a model that does not encode text are refused", "[heads]") {
  const Encoder encoder = encoderOf([](ModelConfig& c) {
    c.layers = 0;
    c.decoderLayers = 1;
  });
  checkError(ErrorCode::kInvalidConfig, "no encoder of text", [&] { HeadStudy study(encoder); });
}
