#include "fovea/linear.h"

#include "catch2.h"
#include "closeness.h"
#include "fixture.h"
#include "samples.h"

using namespace fovea;
using namespace fovea::test;

TEST_CASE("a linear layer is PyTorch's", "[linear][fixture]") {
  const Fixture fixture("layers");
  const LinearWeights weights = fixture.linear("linear/");
  const Matrix x = fixture.matrix("linear/x");
  Matrix y;
  linearForward(weights, x, y);
  CHECK(relativeError(y, fixture.matrix("linear/output")) <= kForwardTolerance);

  LinearWeights gradient = LinearWeights::zeros(3, 4);
  Matrix dx;
  linearBackward(weights, x, fixture.matrix("linear/g.output"), gradient, dx);
  CHECK(relativeError(dx, fixture.matrix("linear/g.x")) <= kBackwardTolerance);
  const LinearWeights expected = fixture.linear("linear/g.");
  CHECK(relativeError(gradient.weight, expected.weight) <= kBackwardTolerance);
  CHECK(relativeError(gradient.bias, expected.bias) <= kBackwardTolerance);
}

TEST_CASE("backward adds to the gradient", "[linear]") {
  const Fixture fixture("layers");
  const LinearWeights weights = fixture.linear("linear/");
  const Matrix x = fixture.matrix("linear/x");
  const Matrix dy = fixture.matrix("linear/g.output");
  LinearWeights once = LinearWeights::zeros(3, 4);
  LinearWeights twice = once;
  Matrix dx;
  linearBackward(weights, x, dy, once, dx);
  linearBackward(weights, x, dy, twice, dx);
  linearBackward(weights, x, dy, twice, dx);
  CHECK(relativeError(twice.weight, 2 * once.weight) <= kForwardTolerance);
  CHECK(relativeError(twice.bias, 2 * once.bias) <= kForwardTolerance);
}

TEST_CASE("a view of some columns is multiplied like a copy of them", "[linear]") {
  Random random(1);
  const Matrix wide = randomMatrix(random, 5, 9);
  const LinearWeights weights = randomLinear(random, 3, 4);
  Matrix ofView;
  Matrix ofCopy;
  linearForward(weights, wide.middleCols(2, 4), ofView);
  linearForward(weights, Matrix(wide.middleCols(2, 4)), ofCopy);
  CHECK(relativeError(ofView, ofCopy) <= kForwardTolerance);
}

TEST_CASE("zero weights have the shape out × in", "[linear]") {
  const LinearWeights weights = LinearWeights::zeros(3, 4);
  CHECK(weights.weight == Matrix::Zero(3, 4));
  CHECK(weights.bias == RowVector::Zero(3));
}
