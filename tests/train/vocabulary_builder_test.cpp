#include "fovea/train/vocabulary_builder.h"

#include "catch2.h"
#include "fovea/train/word_geometry.h"
#include "shared_corpus.h"

using namespace fovea;

namespace {

const Vocabulary& vocabulary() { return test::sharedVocabulary(); }

}  // namespace

TEST_CASE("The vocabulary begins with the special pieces and can spell any word") {
  CHECK(vocabulary().piece(0) == "[PAD]");
  CHECK(vocabulary().piece(4) == "[MASK]");
  CHECK(vocabulary().size() > 2800);
  CHECK(vocabulary().size() < 3400);
  for (const char letter : std::string("abcdefghijklmnopqrstuvwxyz0123456789")) {
    CHECK(vocabulary().id(std::string(1, letter)) >= 0);
    CHECK(vocabulary().id(std::string("##") + letter) >= 0);
  }
}

TEST_CASE("The words of the page's sentences are whole pieces") {
  for (const char* word :
       {"the",   "animal", "didn't", "cross",   "street", "because", "it",       "was",  "too",
        "tired", "wide",   "your",   "cat",     "is",     "a",       "lovely",   "nice", "dog",
        "bites", "man",    "trophy", "doesn't", "fit",    "in",      "suitcase", "big",  "small"})
    CHECK(vocabulary().id(word) >= 0);
}

TEST_CASE("The words of the groups are whole pieces") {
  for (const auto& group : wordGroups()) {
    if (group.first == "plane") continue;
    for (const std::string& word : group.second) {
      INFO(word);
      CHECK(vocabulary().id(word) >= 0);
    }
  }
}
