#include "counting_product.h"

#include "kernels/packing.h"
#include "kernels/product.h"
#include "kernels/rows.h"

namespace fovea {
namespace test {

std::int64_t multiplyAdds = 0;

}  // namespace test

namespace kernels {

// In place of core/src/kernels/product.cpp: the definition of a product, counted.
void multiply(const StridedView& a, const StridedView& b, Scalar* c, Index cStride, Start start) {
  for (Index i = 0; i < a.rows; ++i) {
    for (Index j = 0; j < b.columns; ++j) {
      Scalar& sum = c[i * cStride + j];
      if (!start.add) sum = start.bias ? start.bias[j] : Scalar(0);
      for (Index k = 0; k < b.rows; ++k) {
        sum += a.data[i * a.rowStride + k * a.columnStride] *
               b.data[k * b.rowStride + j * b.columnStride];
        ++test::multiplyAdds;
      }
    }
  }
}

void multiply(const StridedView& a, const PackedView& b, Scalar* c, Index cStride, Start start,
              Activation f) {
  Matrix unpacked(b.rows, b.columns);
  unpack(b, unpacked.data(), unpacked.cols(), 1);
  multiply(a, strided(unpacked), c, cStride, start);
  activate(f, {c, a.rows, b.columns, cStride, 1}, c, cStride);
}

}  // namespace kernels
}  // namespace fovea
