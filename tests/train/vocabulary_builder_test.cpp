#include "fovea/train/vocabulary_builder.h"

#include "catch2.h"
#include "fovea/train/word_geometry.h"
#include "shared_corpus.h"

using namespace fovea;

TEST_CASE("The vocabulary begins with the special pieces and can spell any word") {
  CHECK(test::sharedVocabulary().piece(0) == "[PAD]");
  CHECK(test::sharedVocabulary().piece(4) == "[MASK]");
  CHECK(test::sharedVocabulary().size() > 2800);
  CHECK(test::sharedVocabulary().size() < 3500);
  for (const char letter : std::string("abcdefghijklmnopqrstuvwxyz0123456789")) {
    CHECK(test::sharedVocabulary().id(std::string(1, letter)) >= 0);
    CHECK(test::sharedVocabulary().id(std::string("##") + letter) >= 0);
  }
}

TEST_CASE("The words of the page's sentences are whole pieces") {
  for (const char* word :
       {"the",   "animal", "didn't", "cross",   "street", "because", "it",       "was",  "too",
        "tired", "wide",   "your",   "cat",     "is",     "a",       "lovely",   "nice", "dog",
        "bites", "man",    "trophy", "doesn't", "fit",    "in",      "suitcase", "big",  "small"})
    CHECK(test::sharedVocabulary().id(word) >= 0);
}

TEST_CASE("The words of the groups are whole pieces") {
  for (const auto& group : wordGroups()) {
    if (group.first == "plane") continue;
    for (const std::string& word : group.second) {
      INFO(word);
      CHECK(test::sharedVocabulary().id(word) >= 0);
    }
  }
}
