#include "fovea/train/lexicon.h"

#include "catch2.h"
#include "model_error.h"

using namespace fovea;
using namespace fovea::test;

namespace {

const Lexicon& lexicon() {
  static const Lexicon words(
      "# a comment\n[nouns]\npet: cat fox mouse\nall: @pet baby cat\n[adjectives]\nmood: sad\n"
      "[verbs]\nmove: run hop cry chase lie run_away_from\n"
      "[plurals]\nmouse: mice\n[past]\nrun: ran run\n[third]\nhave: has\n"
      "[degrees]\ngood: better best\n[doubling]\nverbs: hop run\nadjectives: big\n");
  return words;
}

}  // namespace

TEST_CASE("Categories hold words, phrases and the words of other categories, each once") {
  CHECK(lexicon().category("all") == std::vector<std::string>{"cat", "fox", "mouse", "baby"});
  CHECK(lexicon().resolve("big @mood run_off") ==
        std::vector<std::string>{"big", "sad", "run off"});
  CHECK(lexicon().resolve("the_@all") ==
        std::vector<std::string>{"the cat", "the fox", "the mouse", "the baby"});
  CHECK(lexicon().resolve("two_@pet.s") ==
        std::vector<std::string>{"two cats", "two foxes", "two mice"});
  CHECK_FALSE(lexicon().hasCategory("none"));
  checkError(ErrorCode::kInvalidInput, "none", [] { lexicon().category("none"); });
}

TEST_CASE("Words inflect, a phrase in its first word") {
  CHECK(lexicon().inflect("cat", WordForm::kPlural) == "cats");
  CHECK(lexicon().inflect("fox", WordForm::kPlural) == "foxes");
  CHECK(lexicon().inflect("baby", WordForm::kPlural) == "babies");
  CHECK(lexicon().inflect("mouse", WordForm::kPlural) == "mice");
  CHECK(lexicon().inflect("chase", WordForm::kThirdPerson) == "chases");
  CHECK(lexicon().inflect("cry", WordForm::kThirdPerson) == "cries");
  CHECK(lexicon().inflect("run away from", WordForm::kPast) == "ran away from");
  CHECK(lexicon().inflect("hop", WordForm::kPast) == "hopped");
  CHECK(lexicon().inflect("chase", WordForm::kPast) == "chased");
  CHECK(lexicon().inflect("cry", WordForm::kPast) == "cried");
  CHECK(lexicon().inflect("hop", WordForm::kGerund) == "hopping");
  CHECK(lexicon().inflect("chase", WordForm::kGerund) == "chasing");
  CHECK(lexicon().inflect("lie", WordForm::kGerund) == "lying");
  CHECK(lexicon().inflect("tie", WordForm::kGerund) == "tying");
  CHECK(lexicon().inflect("lie", WordForm::kBase) == "lie");
  CHECK(lexicon().inflect("run", WordForm::kParticiple) == "run");
  CHECK(lexicon().inflect("chase", WordForm::kParticiple) == "chased");
  CHECK(lexicon().inflect("have fun", WordForm::kThirdPerson) == "has fun");
}

TEST_CASE("Adjectives have degrees") {
  CHECK(lexicon().inflect("good", WordForm::kComparative) == "better");
  CHECK(lexicon().inflect("good", WordForm::kSuperlative) == "best");
  CHECK(lexicon().inflect("big", WordForm::kComparative) == "bigger");
  CHECK(lexicon().inflect("happy", WordForm::kSuperlative) == "happiest");
  CHECK(lexicon().inflect("nice", WordForm::kComparative) == "nicer");
  CHECK(lexicon().inflect("old", WordForm::kSuperlative) == "oldest");
}

TEST_CASE("Nouns and adjectives are content words, verbs are not") {
  const int mouse = lexicon().contentIndex("mice");
  REQUIRE(mouse >= 0);
  CHECK(lexicon().contentWords()[static_cast<std::size_t>(mouse)].lemma == "mouse");
  CHECK(lexicon().contentWords()[static_cast<std::size_t>(mouse)].noun);
  CHECK_FALSE(lexicon().contentWords()[std::size_t(lexicon().contentIndex("sad"))].noun);
  CHECK(lexicon().contentIndex("chase") == -1);
}

TEST_CASE("A line without a colon is named in the error") {
  checkError(ErrorCode::kInvalidInput, "cat dog", [] { Lexicon("[nouns]\ncat dog\n"); });
}

TEST_CASE("A line without words is named in the error") {
  for (const std::string section : {"plurals", "past", "nouns"})
    checkError(ErrorCode::kInvalidInput, "no words after the colon in the line: mouse:", [&] {
      Lexicon("[" + section + "]\nmouse:\n");
    });
}
