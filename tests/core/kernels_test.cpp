#include <cmath>
#include <iterator>
#include <limits>
#include <vector>

#include "catch2.h"
#include "closeness.h"
#include "fovea/half.h"
#include "kernel_set.h"
#include "kernels/attend.h"
#include "kernels/product.h"
#include "kernels/rows.h"
#include "kernels/shape.h"
#include "samples.h"
#include "used_kernels.h"

// The kernels against Eigen in double precision, at sizes that fill no tile, panel or vector: each
// set that runs here.
using namespace fovea;
using namespace fovea::test;

namespace {

constexpr double kTolerance = 1e-5;
const Index kOddSizes[] = {1, 2, 3, 7, 11, 13, 63, 65};
/// Of a chunk whose rows fill a block.
constexpr Index kChunkRows = kernels::kMC;

Eigen::MatrixXd exact(const MatrixView& m) { return m.cast<double>(); }

Eigen::MatrixXd softmaxOf(Eigen::MatrixXd scores) {
  for (Index i = 0; i < scores.rows(); ++i) {
    const double largest = scores.row(i).maxCoeff();
    if (std::isinf(largest)) {
      scores.row(i).setZero();
      continue;
    }
    scores.row(i) = (scores.row(i).array() - largest).exp();
    scores.row(i) /= scores.row(i).sum();
  }
  return scores;
}

Eigen::MatrixXd scoresOf(const Matrix& q, const Matrix& k, Scalar scale,
                         const AttentionMask& mask) {
  Eigen::MatrixXd scores = exact(q) * exact(k).transpose() * double(scale);
  for (Index i = 0; i < scores.rows(); ++i)
    for (Index j = 0; j < scores.cols(); ++j)
      if (!mask.allows(i, j)) scores(i, j) = -std::numeric_limits<double>::infinity();
  return scores;
}

float throughBf16(float x) { return widenBf16(narrowBf16(x)); }

/// What a matrix becomes that is kept as BF16.
Matrix rounded(const Matrix& m) {
  return m.unaryExpr([](Scalar x) { return Scalar(throughBf16(float(x))); });
}

/// Odd heights, and those on both sides of where panels of BF16 are widened once for all tiles.
std::vector<Index> heights() {
  std::vector<Index> all(std::begin(kOddSizes), std::end(kOddSizes));
  const Index few = (kernels::kTilesToWidenFor - 1) * kernels::blocking().tileRows;
  all.insert(all.end(), {few, few + 1, kChunkRows + 5});
  return all;
}

}  // namespace

TEST_CASE("the product is Eigen's at odd sizes", "[kernels]") {
  const UsedKernels each(EACH_KERNELS);
  Random random(1);
  for (const Index n : kOddSizes) {
    for (const Index depth : kOddSizes) {
      for (const Index columns : kOddSizes) {
        const Matrix a = randomMatrix(random, n, depth);
        const Matrix b = randomMatrix(random, depth, columns);
        const RowVector bias = randomRow(random, columns);
        const Eigen::MatrixXd expected = exact(a) * exact(b);
        PackedMatrix packed;
        packed.assign(strided(b));
        Matrix c(n, columns);

        kernels::multiply(strided(a), packed.view(), c.data(), columns);
        CHECK(relativeError(c, expected) < kTolerance);
        kernels::multiply(strided(a), packed.view(), c.data(), columns, kernels::kAdd);
        CHECK(relativeError(c, 2 * expected) < kTolerance);
        kernels::multiply(strided(a), strided(b), c.data(), columns, {bias.data()});
        CHECK(relativeError(c, expected.rowwise() + bias.cast<double>()) < kTolerance);
      }
    }
  }
}

TEST_CASE("the product is Eigen's beyond one block and one chunk", "[kernels]") {
  const UsedKernels each(EACH_KERNELS);
  Random random(2);
  const Index n = kChunkRows + 5;
  const Index depth = 2 * kernels::blocking().blockRows + 3;
  const Matrix a = randomMatrix(random, n, depth);
  const Matrix b = randomMatrix(random, depth, 19);
  const RowVector bias = randomRow(random, 19);
  Matrix c(n, 19);
  kernels::multiply(strided(a), strided(b), c.data(), 19, {bias.data()});
  CHECK(relativeError(c, (exact(a) * exact(b)).rowwise() + bias.cast<double>()) < kTolerance);
}

TEST_CASE("a product ends with an activation, once all of its blocks are summed", "[kernels]") {
  const UsedKernels each(EACH_KERNELS);
  Random random(3);
  const Index n = kChunkRows + 1;
  for (const Index depth : {Index{7}, kernels::blocking().blockRows + 3}) {
    const Matrix a = randomMatrix(random, n, depth);
    const Matrix b = rounded(randomMatrix(random, depth, 65));
    const Eigen::MatrixXd expected = (exact(a) * exact(b)).cwiseMax(0);
    for (const Storage storage : {Storage::kScalar, Storage::kBf16}) {
      PackedMatrix packed;
      packed.assign(strided(b), storage);
      Matrix c(n, 65);
      kernels::multiply(strided(a), packed.view(), c.data(), 65, {}, Activation::kRelu);
      CHECK(relativeError(c, expected) < kTolerance);
    }
  }
}

