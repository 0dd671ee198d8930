#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "catch2.h"
#include "fovea/integer_matrix.h"
#include "kernel_set.h"
#include "kernels/integers.h"
#include "samples.h"
#include "used_kernels.h"

// Products in integers against the definition, bit for bit: each set of kernels that runs here.
using namespace fovea;
using namespace fovea::test;

namespace {

constexpr Scalar kLargest = 32640;
constexpr Index kDepth = 512;

/// A weight, out × in, of whole numbers times a scale for each row.
struct WholeWeight {
  Matrix values;
  RowVector scales;
  Matrix weight;
};

WholeWeight wholeWeight(Random& random, Index out, Index in) {
  WholeWeight w{Matrix(out, in), randomRow(random, out).cwiseAbs(), Matrix(out, in)};
  for (Scalar& x : w.values.reshaped())
    x = static_cast<Scalar>(static_cast<int>(random.uniform() * 255) - 127);
  w.values(0, 0) = -128;
  w.values(out - 1, in - 1) = 127;
  w.scales(out - 1) = Scalar(0.375);
  w.weight = w.scales.asDiagonal() * w.values;
  return w;
}

/// As IntegerMatrix says: rounded rows, exact sums of 512 products, added as scalars.
Matrix defined(const Matrix& x, const WholeWeight& w, const RowVector& bias) {
  Matrix y(x.rows(), w.values.rows());
  std::int64_t most = 0;
  for (Index i = 0; i < x.rows(); ++i) {
    const Scalar largest = x.row(i).cwiseAbs().maxCoeff();
    const Scalar factor = kLargest / largest;
    const Scalar step = largest > 0 ? largest / kLargest : Scalar(0);
    for (Index j = 0; j < y.cols(); ++j) {
      Scalar sum = 0;
      for (Index block = 0; block < x.cols(); block += kDepth) {
        std::int64_t exact = 0;
        for (Index k = block; k < std::min(block + kDepth, x.cols()) && largest > 0; ++k) {
          const Scalar scaled = x(i, k) * factor;
          exact += static_cast<std::int64_t>(std::nearbyint(scaled)) *
                   static_cast<std::int64_t>(w.values(j, k));
        }
        most = std::max(most, std::abs(exact));
        const auto part = static_cast<Scalar>(exact);
        sum = block == 0 ? part : sum + part;
      }
      volatile Scalar product = sum * step;
      product = product * w.scales(j);
      y(i, j) = product + bias(j);
    }
  }
  REQUIRE(most <= std::numeric_limits<std::int32_t>::max());
  return y;
}

Matrix multiplied(const Matrix& x, const WholeWeight& w, const RowVector& bias,
                  Activation f = Activation::kNone) {
  IntegerMatrix packed;
  packed.assign(strided(w.weight), w.scales);
  Matrix y(x.rows(), w.weight.rows());
  kernels::multiply(strided(x), packed.view(), y.data(), y.cols(), {bias.data()}, f);
  return y;
}

}  // namespace

TEST_CASE("products in integers are what they are defined as, to the last bit", "[kernels]") {
  Random random(3);
  for (const Index n : {1, 2, 3, 4, 5, 7, 8, 9, 13})
    for (const Index in : {1, 2, 3, 4, 5, 31, 66, 511, 515, 1030})
      for (const Index out : {1, 7, 8, 33, 67}) {
        INFO(n << " rows, " << in << " inputs, " << out << " outputs");
        const WholeWeight w = wholeWeight(random, out, in);
        const Matrix x = randomMatrix(random, n, in);
        const RowVector bias = randomRow(random, out);
        const Matrix expected = defined(x, w, bias);
        for (const std::string& name : availableKernels()) {
          INFO(name);
          const UsedKernels scope(name);
          CHECK(multiplied(x, w, bias) == expected);
        }
      }
}

TEST_CASE("the largest sums of integers fit", "[kernels]") {
  const UsedKernels each(EACH_KERNELS);
  Random random(4);
  WholeWeight w = wholeWeight(random, 33, 1024);
  for (const Scalar extreme : {Scalar(-128), Scalar(127)}) {
    w.values.setConstant(extreme);
    w.weight = w.scales.asDiagonal() * w.values;
    for (const Scalar sign : {Scalar(-1), Scalar(1)}) {
      const Matrix x = Matrix::Constant(5, 1024, sign * Scalar(0.7));
      const RowVector bias = RowVector::Zero(33);
      CHECK(multiplied(x, w, bias) == defined(x, w, bias));
    }
  }
}

TEST_CASE("many rows, and strides, give the integers' sums row by row", "[kernels]") {
  const UsedKernels each(EACH_KERNELS);
  Random random(5);
  const WholeWeight w = wholeWeight(random, 40, 600);
  const Matrix wide = randomMatrix(random, 300, 640);
  const Matrix x = wide.leftCols(600);
  const RowVector bias = randomRow(random, 40);
  const Matrix expected = defined(x, w, bias);
  CHECK(multiplied(x, w, bias) == expected);
  IntegerMatrix packed;
  packed.assign(strided(w.weight), w.scales);
  Matrix y = Matrix::Zero(300, 50);
  kernels::multiply(strided(wide.leftCols(600)), packed.view(), y.data(), 50, {bias.data()});
  CHECK(y.leftCols(40) == expected);
  CHECK((y.rightCols(10).array() == 0).all());
}

TEST_CASE("rows of zeros give the bias, rows that are not finite NaN", "[kernels]") {
  const UsedKernels each(EACH_KERNELS);
  Random random(6);
  const WholeWeight w = wholeWeight(random, 19, 70);
  const RowVector bias = randomRow(random, 19);
  Matrix x = randomMatrix(random, 6, 70);
  x.row(1).setZero();
  x.row(2).setConstant(std::numeric_limits<Scalar>::min() / 4);
  x(3, 69) = std::numeric_limits<Scalar>::infinity();
  x(4, 0) = std::numeric_limits<Scalar>::quiet_NaN();
  const Matrix y = multiplied(x, w, bias);
  CHECK(y.row(1) == bias);
  CHECK(y.row(2) == bias);
  CHECK(y.row(3).array().isNaN().all());
  CHECK(y.row(4).array().isNaN().all());
  for (const Index i : {0, 5}) CHECK(y.row(i) == defined(x.row(i), w, bias));
}

TEST_CASE("the activation comes after the integers' sums", "[kernels]") {
  const UsedKernels each(EACH_KERNELS);
  Random random(7);
  const WholeWeight w = wholeWeight(random, 37, 520);
  const Matrix x = randomMatrix(random, 9, 520);
  const RowVector bias = randomRow(random, 37);
  CHECK(multiplied(x, w, bias, Activation::kRelu) ==
        Matrix(defined(x, w, bias).cwiseMax(Scalar(0))));
}

TEST_CASE("a product in integers is off by at most 10⁻⁴ of its norm", "[kernels]") {
  const UsedKernels each(EACH_KERNELS);
  Random random(8);
  const WholeWeight w = wholeWeight(random, 64, 512);
  const Matrix x = randomMatrix(random, 16, 512);
  const Matrix y = multiplied(x, w, RowVector::Zero(64));
  const Eigen::MatrixXd exact = x.cast<double>() * w.weight.transpose().cast<double>();
  CHECK((y.cast<double>() - exact).norm() < 1e-4 * exact.norm());
}
