#include "fovea/layer_norm.h"

#include <cmath>

#include "catch2.h"
#include "closeness.h"
#include "fixture.h"
#include "samples.h"

using namespace fovea;
using namespace fovea::test;

namespace {

LayerNormWeights identityNorm(Index d) { return {RowVector::Ones(d), RowVector::Zero(d)}; }

}  // namespace

TEST_CASE("layer norm is PyTorch's", "[layer_norm][fixture]") {
  const Fixture fixture("layers");
  const double eps = GENERATE(1e-5, 1e-2);
  const std::string place = eps < 1e-3 ? "layer_norm.1e-5/" : "layer_norm.1e-2/";
  INFO(place);
  const LayerNormWeights weights = fixture.norm(place);
  const Matrix x = fixture.matrix(place + "x");
  LayerNormActivations y;
  layerNormForward(weights, eps, x, y);
  CHECK(relativeError(y.output, fixture.matrix(place + "output")) <= kForwardTolerance);

  LayerNormWeights gradient = LayerNormWeights::zeros(6);
  LayerNormActivations dy{fixture.matrix(place + "g.output"), {}, {}};
  Matrix dx;
  layerNormBackward(weights, x, y, dy, gradient, dx);
  // Row by row: the one without variance has a derivative 1 ÷ √ε times larger than the others.
  const Matrix expected = fixture.matrix(place + "g.x");
  for (Index i = 0; i < x.rows(); ++i)
    CHECK(relativeError(dx.row(i), expected.row(i)) <= kBackwardTolerance);
  const LayerNormWeights expectedGradient = fixture.norm(place + "g.");
  CHECK(relativeError(gradient.gamma, expectedGradient.gamma) <= kBackwardTolerance);
  CHECK(relativeError(gradient.beta, expectedGradient.beta) <= kBackwardTolerance);
}

TEST_CASE("the identity yields rows of mean 0 and variance 1", "[layer_norm]") {
  Random random(1);
  const Matrix x = 3 * randomMatrix(random, 5, 37).array() + 2;
  LayerNormActivations y;
  layerNormForward(identityNorm(37), 0, x, y);
  for (Index i = 0; i < x.rows(); ++i) {
    CHECK(std::abs(y.output.row(i).mean()) < 1e-6);
    CHECK(std::abs(y.output.row(i).squaredNorm() / 37 - 1) < 1e-6);
  }
}

TEST_CASE("mean and rstd are those of the row", "[layer_norm]") {
  Matrix x(1, 4);
  x << 1, 2, 3, 6;  // mean 3, variance (4 + 1 + 0 + 9) ÷ 4
  LayerNormActivations y;
  layerNormForward(identityNorm(4), 0.5, x, y);
  CHECK(y.mean(0) == Scalar(3));
  CHECK(std::abs(y.rstd(0) - 0.5) < 1e-7);
}

TEST_CASE("layer norm does not see the scale and shift of a row", "[layer_norm]") {
  Random random(2);
  const LayerNormWeights weights = randomNorm(random, 16);
  const Matrix x = randomMatrix(random, 3, 16);
  LayerNormActivations y;
  LayerNormActivations moved;
  layerNormForward(weights, 0, x, y);
  layerNormForward(weights, 0, (5 * x.array() - 3).matrix(), moved);
  CHECK(relativeError(moved.output, y.output) < 1e-5);
}
