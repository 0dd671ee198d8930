#include "fovea/activation.h"

#include <cmath>

#include "catch2.h"
#include "closeness.h"
#include "fixture.h"
#include "samples.h"

using namespace fovea;
using namespace fovea::test;

namespace {

const std::map<std::string, Activation> kActivations = {{"relu", Activation::kRelu},
                                                        {"gelu", Activation::kGelu},
                                                        {"gelu_tanh", Activation::kGeluTanh},
                                                        {"silu", Activation::kSilu}};

}  // namespace

TEST_CASE("activations are PyTorch's", "[activation][fixture]") {
  const Fixture fixture("layers");
  for (const auto& [name, activation] : kActivations) {
    DYNAMIC_SECTION(name) {
      const std::string place = "activation." + name + "/";
      const Matrix x = fixture.matrix(place + "x");
      Matrix y;
      activationForward(activation, x, y);
      // Row by row: the first holds ±40 and must not hide the others.
      const Matrix expected = fixture.matrix(place + "output");
      for (Index i = 0; i < x.rows(); ++i)
        CHECK(relativeError(y.row(i), expected.row(i)) <= kForwardTolerance);

      Matrix dx;
      activationBackward(activation, x, fixture.matrix(place + "g.output"), dx);
      CHECK(relativeError(dx, fixture.matrix(place + "g.x")) <= kBackwardTolerance);
    }
  }
}

TEST_CASE("activations near 0 keep their relative accuracy", "[activation]") {
  const Matrix x = Matrix::Constant(1, 8, Scalar(1e-3));
  Matrix y;
  activationForward(Activation::kGelu, x, y);
  CHECK(relativeError(y, Matrix::Constant(1, 8, Scalar(5.00398942e-4))) < 1e-6);
  activationForward(Activation::kSilu, x, y);
  CHECK(relativeError(y, Matrix::Constant(1, 8, Scalar(5.00249999979e-4))) < 1e-6);
}

TEST_CASE("slopes are the functions' own, at 0 and around it", "[activation]") {
  constexpr Index kCount = 161;
  Matrix x(1, kCount);
  for (Index i = 0; i < kCount; ++i) x(0, i) = Scalar(i - 80) / 10;
  Matrix gelu(1, kCount);
  Matrix silu(1, kCount);
  for (Index i = 0; i < kCount; ++i) {
    const double at = double(x(0, i));
    const double cdf = std::erfc(-at / std::sqrt(2.0)) / 2;
    const double sigmoid = 1 / (1 + std::exp(-at));
    gelu(0, i) = Scalar(cdf + at * std::exp(-at * at / 2) / std::sqrt(8 * std::atan(1.0)));
    silu(0, i) = Scalar(sigmoid * (1 + at * (1 - sigmoid)));
  }
  Matrix dx;
  activationBackward(Activation::kGelu, x, Matrix::Ones(1, kCount), dx);
  CHECK(dx(0, 80) == Scalar(0.5));
  CHECK(largestMagnitude(dx - gelu) < 1e-6);
  activationBackward(Activation::kSilu, x, Matrix::Ones(1, kCount), dx);
  CHECK(dx(0, 80) == Scalar(0.5));
  CHECK(largestMagnitude(dx - silu) < 1e-6);
}

TEST_CASE("activations stay finite for numbers of any size", "[activation]") {
  Matrix x(1, 4);
  x << Scalar(-1e4), Scalar(-100), Scalar(100), Scalar(1e4);
  const Matrix expected = x.cwiseMax(Scalar(0));
  for (const auto& [name, activation] : kActivations) {
    DYNAMIC_SECTION(name) {
      Matrix y;
      activationForward(activation, x, y);
      CHECK(largestMagnitude(y - expected) < 1e-30);
      Matrix dx;
      activationBackward(activation, x, Matrix::Ones(1, 4), dx);
      Matrix slope(1, 4);
      slope << 0, 0, 1, 1;
      CHECK(largestMagnitude(dx - slope) < 1e-30);
    }
  }
}
