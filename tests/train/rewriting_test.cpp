#include "fovea/train/rewriting.h"

#include "catch2.h"
#include "shared_corpus.h"

using namespace fovea;
using namespace fovea::test;

namespace {

std::string join(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

Sentence sentenceOf(std::vector<std::string> words, std::vector<Coreference> references) {
  Sentence sentence;
  sentence.words = std::move(words);
  sentence.coreferences = std::move(references);
  return sentence;
}

}  // namespace

TEST_CASE("A pronoun becomes what it stands for") {
  const Lexicon& lexicon = sharedCorpus().lexicon();
  const auto rewrittenText = [&](const Sentence& sentence) {
    return join(rewritten(sentence, lexicon).words);
  };
  CHECK(rewrittenText(sentenceOf({"the", "animal", "didn't", "cross", "the", "street", "because",
                                  "it", "was", "too", "tired"},
                                 {{7, 1, {1, 5}}})) ==
        "the animal didn't cross the street because the animal was too tired");
  CHECK(rewrittenText(sentenceOf({"my", "old", "dog", "ran", "because", "it", "was", "hungry"},
                                 {{5, 2, {2}}})) == "my old dog ran because my dog was hungry");
  CHECK(rewrittenText(sentenceOf({"john", "saw", "an", "apple", "and", "he", "ate", "it"},
                                 {{5, 0, {0}}, {7, 3, {3}}})) ==
        "john saw an apple and john ate the apple");
  CHECK(rewrittenText(sentenceOf({"anna", "lost", "her", "coat"}, {{2, 0, {0}}})) ==
        "anna lost anna's coat");
  CHECK(rewrittenText(sentenceOf({"the", "woman", "was", "sick", "so", "tom", "called", "her", "."},
                                 {{7, 1, {1, 5}}})) ==
        "the woman was sick so tom called the woman .");
  CHECK(rewrittenText(sentenceOf({"it", "was", "dark"}, {})) == "it was dark");
}

TEST_CASE("Every reference of the corpus is rewritten, and its referent is known") {
  Random random(5);
  int references = 0;
  for (int i = 0; i < 2000; ++i) {
    const Sentence sentence = sharedCorpus().draw(random, Split::kTraining);
    const Rewriting rewriting = rewritten(sentence, sharedCorpus().lexicon());
    INFO(sentence.text() << " / " << join(rewriting.words));
    REQUIRE(rewriting.referents.size() == sentence.coreferences.size());
    for (std::size_t r = 0; r < rewriting.referents.size(); ++r) {
      const std::string& noun = sentence.words[sentence.coreferences[r].antecedent];
      const std::string& word = rewriting.words[rewriting.referents[r]];
      CHECK((word == noun || word == noun + "'s"));
    }
    references += static_cast<int>(rewriting.referents.size());
  }
  CHECK(references > 900);
}
