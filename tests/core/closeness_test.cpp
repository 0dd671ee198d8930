#include "closeness.h"

#include "catch2.h"

using namespace fovea;
using namespace fovea::test;

TEST_CASE("what is not a number is close to nothing, wherever it stands", "[closeness]") {
  const Matrix expected = Matrix::Ones(3, 7);
  for (Index i = 0; i < expected.size(); ++i) {
    Matrix actual = expected;
    actual.data()[i] = std::numeric_limits<Scalar>::quiet_NaN();
    CHECK_FALSE(relativeError(actual, expected) < 1e30);
    CHECK_FALSE(relativeError(expected, actual) < 1e30);
    CHECK_FALSE(largestMagnitude(actual) < 1e30);
  }
}

TEST_CASE("the error is a share of the largest value", "[closeness]") {
  RowVector expected(3);
  expected << 1, -4, 0;
  RowVector actual = expected;
  CHECK(relativeError(actual, expected) == 0);
  actual(2) = Scalar(-0.5);
  CHECK(relativeError(actual, expected) == 0.125);
  CHECK(relativeError(RowVector(RowVector::Ones(2)), expected) ==
        std::numeric_limits<double>::infinity());
}
