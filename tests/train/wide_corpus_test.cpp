#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "catch2.h"
#include "fovea/train/training_plan.h"
#include "model_error.h"
#include "shared_corpus.h"

using namespace fovea;

namespace {

const Corpus& wide() {
  static const Corpus corpus(CorpusSize::kWide);
  return corpus;
}

/// A space before and after each word, so that " by " is found as a word.
std::string spaced(const Sentence& sentence) {
  std::string text = " ";
  for (const std::string& word : sentence.words) text += word + " ";
  return text;
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("The full corpus draws nothing of the wide one") {
  CHECK(presetPlan("small").corpus == CorpusSize::kFull);
  CHECK(parseCorpusSize(spelling(CorpusSize::kWide)) == CorpusSize::kWide);
  Random random(1);
  for (int i = 0; i < 3000; ++i) {
    const std::string& kind = test::sharedCorpus().draw(random, Split::kTraining).kind;
    CHECK((kind != "world" && kind != "turned" && kind != "plain"));
  }
}

TEST_CASE("Sentences of the wide corpus have every construction, and pronouns that are resolved") {
  Random random(2);
  std::map<std::string, int> with;
  std::set<std::string> pronouns;
  int references = 0;
  int two = 0;
  for (int i = 0; i < 20000; ++i) {
    const Sentence sentence = wide().draw(random, Split::kTraining);
    const std::string text = spaced(sentence);
    for (const char* part : {" by the ", " that ", " which ", " who ", " said that ", " and then ",
                             " did not fit ", " until ", " of the "})
      with[part] += holds(text, part);
    with["fronted"] += sentence.words[0] == "because" || sentence.words[0] == "although";
    references += !sentence.coreferences.empty();
    two += sentence.coreferences.size() > 1;
    for (const Coreference& c : sentence.coreferences) {
      REQUIRE(c.antecedent < sentence.words.size());
      CHECK(c.antecedent != c.pronoun);
      CHECK(std::count(c.candidates.begin(), c.candidates.end(), c.antecedent) == 1);
      pronouns.insert(sentence.words[c.pronoun]);
    }
  }
  for (const auto& [part, count] : with) {
    INFO(part);
    CHECK(count > 20);
  }
  CHECK(pronouns ==
        std::set<std::string>{"it", "he", "she", "they", "him", "her", "his", "its", "their"});
  CHECK(references > 13000);
  CHECK(references < 15500);
  CHECK(two > 200);
}

TEST_CASE("In a world the passive means what the active does: who does it keeps its reasons") {
  Random random(3);
  int doers = 0;
  int done = 0;
  for (int i = 0; i < 40000; ++i) {
    const Sentence sentence = wide().drawOfKind("world", random, Split::kTraining);
    const std::string text = spaced(sentence);
    if (sentence.coreferences.size() != 1 || !holds(text, " by ") || !holds(text, " wanted food "))
      continue;
    // "wanted food" is a reason of who eats, the subject, wherever it stands.
    const std::size_t meant = sentence.coreferences[0].antecedent;
    CHECK(meant == sentence.position("n1"));
    doers += sentence.position("n1") > sentence.position("n2");
    ++done;
  }
  CHECK(done > 10);
  CHECK(doers == done);
}

TEST_CASE("Constructions that are held out are never drawn in training") {
  Random random(4);
  for (int i = 0; i < 20000; ++i) {
    const Sentence sentence = wide().draw(random, Split::kTraining);
    CHECK(sentence.kind != "unseen");
    CHECK_FALSE(holds(spaced(sentence), " got bitten "));
  }
  std::set<std::string> firsts;
  for (int i = 0; i < 300; ++i) {
    const Sentence sentence = wide().drawOfKind("unseen", random, Split::kTraining);
    const std::string text = spaced(sentence);
    REQUIRE(sentence.coreferences.size() == 1);
    firsts.insert(holds(text, " got ")           ? "get-passive"
                  : holds(text, " that ")        ? "cleft"
                  : holds(text, " ? ")           ? "question"
                  : holds(text, " fell because") ? "participle"
                                                 : "other: " + text);
  }
  CHECK(firsts == std::set<std::string>{"get-passive", "cleft", "question", "participle"});
}

#ifdef __EMSCRIPTEN__
TEST_CASE("A page has no broad corpus, and says how to train on it") {
  test::checkError(ErrorCode::kInvalidConfig, "fovea train --size shipped",
                   [] { Corpus{CorpusSize::kBroad}; });
}
#else
TEST_CASE("In the broad corpus nearly every noun of a kind is meant by some pronoun") {
  const Corpus broad(CorpusSize::kBroad);
  CHECK(presetPlan("shipped").corpus == CorpusSize::kBroad);
  CHECK(parseCorpusSize(spelling(CorpusSize::kBroad)) == CorpusSize::kBroad);
  Random random(5);
  std::map<std::string, int> meant;
  int first = 0;
  int references = 0;
  for (int i = 0; i < 90000; ++i) {
    const Sentence sentence = broad.draw(random, Split::kTraining);
    for (const Coreference& c : sentence.coreferences) {
      REQUIRE(c.antecedent < sentence.words.size());
      CHECK(c.antecedent != c.pronoun);
      ++meant[sentence.words[c.antecedent]];
      if (c.candidates.size() != 2) continue;
      first += c.antecedent == *std::min_element(c.candidates.begin(), c.candidates.end());
      ++references;
    }
  }
  // Of the wide corpus's persons, .41 are, and of its food .61.
  for (const char* kind : {"any_person", "any_thing", "any_food", "any_animal", "any_vehicle"}) {
    INFO(kind);
    const std::vector<std::string>& words = broad.lexicon().category(kind);
    const auto found = std::count_if(words.begin(), words.end(), [&](const std::string& word) {
      return meant[word.substr(0, word.find(' '))] > 2;
    });
    CHECK(static_cast<double>(found) > 0.9 * static_cast<double>(words.size()));
  }
  // Whoever guesses the first noun is right about as often as not.
  CHECK(first > references * 2 / 5);
  CHECK(first < references * 3 / 5);
}
#endif