TEST_CASE("the product of a matrix kept as BF16 is that of its rounded values", "[kernels]") {
  const UsedKernels each(EACH_KERNELS);
  Random random(8);
  for (const Index n : heights()) {
    for (const Index depth : {Index{1}, Index{63}, kernels::blocking().blockRows + 3}) {
      for (const Index columns : {1, 7, 65}) {
        const Matrix a = randomMatrix(random, n, depth);
        const Matrix b = rounded(randomMatrix(random, depth, columns));
        const RowVector bias = randomRow(random, columns);
        const Eigen::MatrixXd expected = exact(a) * exact(b);
        PackedMatrix packed;
        packed.assign(strided(b), Storage::kBf16);
        Matrix c(n, columns);

        kernels::multiply(strided(a), packed.view(), c.data(), columns);
        CHECK(relativeError(c, expected) < kTolerance);
        kernels::multiply(strided(a), packed.view(), c.data(), columns, kernels::kAdd);
        CHECK(relativeError(c, 2 * expected) < kTolerance);
        kernels::multiply(strided(a), packed.view(), c.data(), columns, {bias.data()});
        CHECK(relativeError(c, expected.rowwise() + bias.cast<double>()) < kTolerance);
      }
    }
  }
}

TEST_CASE("a matrix kept as BF16 comes back rounded", "[kernels]") {
  const UsedKernels each(EACH_KERNELS);
  Random random(9);
  for (const Index rows : {Index{1}, Index{63}, kernels::blocking().blockRows + 3}) {
    for (const Index columns : kOddSizes) {
      const Matrix b = randomMatrix(random, rows, columns);
      PackedMatrix packed;
      packed.assign(strided(b), Storage::kBf16);
      Matrix unpacked(rows, columns);
      packed.unpack(unpacked.data(), columns, 1);
      CHECK(unpacked == rounded(b));
    }
  }
}

TEST_CASE("the product takes operands and results by their strides", "[kernels]") {
  const UsedKernels each(EACH_KERNELS);
  Random random(3);
  const Matrix a = randomMatrix(random, 13, 40);
  const Matrix b = randomMatrix(random, 37, 30);
  const auto left = a.block(2, 3, 7, 21);
  const auto right = b.block(1, 4, 11, 21);
  Matrix c = Matrix::Constant(9, 15, 5);
  kernels::multiply(strided(left), strided(right).transposed(), c.block(1, 2, 7, 11).data(), 15);
  Matrix expected = Matrix::Constant(9, 15, 5);
  expected.block(1, 2, 7, 11) = left * right.transpose();
  CHECK(relativeError(c, expected) < kTolerance);

  Matrix d(21, 30);
  kernels::multiply(strided(left).transposed(), strided(b.topRows(7)), d.data(), 30);
  CHECK(relativeError(d, exact(left).transpose() * exact(b.topRows(7))) < kTolerance);
}

TEST_CASE("softmax of a row, of any length and size of scores", "[kernels]") {
  const UsedKernels each(EACH_KERNELS);
  Random random(4);
  for (const Index n : kOddSizes) {
    const Matrix scores = randomMatrix(random, 1, n, GENERATE(1.0, 30.0, 1e4));
    RowVector weights(n);
    kernels::softmaxRow(scores.data(), n, Scalar(0.125), weights.data());
    CHECK(relativeError(weights, softmaxOf(exact(scores) * 0.125)) < kTolerance);
    CHECK(std::abs(double(weights.sum()) - 1) < 1e-6);
  }
}

TEST_CASE("a score of minus infinity weighs 0 exactly", "[kernels]") {
  const UsedKernels each(EACH_KERNELS);
  const Scalar never = -std::numeric_limits<Scalar>::infinity();
  RowVector row(11);
  row << 1, never, 2, never, never, 3, never, 4, 5, never, never;
  kernels::softmaxRow(row.data(), 11, 1, row.data());
  for (const Index j : {1, 3, 4, 6, 9, 10}) CHECK(row(j) == 0);
  row.setConstant(never);
  kernels::softmaxRow(row.data(), 11, 1, row.data());
  CHECK(row.isZero(0));
}

TEST_CASE("attention in tiles is attention", "[kernels]") {
  const UsedKernels each(EACH_KERNELS);
  Random random(5);
  AttentionMask mask;
  mask.causal = GENERATE(false, true);
  const bool padded = GENERATE(false, true);
  for (const Index n : {1, 2, 7, 11, 61, 65, 257, 523}) {
    const Index dK = n % 2 == 0 ? 64 : 13;
    // Scores that grow along the sequence make every tile rescale what came before it.
    const Matrix q = randomMatrix(random, n, dK);
    Matrix k = randomMatrix(random, n, dK);
    for (Index i = 0; i < n; ++i) k.row(i) *= Scalar(1 + 0.02 * double(i));
    const Matrix v = randomMatrix(random, n, dK);
    mask.keep.clear();
    for (Index i = 0; padded && i < n; ++i) mask.keep.push_back(i > 300 || i % 3 == 1);
    const Scalar scale = 1 / std::sqrt(Scalar(dK));
    Matrix out = Matrix::Constant(n, dK, 7);
    kernels::attend({strided(q), strided(k), strided(v)}, scale, mask, 0, out.data(), dK);
    CHECK(relativeError(out, softmaxOf(scoresOf(q, k, scale, mask)) * exact(v)) < kTolerance);
  }
}

