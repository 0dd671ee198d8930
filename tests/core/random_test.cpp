#include "fovea/random.h"

#include <cmath>

#include "catch2.h"

using fovea::Random;

TEST_CASE("next is splitmix64", "[random]") {
  // The first outputs of the published algorithm for these seeds.
  Random zero(0);
  CHECK(zero.next() == 0xE220A8397B1DCDAFU);
  CHECK(zero.next() == 0x6E789E6AA1B965F4U);
  CHECK(zero.next() == 0x06C45D188009454FU);
  Random other(1234567);
  CHECK(other.next() == 6457827717110365317U);
  CHECK(other.next() == 3203168211198807973U);
  CHECK(other.next() == 9817491932198370423U);
}

TEST_CASE("the state resumes the sequence", "[random]") {
  Random first(42);
  first.normal();
  Random second(first.state());
  for (int i = 0; i < 4; ++i) CHECK(first.next() == second.next());
}

TEST_CASE("uniform numbers fill 0 to 1 evenly", "[random]") {
  Random random(1);
  constexpr int kDraws = 100000;
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double x = random.uniform();
    REQUIRE(x >= 0);
    REQUIRE(x < 1);
    sum += x;
    squares += x * x;
  }
  // Four standard errors of each moment.
  CHECK(std::abs(sum / kDraws - 1.0 / 2) < 4 * std::sqrt(1.0 / 12 / kDraws));
  CHECK(std::abs(squares / kDraws - 1.0 / 3) < 4 * std::sqrt(4.0 / 45 / kDraws));
}

TEST_CASE("normal numbers have mean 0, deviation 1 and no excess", "[random]") {
  Random random(2);
  constexpr int kDraws = 100000;
  double sum = 0;
  double squares = 0;
  double fourths = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double x = random.normal();
    sum += x;
    squares += x * x;
    fourths += x * x * x * x;
  }
  CHECK(std::abs(sum / kDraws) < 4 * std::sqrt(1.0 / kDraws));
  CHECK(std::abs(squares / kDraws - 1) < 4 * std::sqrt(2.0 / kDraws));
  CHECK(std::abs(fourths / kDraws - 3) < 4 * std::sqrt(96.0 / kDraws));
}

TEST_CASE("below stays below its bound and reaches every value", "[random]") {
  Random random(3);
  int seen[5] = {};
  for (int i = 0; i < 5000; ++i) {
    const std::uint64_t x = random.below(5);
    REQUIRE(x < 5);
    ++seen[x];
  }
  for (const int count : seen) CHECK(std::abs(count - 1000) < 4 * std::sqrt(5000 * 0.2 * 0.8));
  CHECK(random.below(1) == 0);
}

TEST_CASE("chance follows its probability", "[random]") {
  Random random(4);
  int hits = 0;
  for (int i = 0; i < 10000; ++i) hits += random.chance(0.3) ? 1 : 0;
  CHECK(std::abs(hits - 3000) < 4 * std::sqrt(10000 * 0.3 * 0.7));
  CHECK_FALSE(random.chance(0));
  CHECK(random.chance(1));
}
