#include "fovea/train/softness.h"

#include "catch2.h"
#include "fovea/error.h"

using namespace fovea;

namespace {

RowVector rowOf(std::initializer_list<Scalar> weights) {
  RowVector row(static_cast<Index>(weights.size()));
  std::copy(weights.begin(), weights.end(), row.data());
  return row;
}

HeadReading readingOf(const RowVector& weights, Index antecedent, Index other) {
  HeadReading reading;
  reading.shape = rowShape(weights);
  reading.right = reading.shape.largestAt == antecedent;
  reading.weight = double(weights(antecedent));
  reading.otherShown = amongLargest(weights, other, 3);
  return reading;
}

PronounReading readingOfHeads(std::vector<HeadReading> heads) {
  PronounReading reading;
  reading.heads = std::move(heads);
  return reading;
}

// Of four tokens; the antecedent is 0 and the other noun 1.
const HeadReading kOnOne = readingOf(rowOf({1, 0, 0, 0}), 0, 1);
const HeadReading kSoft = readingOf(rowOf({0.5F, 0.25F, 0.125F, 0.125F}), 0, 1);
const HeadReading kUnseen = readingOf(rowOf({0.5F, 0, 0.3F, 0.2F}), 0, 1);
const HeadReading kWrong = readingOf(rowOf({0.25F, 0.5F, 0.125F, 0.125F}), 0, 1);

}  // namespace

TEST_CASE("A row's shape: where its largest weight lies, its entropy in bits, what is above .03") {
  const RowShape shape = rowShape(rowOf({0.125F, 0.5F, 0.25F, 0.125F, 0}));
  CHECK(shape.largestAt == 1);
  CHECK(shape.largest == 0.5);
  CHECK(shape.entropy == Approx(1.75).margin(1e-9));
  CHECK(shape.seen == 4);
  CHECK(rowShape(rowOf({0.97F, 0.03F})).seen == 1);
  CHECK(rowShape(rowOf({1})).entropy == 0);
}

TEST_CASE("A token is among the three largest where fewer than three are larger") {
  const RowVector row = rowOf({0.4F, 0.3F, 0.2F, 0.1F});
  CHECK(amongLargest(row, 2, 3));
  CHECK_FALSE(amongLargest(row, 3, 3));
  CHECK(amongLargest(rowOf({0.4F, 0.2F, 0.2F, 0.2F}), 3, 3));
}

TEST_CASE("Softness is measured on one head's rows") {
  const std::vector<PronounReading> readings = {readingOfHeads({kOnOne, kSoft}),
                                                readingOfHeads({kOnOne, kUnseen}),
                                                readingOfHeads({kOnOne, kOnOne})};
  const Softness soft = softness(readings, 1);
  CHECK(soft.medianLargest == 0.5);
  CHECK(soft.between == Approx(2.0 / 3));
  CHECK(soft.entropy == Approx((1.75 + 1.4855 + 0) / 3).margin(1e-4));
  CHECK(soft.seen == Approx((4 + 3 + 1) / 3.0));
  CHECK(soft.otherShown == Approx(2.0 / 3));  // a zero is among three where all but one are zeros
  const Softness sharp = softness(readings, 0);
  CHECK(sharp.medianLargest == 1);
  CHECK(sharp.between == 0);
  CHECK(sharp.entropy == 0);
  CHECK(sharp.seen == 1);
  CHECK_THROWS_AS(softness({}, 0), ModelError);
}

TEST_CASE("A row teaches by its entropy, and only where it shows the other noun") {
  CHECK(teaching(kOnOne) == 0);
  CHECK(teaching(kUnseen) == 0);
  CHECK(teaching(kSoft) == 1);
  const auto withEntropy = [](double bits) {
    HeadReading row = kSoft;
    row.shape.entropy = bits;
    return teaching(row);
  };
  CHECK(withEntropy(0.4) == Approx(0.4));
  CHECK(withEntropy(1) == 1);
  CHECK(withEntropy(2) == 1);
  CHECK(withEntropy(2.75) == Approx(0.25));
  CHECK(withEntropy(3.5) == 0);
}

TEST_CASE("The showcase head is right about as often as the best one, and teaches most") {
  // Heads: always right and sharp, right and soft in 199 of 200, soft but wrong in 3 of 200.
  std::vector<PronounReading> readings(200, readingOfHeads({kOnOne, kSoft, kSoft}));
  readings[0].heads[1] = kWrong;
  for (std::size_t i = 0; i < 3; ++i) readings[i].heads[2] = kWrong;
  CHECK(mostAccurateHeads(readings) == std::vector<std::size_t>{0, 1});
  ShowcaseHead chosen = showcaseHead(readings);
  CHECK(chosen.head == 1);
  CHECK(chosen.right == Approx(0.995));
  CHECK(chosen.teaching == Approx(1));

  for (std::size_t i = 0; i < 3; ++i) readings[i].heads[1] = kWrong;
  CHECK(mostAccurateHeads(readings) == std::vector<std::size_t>{0});
  chosen = showcaseHead(readings);
  CHECK(chosen.head == 0);
  CHECK(chosen.right == 1);
  CHECK(chosen.teaching == 0);
}

TEST_CASE("A head repeats an earlier one of its layer that looks at the same in most rows") {
  ModelConfig config;
  config.layers = 2;
  config.heads = 3;
  const auto at = [](Index token) {
    HeadReading head;
    head.shape.largestAt = token;
    return head;
  };
  // Layer 0: the third repeats the first in four rows of five. Layer 1: in three, and all look
  // where a head of layer 0 does.
  const PronounReading same = readingOfHeads({at(0), at(1), at(0), at(0), at(1), at(0)});
  const PronounReading half = readingOfHeads({at(2), at(1), at(2), at(2), at(0), at(1)});
  const PronounReading none = readingOfHeads({at(0), at(1), at(3), at(0), at(1), at(3)});
  const std::vector<PronounReading> readings = {same, same, same, half, none};
  CHECK(repeatingHeads(readings, config) == std::vector<Index>{1, 0});
  const std::vector<PronounReading> alike = {
      readingOfHeads({at(4), at(4), at(4), at(0), at(1), at(2)})};
  CHECK(repeatingHeads(alike, config) == std::vector<Index>{2, 0});
}
