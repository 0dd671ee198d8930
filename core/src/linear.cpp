#include "fovea/linear.h"

#include "kernels/product.h"
#include "kernels/rows.h"
#include "parallel.h"

namespace fovea {
namespace {

#ifdef FOVEA_WITHOUT_INTEGERS
bool multiplyIntegers(const LinearWeights& /*weights*/, const MatrixView& /*x*/, Activation /*f*/,
                      Matrix& /*y*/) {
  return false;
}
#else
/// y = f(x·Wᵀ + b) in integers, if they are there.
bool multiplyIntegers(const LinearWeights& weights, const MatrixView& x, Activation f, Matrix& y) {
  if (weights.integers.empty()) return false;
  y.resize(x.rows(), weights.bias.size());
  shared::multiply(strided(x), weights.integers.view(), y.data(), y.cols(), {weights.bias.data()},
                   f);
  return true;
}
#endif

}  // namespace

LinearWeights LinearWeights::zeros(Index out, Index in) {
  return {Matrix::Zero(out, in), RowVector::Zero(out)};
}

void LinearWeights::pack() { packed.assign(strided(weight).transposed()); }

LinearWeights LinearWeights::packedOnly(Storage storage) const {
  LinearWeights result{Matrix(), bias};
  result.packed.assign(strided(weight).transposed(), storage);
  return result;
}

Matrix LinearWeights::unpacked() const {
  if (packed.empty()) return weight;
  Matrix m(packed.columns(), packed.rows());
  packed.unpack(m.data(), 1, m.cols());
  return m;
}

void linearForward(const LinearWeights& weights, const MatrixView& x, Matrix& y, Capture capture) {
  if (capture == Capture::kNone && multiplyIntegers(weights, x, Activation::kNone, y)) return;
  const kernels::Start bias{weights.bias.data()};
  y.resize(x.rows(), weights.bias.size());
  if (weights.packed.empty()) {
    kernels::multiply(strided(x), strided(weights.weight).transposed(), y.data(), y.cols(), bias);
  } else {
    shared::multiply(strided(x), weights.packed.view(), y.data(), y.cols(), bias);
  }
}

void linearForward(const LinearWeights& weights, const MatrixView& x, Activation activation,
                   Matrix& y) {
  if (multiplyIntegers(weights, x, activation, y)) return;
  if (weights.packed.empty()) {
    linearForward(weights, x, y);
    kernels::activate(activation, strided(y), y.data(), y.cols());
  } else {
    y.resize(x.rows(), weights.bias.size());
    shared::multiply(strided(x), weights.packed.view(), y.data(), y.cols(), {weights.bias.data()},
                     activation);
  }
}

void linearBackward(const LinearWeights& weights, const MatrixView& x, const MatrixView& dy,
                    LinearWeights& gradient, Matrix& dx) {
  kernels::multiply(strided(dy).transposed(), strided(x), gradient.weight.data(), x.cols(),
                    kernels::kAdd);
  gradient.bias += dy.colwise().sum();
  dx.resize(x.rows(), x.cols());
  const bool isPackedOnly = weights.weight.size() == 0;
  const Matrix unpacked = isPackedOnly ? weights.unpacked() : Matrix();
  kernels::multiply(strided(dy), strided(isPackedOnly ? unpacked : weights.weight), dx.data(),
                    dx.cols());
}

}  // namespace fovea