TEST_CASE("scores that are not numbers leave no number in their rows", "[kernels]") {
  const UsedKernels each(EACH_KERNELS);
  Random random(10);
  constexpr Index kTokens = 300;
  const Matrix q = randomMatrix(random, kTokens, 8);
  const Matrix v = randomMatrix(random, kTokens, 8);
  for (const Index at : {0, 100, 256, 299}) {
    Matrix k = randomMatrix(random, kTokens, 8);
    k.row(at).setConstant(std::numeric_limits<Scalar>::quiet_NaN());
    for (const bool alone : {false, true}) {
      // Queries before the key do not see it; alone, it is the only one that the others see.
      AttentionMask mask{true, std::vector<std::uint8_t>(std::size_t{kTokens}, !alone)};
      mask.keep[static_cast<std::size_t>(at)] = 1;
      Matrix out = Matrix::Constant(kTokens, 8, 7);
      kernels::attend({strided(q), strided(k), strided(v)}, 1, mask, 0, out.data(), 8);
      CHECK(out.topRows(at).allFinite());
      CHECK(out.bottomRows(kTokens - at).array().isNaN().all());
      if (alone) CHECK(out.topRows(at).isZero(0));
    }
  }
}

TEST_CASE("a later tile may outweigh all that came before", "[kernels]") {
  const UsedKernels each(EACH_KERNELS);
  Random random(7);
  constexpr Index kTokens = 300;
  const Matrix q = Matrix::Ones(kTokens, 8);
  Matrix k = randomMatrix(random, kTokens, 8);
  // On a grid of 2⁻⁶ even large scores are exact: only the kernel's own rounding is left.
  k = (k.array() * 64).round() / 64;
  k.bottomRows(20).array() += 100;  // e^{−280}: what the first tile gathered counts for nothing
  const Matrix v = randomMatrix(random, kTokens, 8);
  const Scalar scale = 1 / std::sqrt(Scalar(8));
  Matrix out(kTokens, 8);
  kernels::attend({strided(q), strided(k), strided(v)}, scale, {}, 0, out.data(), 8);
  CHECK(relativeError(out, softmaxOf(scoresOf(q, k, scale, {})) * exact(v)) < kTolerance);
}

TEST_CASE("layer norm of a row, of any length", "[kernels]") {
  const UsedKernels each(EACH_KERNELS);
  Random random(6);
  for (const Index d : kOddSizes) {
    const RowVector x = randomRow(random, d, 3);
    const RowVector gamma = randomRow(random, d);
    const RowVector beta = randomRow(random, d);
    RowVector y(d);
    const auto [mean, rstd] = kernels::statisticsOfRow(x.data(), d, Scalar(1e-5));
    kernels::normaliseRow(x.data(), d, {mean, rstd}, gamma.data(), beta.data(), y.data());
    const Eigen::RowVectorXd deviation = x.cast<double>().array() - x.cast<double>().mean();
    const double expectedRstd = 1 / std::sqrt(deviation.squaredNorm() / double(d) + 1e-5);
    CHECK(std::abs(double(mean) - x.cast<double>().mean()) < 1e-5);
    CHECK(std::abs(double(rstd) / expectedRstd - 1) < 1e-5);
    CHECK(relativeError(y, deviation.cwiseProduct(gamma.cast<double>()) * expectedRstd +
                               beta.cast<double>()) < kTolerance);
  }
}

TEST_CASE("activations keep their precision over their whole range", "[kernels]") {
  const UsedKernels each(EACH_KERNELS);
  // Relative errors, value by value: the tail of GELU too is right, not merely small.
  const double kSqrtTwoOverPi = std::sqrt(2 / std::acos(-1.0));
  for (double at = -9; at <= 9; at += 0.0137) {
    const auto x = static_cast<Scalar>(at);
    const auto d = static_cast<double>(x);
    const auto check = [&](Activation activation, double expected) {
      Scalar y = 0;
      kernels::activate(activation, {&x, 1, 1, 1, 1}, &y, 1);
      INFO(d);
      CHECK(std::abs(double(y) - expected) <= kTolerance * std::abs(expected));
    };
    check(Activation::kRelu, std::max(0.0, d));
    check(Activation::kGelu, d * std::erfc(-d * std::sqrt(0.5)) / 2);
    check(Activation::kSilu, d / (1 + std::exp(-d)));
    const double u = kSqrtTwoOverPi * (d + 0.044715 * d * d * d);
    if (u > -40) check(Activation::kGeluTanh, d / (1 + std::exp(-2 * u)));
  }
}
