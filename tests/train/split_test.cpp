#include "fovea/train/split.h"

#include "catch2.h"

using namespace fovea;

namespace {

constexpr const char* kWords = "[nouns]\nn: cat dog fox hen owl\n[adjectives]\na: wet dry\n";

}  // namespace

TEST_CASE("The split of a pair follows from FNV-1a32 of its words in order, modulo 12") {
  // Residues worked out with another implementation of the hash.
  CHECK(pairSplit("dog", "kitten") == Split::kHeldOut);  // 0
  CHECK(pairSplit("kitten", "dog") == Split::kHeldOut);
  CHECK(pairSplit("river", "wide") == Split::kHeldOut);     // 0
  CHECK(pairSplit("house", "dog") == Split::kValidation);   // 1
  CHECK(pairSplit("fish", "tired") == Split::kValidation);  // 1
  CHECK(pairSplit("cat", "kitten") == Split::kTraining);    // 2
  CHECK(pairSplit("cat", "dog") == Split::kTraining);       // 5
}

TEST_CASE("The pairs of the demo sentences are held out") {
  CHECK(pairSplit("animal", "street") == Split::kHeldOut);
  CHECK(pairSplit("street", "animal") == Split::kHeldOut);
  CHECK(pairSplit("tired", "animal") == Split::kHeldOut);
  CHECK(pairSplit("wide", "street") == Split::kHeldOut);
  CHECK(pairSplit("suitcase", "trophy") == Split::kHeldOut);
  CHECK(pairSplit("big", "trophy") == Split::kHeldOut);
  CHECK(pairSplit("small", "suitcase") == Split::kHeldOut);
}

TEST_CASE("A twelfth of all pairs is held out, a twelfth is for validation") {
  int heldOut = 0;
  int validation = 0;
  constexpr int kCount = 12000;
  for (int i = 0; i < kCount; ++i) {
    const Split split = pairSplit("left" + std::to_string(i), "right" + std::to_string(7 * i));
    heldOut += split == Split::kHeldOut;
    validation += split == Split::kValidation;
  }
  CHECK(std::abs(heldOut - kCount / 12) < 150);
  CHECK(std::abs(validation - kCount / 12) < 150);
}

TEST_CASE("Plurals count as their nouns, two adjectives are no pair") {
  const Lexicon lexicon(kWords);
  const PairSplits splits(lexicon);
  const int cat = lexicon.contentIndex("cats");
  CHECK(cat == lexicon.contentIndex("cat"));
  CHECK(splits.of(lexicon.contentIndex("wet"), lexicon.contentIndex("dry")) == Split::kTraining);
  for (const char* other : {"dog", "fox", "hen", "owl", "wet", "dry"}) {
    const Split split = pairSplit("cat", other);
    CHECK(splits.of(cat, lexicon.contentIndex(other)) == split);
    CHECK(splits.allowsTraining({"the", "cats", "saw", other}) == (split == Split::kTraining));
    CHECK(splits.holdsPair({other, "cat"}, Split::kHeldOut) == (split == Split::kHeldOut));
  }
}
