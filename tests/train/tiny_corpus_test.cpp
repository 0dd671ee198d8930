#include <algorithm>
#include <set>

#include "catch2.h"
#include "fovea/train/corpus.h"
#include "model_error.h"
#include "shared_corpus.h"

using namespace fovea;

namespace {

const Corpus& tiny() { return test::sharedTinyCorpus(); }

constexpr int kDraws = 2000;

}  // namespace

TEST_CASE("The tiny corpus has some hundred words, each a piece, those of the page among them") {
  const Vocabulary& vocabulary = test::sharedTinyVocabulary();
  CHECK(vocabulary.size() < 300);
  for (const char* word :
       {"the", "animal", "didn't", "cross",  "street",  "because", "it",     "was",
        "too", "tired",  "wide",   "trophy", "doesn't", "fit",     "in",     "suitcase",
        "is",  "big",    "small",  "dog",    "chased",  "cat",     "hungry", "slow"}) {
    INFO(word);
    CHECK(vocabulary.id(word) >= 0);
  }
  Random random(1);
  for (int i = 0; i < kDraws; ++i)
    for (const std::string& word : tiny().draw(random, Split::kTraining).words) {
      INFO(word);
      CHECK(vocabulary.id(word) >= 0);
    }
}

TEST_CASE("A tiny training sentence has no pair that is held out; a held-out one has one") {
  Random random(2);
  std::set<std::string> kinds;
  for (int i = 0; i < kDraws; ++i) {
    const Sentence sentence = tiny().draw(random, Split::kTraining);
    kinds.insert(sentence.kind);
    CHECK(tiny().splits().allowsTraining(sentence.words));
    CHECK(tiny().splits().holdsPair(tiny().draw(random, Split::kHeldOut).words, Split::kHeldOut));
  }
  CHECK(kinds == std::set<std::string>{"scene", "so", "reference", "general"});
}

TEST_CASE("A tiny reference has one noun, which the pronoun means") {
  Random random(3);
  for (int i = 0; i < kDraws; ++i) {
    const Sentence sentence = tiny().drawOfKind("reference", random, Split::kTraining);
    INFO(sentence.text());
    REQUIRE(sentence.coreferences.size() == 1);
    const Coreference& reference = sentence.coreferences.front();
    CHECK(reference.candidates == std::vector<std::size_t>{reference.antecedent});
    const auto nouns =
        std::count_if(sentence.words.begin(), sentence.words.end(), [](const std::string& word) {
          const int index = tiny().lexicon().contentIndex(word);
          return index >= 0 && tiny().lexicon().contentWords()[std::size_t(index)].noun;
        });
    CHECK(nouns == 1);
  }
}

TEST_CASE("A tiny pair differs in its adjective, and its two nouns never meet in training") {
  Random random(4);
  std::set<std::string> nouns;
  for (int i = 0; i < 200; ++i) {
    const auto [subject, object] = tiny().drawScenePair(random, Split::kHeldOut);
    const std::string& n1 = subject.words[subject.position("n1")];
    const std::string& n2 = subject.words[subject.position("n2")];
    CHECK(pairSplit(n1, n2) == Split::kHeldOut);
    CHECK(subject.words[subject.position("adj")] != object.words[object.position("adj")]);
    CHECK(subject.coreferences.front().antecedent != object.coreferences.front().antecedent);
    nouns.insert(n1 + " " + n2);
  }
  CHECK(nouns.size() >= 8);
  CHECK(nouns.count("animal street") == 1);
}

TEST_CASE("The corpora have names") {
  CHECK(tiny().size() == CorpusSize::kTiny);
  CHECK(parseCorpusSize(spelling(CorpusSize::kTiny)) == CorpusSize::kTiny);
  test::checkError(ErrorCode::kInvalidConfig, "there is no corpus \"huge\"",
                   [] { parseCorpusSize("huge"); });
}
