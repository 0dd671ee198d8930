#include "fovea/train/expert_measures.h"

#include "catch2.h"
#include "samples.h"
#include "shared_corpus.h"
#include "small_model.h"

using namespace fovea;
using namespace fovea::test;

TEST_CASE("Experts are measured by the kinds of words that they take") {
  const Vocabulary& vocabulary = sharedTinyVocabulary();
  ModelConfig config = smallModel(vocabulary, 8, 2);
  config.experts = 3;
  const Encoder encoder(config, initialWeights(config, 1));
  const ExpertMeasures measures =
      measureExperts(encoder, Tokenizer(config, vocabulary), sharedTinyCorpus(), 40, 1);
  REQUIRE(measures.uses.size() > 3);
  CHECK(measures.uses.front().kind == "all words");
  Index ofKinds = 0;
  for (const ExpertUse& use : measures.uses) {
    INFO(use.kind);
    CHECK(use.words > 0);
    REQUIRE(use.shares.rows() == 2);
    for (Index l = 0; l < 2; ++l) CHECK(use.shares.row(l).sum() == Approx(2).epsilon(1e-5));
    if (use.kind != "all words") ofKinds += use.words;
  }
  CHECK(ofKinds < measures.uses.front().words);
  for (const double bits : measures.entropy) {
    CHECK(bits > 0);
    CHECK(bits <= std::log2(3.0));
  }
  const std::string text = toText(measures);
  CHECK(text.find("| words that an expert takes | met | 0.0 | 0.1 | 0.2 | 1.0 |") == 0);
  CHECK(text.find("| determiners | ") != std::string::npos);
}
