#pragma once

#include <vector>

#include "fovea/matrix.h"

namespace fovea {

/// A view of a matrix by its strides: element (i, j) is data[i·rowStride + j·columnStride].
struct StridedView {
  const Scalar* data;
  Index rows;
  Index columns;
  Index rowStride;
  Index columnStride;

  StridedView transposed() const { return {data, columns, rows, columnStride, rowStride}; }
};

/// The view of a row-major matrix or block.
inline StridedView strided(const MatrixView& m) {
  return {m.data(), m.rows(), m.cols(), m.outerStride(), 1};
}

/// The right-hand side B of a product A·B, copied into the order in which the kernel reads it:
/// blocks of rows; in a block, panels of some columns; in a panel, row after row. The last panel is
/// filled up with zeros.
class PackedMatrix {
 public:
  void assign(const StridedView& b);

  bool empty() const { return values_.empty(); }
  Index rows() const { return rows_; }
  Index columns() const { return columns_; }
  const Scalar* data() const { return values_.data(); }

 private:
  Index rows_ = 0;
  Index columns_ = 0;
  std::vector<Scalar, Eigen::aligned_allocator<Scalar>> values_;
};

}  // namespace fovea
