#include "row_products.h"

#include <algorithm>
#include <array>

namespace fovea {
namespace {

/// Sums side by side, which a compiler turns into vectors on every target.
constexpr Index kSums = 16;

Scalar innerProduct(const Scalar* x, const Scalar* y, Index count) {
  std::array<Scalar, kSums> sums{};
  const Index whole = count - count % kSums;
  for (Index k = 0; k < whole; k += kSums)
    for (Index i = 0; i < kSums; ++i) sums[static_cast<std::size_t>(i)] += x[k + i] * y[k + i];
  for (Index k = whole; k < count; ++k) sums[static_cast<std::size_t>(k - whole)] += x[k] * y[k];
  for (std::size_t half = kSums / 2; half > 0; half /= 2)
    for (std::size_t i = 0; i < half; ++i) sums[i] += sums[i + half];
  return sums[0];
}

}  // namespace

void multiplyByRows(const Scalar* x, const StridedView& m, Scalar* y) {
  for (Index i = 0; i < m.rows; ++i) y[i] = innerProduct(x, m.data + i * m.rowStride, m.columns);
}

void sumOfRows(const Scalar* w, const StridedView& m, Scalar* y) {
  std::fill_n(y, m.columns, Scalar(0));
  for (Index i = 0; i < m.rows; ++i) {
    const Scalar* const row = m.data + i * m.rowStride;
    for (Index k = 0; k < m.columns; ++k) y[k] += w[i] * row[k];
  }
}

}  // namespace fovea
