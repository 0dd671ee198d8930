#include "fovea/packed_matrix.h"

#include <algorithm>

#include "shape.h"

namespace fovea {
namespace {

using kernels::kPanelColumns;

void packPanel(const StridedView& b, Index firstRow, Index rows, Index firstColumn, Scalar* to) {
  const Index columns = std::min(kPanelColumns, b.columns - firstColumn);
  const Scalar* from = b.data + firstRow * b.rowStride + firstColumn * b.columnStride;
  for (Index k = 0; k < rows; ++k, from += b.rowStride, to += kPanelColumns) {
    for (Index j = 0; j < columns; ++j) to[j] = from[j * b.columnStride];
    std::fill(to + columns, to + kPanelColumns, Scalar(0));
  }
}

}  // namespace

void PackedMatrix::assign(const StridedView& b) {
  rows_ = b.rows;
  columns_ = b.columns;
  const Index padded = kernels::roundUp(b.columns, kPanelColumns);
  values_.resize(static_cast<std::size_t>(rows_ * padded + kernels::kBlockSize));
  Scalar* to = values_.data();
  for (Index row = 0; row < rows_; row += kernels::kBlockDepth) {
    const Index depth = std::min(kernels::kBlockDepth, rows_ - row);
    for (Index column = 0; column < padded; column += kPanelColumns) {
      packPanel(b, row, depth, column, to);
      to += depth * kPanelColumns;
    }
  }
}

}  // namespace fovea
