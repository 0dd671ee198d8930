#include "fovea/activation.h"

#include <cmath>

namespace fovea {
namespace {

constexpr auto kSqrtHalf = Scalar(0.70710678118654752440);
constexpr auto kSqrtTwoOverPi = Scalar(0.79788456080286535588);
constexpr auto kInvSqrtTwoPi = Scalar(0.39894228040143267794);
constexpr auto kGeluCubic = Scalar(0.044715);

Scalar normalCdf(Scalar x) { return Scalar(0.5) * (1 + std::erf(x * kSqrtHalf)); }
Scalar normalPdf(Scalar x) { return kInvSqrtTwoPi * std::exp(Scalar(-0.5) * x * x); }
Scalar sigmoid(Scalar x) { return 1 / (1 + std::exp(-x)); }

Scalar geluTanhDerivative(Scalar x) {
  const Scalar t = std::tanh(kSqrtTwoOverPi * (x + kGeluCubic * x * x * x));
  const Scalar inner = kSqrtTwoOverPi * (1 + 3 * kGeluCubic * x * x);
  return Scalar(0.5) * (1 + t) + Scalar(0.5) * x * (1 - t * t) * inner;
}

Scalar derivative(Activation activation, Scalar x) {
  switch (activation) {
    case Activation::kRelu: return x > 0 ? Scalar(1) : Scalar(0);
    case Activation::kGelu: return normalCdf(x) + x * normalPdf(x);
    case Activation::kGeluTanh: return geluTanhDerivative(x);
    case Activation::kSilu: return sigmoid(x) * (1 + x * (1 - sigmoid(x)));
  }
  return 0;
}

}  // namespace

void activationForward(Activation activation, const MatrixView& x, Matrix& y) {
  y.resize(x.rows(), x.cols());
  const auto v = x.array();
  switch (activation) {
    case Activation::kRelu: y = v.max(Scalar(0)); break;
    case Activation::kGelu: y = x.unaryExpr([](Scalar s) { return s * normalCdf(s); }); break;
    case Activation::kGeluTanh:
      y = Scalar(0.5) * v * (1 + (kSqrtTwoOverPi * (v + kGeluCubic * v.cube())).tanh());
      break;
    case Activation::kSilu: y = v / (1 + (-v).exp()); break;
  }
}

void activationBackward(Activation activation, const MatrixView& x, const MatrixView& dy,
                        Matrix& dx) {
  dx.resize(x.rows(), x.cols());
  dx = x.binaryExpr(
      dy, [activation](Scalar v, Scalar g) { return g * derivative(activation, v); });
}

}  // namespace fovea
