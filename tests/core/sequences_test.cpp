#include "fovea/sequences.h"

#include "catch2.h"
#include "model_error.h"

using namespace fovea;
using fovea::test::checkError;

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

TEST_CASE("pairs are counted beyond 32 bits", "[sequences]") {
  const Sequences sequences({65536, 65536});
  CHECK(sequences.pairsBefore(1) == std::int64_t{1} << 32);
  CHECK(sequences.pairs() == std::int64_t{1} << 33);
}

TEST_CASE("a length that no sequence has is refused", "[sequences]") {
  checkError(ErrorCode::kInvalidInput,
             "a sequence of -1 tokens after 3 others: its length must be "
             "from 0 to 16777216",
             [] {
               Sequences({3, -1});
             });
  checkError(ErrorCode::kInvalidInput, "a sequence of 16777217 tokens",
             [] { Sequences({16777217}); });
  Sequences sequences({3});
  checkError(ErrorCode::kInvalidInput, "a sequence of -1 tokens", [&] { sequences.assign(-1); });
}

TEST_CASE("no sequences hold no tokens", "[sequences]") {
  const Sequences none;
  CHECK(none.count() == 0);
  CHECK(none.tokens() == 0);
  CHECK(none.pairs() == 0);
  CHECK(none.longest() == 0);
}
