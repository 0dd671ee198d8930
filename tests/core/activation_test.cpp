#include "fovea/activation.h"

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
