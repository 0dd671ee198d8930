#include "fovea/activation.h"

#include <cmath>

#include "kernels/rows.h"

namespace fovea {
namespace {

constexpr auto kSqrtHalf = Scalar(0.70710678118654752440);
constexpr auto kSqrtTwoOverPi = Scalar(0.79788456080286535588);
constexpr auto kInvSqrtTwoPi = Scalar(0.39894228040143267794);
constexpr auto kGeluCubic = Scalar(0.044715);

Scalar normalCdf(Scalar x) { return Scalar(0.5) * (1 + std::erf(x * kSqrtHalf)); }
Scalar normalPdf(Scalar x) { return kInvSqrtTwoPi * std::exp(Scalar(-0.5) * x * x); }

Scalar geluDerivative(Scalar x) { return normalCdf(x) + x * normalPdf(x); }

Scalar geluTanhDerivative(Scalar x) {
  const Scalar t = std::tanh(kSqrtTwoOverPi * (x + kGeluCubic * x * x * x));
  const Scalar inner = kSqrtTwoOverPi * (1 + 3 * kGeluCubic * x * x);
  return Scalar(0.5) * (1 + t) + Scalar(0.5) * x * (1 - t * t) * inner;
}

Scalar siluDerivative(Scalar x) {
  const Scalar sigmoid = 1 / (1 + std::exp(-x));
  return sigmoid * (1 + x * (1 - sigmoid));
}

}  // namespace

void activationForward(Activation activation, const MatrixView& x, Matrix& y) {
  y.resize(x.rows(), x.cols());
  kernels::activate(activation, strided(x), y.data(), y.cols());
}

void activationBackward(Activation activation, const MatrixView& x, const MatrixView& dy,
                        Matrix& dx) {
  dx.resize(x.rows(), x.cols());
  switch (activation) {
    case Activation::kRelu:
      dx = dy.array() * (x.array() > 0).cast<Scalar>();
      break;
    case Activation::kGelu:
      dx = dy.cwiseProduct(x.unaryExpr(&geluDerivative));
      break;
    case Activation::kGeluTanh:
      dx = dy.cwiseProduct(x.unaryExpr(&geluTanhDerivative));
      break;
    case Activation::kSilu:
      dx = dy.cwiseProduct(x.unaryExpr(&siluDerivative));
      break;
    case Activation::kNone:
      dx = dy;
      break;
  }
}

}  // namespace fovea
