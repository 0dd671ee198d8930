#include "fovea/sequences.h"

#include "catch2.h"

using namespace fovea;

TEST_CASE("sequences lie end to end", "[sequences]") {
  const Sequences sequences({3, 1, 4});
  REQUIRE(sequences.count() == 3);
  CHECK(sequences.tokens() == 8);
  CHECK(sequences.longest() == 4);
  CHECK(sequences.begin(0) == 0);
  CHECK(sequences.begin(1) == 3);
  CHECK(sequences.begin(2) == 4);
  CHECK(sequences.length(1) == 1);
  CHECK(sequences.length(2) == 4);
}

TEST_CASE("pairs count the cells of the attention matrices", "[sequences]") {
  const Sequences sequences({3, 1, 4});
  CHECK(sequences.pairsBefore(0) == 0);
  CHECK(sequences.pairsBefore(1) == 9);
  CHECK(sequences.pairsBefore(2) == 10);
  CHECK(sequences.pairs() == 26);
}

TEST_CASE("no sequences hold no tokens", "[sequences]") {
  const Sequences none;
  CHECK(none.count() == 0);
  CHECK(none.tokens() == 0);
  CHECK(none.pairs() == 0);
  CHECK(none.longest() == 0);
}
