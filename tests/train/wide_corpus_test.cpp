#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "catch2.h"
#include "fovea/train/training_plan.h"
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

TEST_CASE("The shipped plan has the wide corpus, and the full one draws nothing of it") {
  CHECK(presetPlan("small").corpus == CorpusSize::kFull);
  CHECK(presetPlan("shipped").corpus == CorpusSize::kWide);
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
