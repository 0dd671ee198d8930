#include "fovea/positional_encoding.h"

#include <cmath>

#include "catch2.h"
#include "closeness.h"
#include "fixture.h"

using namespace fovea;
using namespace fovea::test;

TEST_CASE("sinusoidal positions are PyTorch's", "[positional_encoding][fixture]") {
  const Fixture fixture("layers");
  CHECK(relativeError(sinusoidalPositions(9, 8), fixture.matrix("sinusoids/even")) <=
        kForwardTolerance);
  CHECK(relativeError(sinusoidalPositions(5, 7), fixture.matrix("sinusoids/odd")) <=
        kForwardTolerance);
}

TEST_CASE("position 0 is 0, 1, 0, 1, …", "[positional_encoding]") {
  const Matrix table = sinusoidalPositions(1, 6);
  for (Index j = 0; j < 6; ++j) CHECK(table(0, j) == Scalar(j % 2));
}

TEST_CASE("a pair of columns turns by the same angle at every step", "[positional_encoding]") {
  const Matrix table = sinusoidalPositions(400, 8);
  for (Index pair = 0; pair < 4; ++pair) {
    const double step = std::pow(10000.0, -static_cast<double>(pair) / 4);
    for (Index p = 0; p + 1 < 400; ++p) {
      const double s = table(p, 2 * pair);
      const double c = table(p, 2 * pair + 1);
      REQUIRE(std::abs(table(p + 1, 2 * pair) - (s * std::cos(step) + c * std::sin(step))) < 3e-7);
    }
  }
}
