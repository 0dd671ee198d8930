#include "fovea/train/head_roles.h"

#include <cmath>
#include <set>

#include "catch2.h"
#include "fovea/parameters.h"
#include "fovea/train/corpus.h"
#include "shared_corpus.h"
#include "small_model.h"

using namespace fovea;

namespace {

// Of one layer, whose first head looks at the token before and whose second at the one after. A
// token's state is its position alone, a 1 in a place of its own; a query asks for the place
// beside.
ModelWeights neighbourWeights(const ModelConfig& config) {
  constexpr Scalar kSharp = 20;
  const Index places = config.dK();
  ModelWeights weights = ModelWeights::zeros(config);
  weights.embedding.positions.topLeftCorner(places, places).setIdentity();
  AttentionWeights& attention = weights.layers[0].attention;
  for (Index i = 0; i < places; ++i) {
    for (const Index head : {0, 1}) attention.key.weight(head * places + i, i) = kSharp;
    if (i > 0) attention.query.weight(i - 1, i) = kSharp;
    if (i + 1 < places) attention.query.weight(places + i + 1, i) = kSharp;
  }
  return weights;
}

}  // namespace

TEST_CASE("Heads that look at a neighbour are told apart by which") {
  const Vocabulary& vocabulary = test::sharedVocabulary();
  ModelConfig config = fovea::test::smallModel(vocabulary, 16, 2);
  config.layers = 1;
  config.dModel = 64;
  config.positions = PositionEmbedding::kAbsolute;
  const Tokenizer tokenizer(config, vocabulary);
  const Encoder encoder(config, neighbourWeights(config));
  SentenceReader reader(encoder, tokenizer);
  Random random(1);
  const Sentence scene = test::sharedCorpus().drawScenePair(random, Split::kHeldOut).first;
  REQUIRE(static_cast<Index>(scene.words.size()) <= config.dK());

  enum Role : std::size_t {
    kAntecedent,
    kAdjective,
    kObject,
    kDeterminer,
    kPrevious,
    kNext,
    kBroad
  };
  const std::vector<HeadRole> roles = headRoles(reader, {scene}, {scene}, 1);
  const Matrix scores = roleScores(reader, {scene}).byHead;
  const auto n = double(scene.words.size());
  const double aside = 1 / (n * (n - 1));  // of the one token without a neighbour, alike for all
  const auto score = [&](Role role, Index head) {
    return double(scores(static_cast<Index>(role), head));
  };
  CHECK(roles[kPrevious].head == 0);
  CHECK(roles[kPrevious].score == Approx(1));
  CHECK(score(kPrevious, 1) == Approx(aside));
  CHECK(roles[kNext].head == 1);
  CHECK(roles[kNext].score == Approx(1));
  CHECK(roles[kNext].chance == Approx(1 / n));
  CHECK(score(kNext, 0) == Approx(aside));
  // A noun's determiner is before it; what a pronoun means and its adjective stand further off.
  CHECK(score(kDeterminer, 0) == Approx(1));
  CHECK(score(kDeterminer, 1) < 1e-6);
  for (const Index head : {0, 1}) {
    CHECK(score(kAntecedent, head) < 1e-6);
    CHECK(score(kAdjective, head) < 1e-6);
    CHECK(score(kBroad, head) == Approx(1 / n));
  }
}

TEST_CASE("Without queries every head is uniform: 1 ÷ n for each role, full entropy") {
  const Vocabulary& vocabulary = test::sharedVocabulary();
  const ModelConfig config = fovea::test::smallModel(vocabulary, 16, 2);
  const Tokenizer tokenizer(config, vocabulary);
  ModelWeights weights = initialWeights(config, 1);
  for (LayerWeights& layer : weights.layers) layer.attention.query.weight.setZero();
  const Encoder encoder(config, weights);
  SentenceReader reader(encoder, tokenizer);
  Random random(1);
  const Sentence scene = test::sharedCorpus().drawScenePair(random, Split::kHeldOut).first;

  const auto [scores, chance] = roleScores(reader, {scene});
  const double share = 1.0 / double(scene.words.size());
  for (const Index role : {0, 1, 3, 4, 5}) CHECK(double(chance(role)) == Approx(share));
  CHECK(chance(6) == 0.5F);
  REQUIRE(scores.rows() == static_cast<Index>(roleNames().size()));
  REQUIRE(scores.cols() == 4);
  for (Index head = 0; head < 4; ++head) {
    for (const Index role : {0, 1, 3, 4, 5}) CHECK(double(scores(role, head)) == Approx(share));
    CHECK(double(scores(6, head)) == Approx(1));
  }
  const std::vector<HeadRole> roles = headRoles(reader, {scene}, {scene}, 3);
  CHECK(roles.front().role == "antecedent");
  CHECK(roles.front().layer == 1);
  CHECK(roles.front().head == 1);
}

TEST_CASE("The hand-written sentences are two hundred, each with a pronoun and what it means") {
  CHECK(handWrittenCases().size() == 50);
  CHECK(newHandWrittenCases().size() == 50);
  CHECK(thirdHandWrittenCases().size() == 100);
  const std::vector<PronounCase> cases =
      GENERATE(handWrittenCases(), newHandWrittenCases(), thirdHandWrittenCases());
  for (const PronounCase& one : cases) {
    CHECK(one.reference.pronoun != one.reference.antecedent);
    CHECK(one.reference.candidates.size() >= 1);
    CHECK(one.reference.antecedent < one.words.size());
  }
}

TEST_CASE("No frame of a set of hand-written sentences is one of an earlier set") {
  // A frame: the sentence with its nouns left open.
  const auto framesOf = [](const std::vector<PronounCase>& cases) {
    std::set<std::vector<std::string>> frames;
    for (const PronounCase& one : cases) {
      std::vector<std::string> frame = one.words;
      for (const std::size_t noun : one.reference.candidates) frame[noun].clear();
      frames.insert(frame);
    }
    return frames;
  };
  const auto first = framesOf(handWrittenCases());
  const auto second = framesOf(newHandWrittenCases());
  const auto third = framesOf(thirdHandWrittenCases());
  CHECK(second.size() > 30);
  CHECK(third.size() > 90);
  for (const std::vector<std::string>& frame : second) CHECK(first.count(frame) == 0);
  for (const std::vector<std::string>& frame : third)
    CHECK(first.count(frame) + second.count(frame) == 0);
}

TEST_CASE("The scores of a row, divided by the root of d_k, give its weights") {
  const Vocabulary& vocabulary = test::sharedVocabulary();
  const ModelConfig config = fovea::test::smallModel(vocabulary, 16, 2);
  const Tokenizer tokenizer(config, vocabulary);
  const Encoder encoder(config, initialWeights(config, 2));
  SentenceReader reader(encoder, tokenizer);
  reader.encode({"the", "dog", "saw", "the", "cat"});
  const RowVector scaled = reader.scores(1, 1, 4) / std::sqrt(Scalar(config.dK()));
  const RowVector powers = scaled.array().exp();
  const RowVector weights = powers / powers.sum();
  CHECK((weights - reader.row(1, 1, 4)).cwiseAbs().maxCoeff() < 1e-6F);
}
