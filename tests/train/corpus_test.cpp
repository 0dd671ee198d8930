#include "fovea/train/corpus.h"

#include <algorithm>
#include <map>
#include <set>

#include "catch2.h"
#include "shared_corpus.h"

using namespace fovea;

namespace {

const std::set<std::string> kPronouns = {"it", "he", "she", "they", "him", "her", "his"};

void checkAnnotations(const Sentence& sentence) {
  INFO(sentence.text());
  for (const Coreference& c : sentence.coreferences) {
    REQUIRE(c.pronoun < sentence.words.size());
    REQUIRE(c.antecedent < sentence.words.size());
    CHECK(kPronouns.count(sentence.words[c.pronoun]) == 1);
    CHECK(kPronouns.count(sentence.words[c.antecedent]) == 0);
    CHECK(std::count(c.candidates.begin(), c.candidates.end(), c.antecedent) == 1);
    CHECK(std::set<std::size_t>(c.candidates.begin(), c.candidates.end()).size() ==
          c.candidates.size());
  }
}

}  // namespace

TEST_CASE("The same random state draws the same sentences") {
  Random a(5);
  Random b(5);
  Random other(6);
  int different = 0;
  for (int i = 0; i < 200; ++i) {
    const std::string text = test::sharedCorpus().draw(a, Split::kTraining).text();
    CHECK(text == test::sharedCorpus().draw(b, Split::kTraining).text());
    different += text != test::sharedCorpus().draw(other, Split::kTraining).text();
  }
  CHECK(different > 190);
}

TEST_CASE("No training sentence holds two words of a validation or held-out pair") {
  Random random(1);
  std::map<std::string, int> kinds;
  for (int i = 0; i < 20000; ++i) {
    const Sentence sentence = test::sharedCorpus().draw(random, Split::kTraining);
    ++kinds[sentence.kind];
    std::vector<ContentWord> content;
    for (const std::string& word : sentence.words) {
      const int index = test::sharedCorpus().lexicon().contentIndex(word);
      if (index >= 0)
        content.push_back(
            test::sharedCorpus().lexicon().contentWords()[static_cast<std::size_t>(index)]);
    }
    bool training = true;
    for (const ContentWord& a : content)
      for (const ContentWord& b : content)
        if (a.lemma != b.lemma && (a.noun || b.noun))
          training = training && pairSplit(a.lemma, b.lemma) == Split::kTraining;
    if (!training) FAIL("not for training: " << sentence.text());
  }
  CHECK(kinds.size() == 10);
  CHECK(kinds["scene"] > 4000);
}

TEST_CASE("Sentences of the other splits hold a pair of theirs") {
  Random random(2);
  for (const Split split : {Split::kValidation, Split::kHeldOut}) {
    for (int i = 0; i < 300; ++i)
      CHECK(test::sharedCorpus().splits().holdsPair(test::sharedCorpus().draw(random, split).words,
                                                    split));
  }
}

TEST_CASE("Annotations point at pronouns and at what they can mean") {
  Random random(3);
  int pronouns = 0;
  for (int i = 0; i < 5000; ++i) {
    const Sentence sentence = test::sharedCorpus().draw(random, Split::kTraining);
    checkAnnotations(sentence);
    pronouns += !sentence.coreferences.empty();
  }
  CHECK(pronouns > 2300);
  CHECK(pronouns < 2900);
}

TEST_CASE("A scene pair differs in one adjective, which turns the pronoun") {
  Random random(4);
  for (int i = 0; i < 200; ++i) {
    const auto [subject, object] = test::sharedCorpus().drawScenePair(random, Split::kHeldOut);
    INFO(subject.text());
    REQUIRE(subject.words.size() == object.words.size());
    const std::size_t adjective = subject.position("adj");
    for (std::size_t w = 0; w < subject.words.size(); ++w)
      CHECK((subject.words[w] == object.words[w]) == (w != adjective));
    const std::size_t n1 = subject.position("n1");
    const std::size_t n2 = subject.position("n2");
    CHECK(subject.coreferences.front().antecedent == n1);
    CHECK(object.coreferences.front().antecedent == n2);
    CHECK(pairSplit(subject.words[n1], subject.words[n2]) == Split::kHeldOut);
    CHECK(pairSplit(subject.words[n1], subject.words[adjective]) == Split::kHeldOut);
    CHECK(pairSplit(object.words[n2], object.words[adjective]) == Split::kHeldOut);
  }
}

TEST_CASE("Made-up words are none of the lexicon's") {
  Random random(5);
  for (int i = 0; i < 500; ++i) {
    const std::string word = nonceWord(random);
    CHECK(word.size() >= 4);
    CHECK(test::sharedCorpus().lexicon().contentIndex(word) == -1);
  }
}
