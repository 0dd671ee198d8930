#include "fovea/train/head_roles.h"

#include "catch2.h"
#include "fovea/parameters.h"
#include "fovea/train/corpus.h"
#include "fovea/train/vocabulary_builder.h"

using namespace fovea;

namespace {

EncoderConfig configFor(const Vocabulary& vocabulary) {
  EncoderConfig config;
  config.dModel = 16;
  config.heads = 2;
  config.dFf = 16;
  config.layers = 2;
  config.vocabSize = vocabulary.size();
  config.maxPositions = 64;
  config.maskedWordHead = true;
  config.addSpecialTokens = false;
  config.splitApostrophes = false;
  return config;
}

}  // namespace

TEST_CASE("Without queries every head is uniform: 1 ÷ n for each role, full entropy") {
  const Corpus corpus;
  const Vocabulary vocabulary = buildVocabulary(corpus);
  const EncoderConfig config = configFor(vocabulary);
  const Tokenizer tokenizer(config, vocabulary);
  EncoderWeights weights = initialWeights(config, 1);
  for (EncoderLayerWeights& layer : weights.layers) layer.attention.query.weight.setZero();
  const Encoder encoder(config, weights);
  SentenceReader reader(encoder, tokenizer);
  Random random(1);
  const Sentence scene = corpus.drawScenePair(random, Split::kHeldOut).first;

  const Matrix scores = roleScores(reader, {scene});
  const double share = 1.0 / double(scene.words.size());
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

TEST_CASE("The hand-written sentences are fifty, each with a pronoun and what it means") {
  const std::vector<PronounCase> cases = handWrittenCases();
  CHECK(cases.size() == 50);
  for (const PronounCase& one : cases) {
    CHECK(one.reference.pronoun != one.reference.antecedent);
    CHECK(one.reference.candidates.size() >= 1);
    CHECK(one.reference.antecedent < one.words.size());
  }
}
