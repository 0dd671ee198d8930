#include "fovea/packed_matrix.h"

#include <algorithm>

#include "fovea/half.h"
#include "shape.h"

namespace fovea {
namespace {

using kernels::kLanes;
using kernels::kPanelColumns;

/// Calls visit(row, first column, place) for each row of each panel, in the order of the memory;
/// `place` counts values.
template <typename Visit>
void forEachPanelRow(Index rows, Index columns, Visit&& visit) {
  Index place = 0;
  for (Index block = 0; block < rows; block += kernels::kBlockDepth) {
    const Index end = std::min(block + kernels::kBlockDepth, rows);
    for (Index column = 0; column < columns; column += kPanelColumns) {
      for (Index row = block; row < end; ++row, place += kPanelColumns) visit(row, column, place);
    }
  }
}

/// One row of a panel, filled up with zeros.
void readPanelRow(const StridedView& b, Index row, Index column, Scalar* to) {
  const Index columns = std::min(kPanelColumns, b.columns - column);
  const Scalar* from = b.data + row * b.rowStride + column * b.columnStride;
  for (Index j = 0; j < columns; ++j) to[j] = from[j * b.columnStride];
  std::fill(to + columns, to + kPanelColumns, Scalar(0));
}

std::uint32_t bf16(Scalar value) { return narrowBf16(static_cast<float>(value)); }

}  // namespace

void PackedMatrix::assign(const StridedView& b, Storage storage) {
  rows_ = b.rows;
  columns_ = b.columns;
  storage_ = storage;
  const auto size = static_cast<std::size_t>(rows_ * kernels::roundUp(columns_, kPanelColumns) +
                                             kernels::kBlockSize);
  scalars_.resize(storage == Storage::kScalar ? size : 0);
  pairs_.resize(storage == Storage::kBf16 ? size / 2 : 0);
  forEachPanelRow(rows_, columns_, [&](Index row, Index column, Index place) {
    if (storage == Storage::kScalar) return readPanelRow(b, row, column, scalars_.data() + place);
    Scalar values[kPanelColumns];
    readPanelRow(b, row, column, values);
    Bf16Pair* const to = pairs_.data() + place / 2;
    for (Index j = 0; j < kLanes; ++j) to[j] = bf16(values[j + kLanes]) << 16U | bf16(values[j]);
  });
}

void PackedMatrix::unpack(Scalar* to, Index rowStride, Index columnStride) const {
  forEachPanelRow(rows_, columns_, [&](Index row, Index column, Index place) {
    const Index count = std::min(kPanelColumns, columns_ - column);
    for (Index j = 0; j < count; ++j) {
      Scalar& value = to[row * rowStride + (column + j) * columnStride];
      if (storage_ == Storage::kScalar) {
        value = scalars_.data()[place + j];
      } else {
        const Bf16Pair pair = pairs_.data()[place / 2 + j % kLanes];
        value = widenBf16(static_cast<std::uint16_t>(j < kLanes ? pair : pair >> 16U));
      }
    }
  });
}

}  // namespace fovea
