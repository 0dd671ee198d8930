#include "fovea/relative_positions.h"

#include <algorithm>
#include <cmath>

#include "catch2.h"
#include "closeness.h"
#include "samples.h"

using namespace fovea;
using namespace fovea::test;

TEST_CASE("turned queries and keys meet by their distance alone", "[relative_positions]") {
  const Index dK = GENERATE(2, 6, 7);
  Random random(1);
  const RowVector query = randomRow(random, dK);
  const RowVector key = randomRow(random, dK);
  const Matrix queries = query.replicate(9, 1);
  const Matrix keys = key.replicate(9, 1);
  Matrix turnedQueries(9, dK);
  Matrix turnedKeys(9, dK);
  rotateRows(queries, turnedQueries);
  rotateRows(keys, turnedKeys);
  const Matrix scores = turnedQueries * turnedKeys.transpose();
  CHECK(scores(2, 0) == Approx(scores(8, 6)).margin(1e-5));
  CHECK(scores(3, 3) == Approx(query.dot(key)).margin(1e-5));
  CHECK(std::abs(scores(2, 0) - scores(0, 2)) > 1e-3);
  CHECK(relativeError(turnedQueries.rowwise().norm(), queries.rowwise().norm()) < 1e-6);
  rotateRows(turnedQueries, turnedQueries, true);
  CHECK(relativeError(turnedQueries, queries) < 1e-6);
}

TEST_CASE("slopes halve from head to head, and lie between where heads are no power of two",
          "[relative_positions]") {
  for (Index head = 0; head < 8; ++head)
    CHECK(alibiSlope(head, 8) == Approx(std::pow(0.5, head + 1)));
  CHECK(alibiSlope(0, 1) == Approx(1.0 / 256));
  CHECK(alibiSlope(1, 3) == Approx(1.0 / 256));
  CHECK(alibiSlope(2, 3) == Approx(0.25));
}

TEST_CASE("a bias falls with the distance to either side", "[relative_positions]") {
  Matrix biases(3, 4);
  alibiBiases(Scalar(0.5), biases);
  Matrix expected(3, 4);
  expected << 0, -0.5, -1, -1.5, -0.5, 0, -0.5, -1, -1, -0.5, 0, -0.5;
  CHECK(biases == expected);
}

TEST_CASE("buckets grow with the distance, apart for keys before and behind",
          "[relative_positions]") {
  const auto byLogarithm = [](Index apart) {
    if (apart < 8) return apart;
    const double ranges = std::log(static_cast<double>(apart) / 8) / std::log(128.0 / 8) * 8;
    return std::min<Index>(15, 8 + static_cast<Index>(std::floor(ranges + 1e-9)));
  };
  for (Index apart = 0; apart < 600; ++apart) {
    CHECK(relativeBucket(-apart) == byLogarithm(apart));
    if (apart > 0) CHECK(relativeBucket(apart) == 16 + byLogarithm(apart));
  }
  // The first distances of the ranges, as MPNet's definition has them in 32 bits.
  const Index first[] = {8, 12, 16, 23, 32, 46, 64, 91};
  for (Index i = 0; i < 8; ++i) {
    CHECK(relativeBucket(-first[i]) == 8 + i);
    CHECK(relativeBucket(-first[i] + 1) == 7 + i);
  }
}

TEST_CASE("biases are looked up by distance and head", "[relative_positions]") {
  Matrix table(kRelativeBuckets, 2);
  for (Index i = 0; i < table.size(); ++i) table.data()[i] = static_cast<Scalar>(i);
  const RowVector biases = relativeBiases(table, 1, 3);  // two before, … two behind
  RowVector expected(5);
  expected << 5, 3, 1, 35, 37;
  CHECK(biases == expected);
  CHECK(relativeBiases(table, 0, 1)(0) == 0);
}
