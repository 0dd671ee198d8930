#include "fovea/packed_matrix.h"

#include <algorithm>
#include <cmath>

#include "fovea/half.h"
#include "shape.h"
#include "widen.h"

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

std::uint16_t narrow(Scalar value, Storage storage) {
  const auto single = static_cast<float>(value);
  return storage == Storage::kF16 ? narrowF16(single) : narrowBf16(single);
}

void narrowPanelRow(const Scalar* row, Storage storage, std::uint32_t* to) {
  for (Index j = 0; j < kLanes; ++j) {
    const std::uint32_t upper = narrow(row[j + kLanes], storage);
    to[j] = upper << 16U | narrow(row[j], storage);
  }
}

/// Whether the kernels can widen it again: they take F16 to have no exponent of all ones.
bool fitsF16(const StridedView& b) {
  constexpr Scalar kLargest = 65504;
  for (Index i = 0; i < b.rows; ++i)
    for (Index j = 0; j < b.columns; ++j)
      if (!(std::abs(b.data[i * b.rowStride + j * b.columnStride]) <= kLargest)) return false;
  return true;
}

}  // namespace

void PackedMatrix::assign(const StridedView& b, Storage storage) {
  rows_ = b.rows;
  columns_ = b.columns;
  storage_ = storage == Storage::kF16 && !fitsF16(b) ? Storage::kScalar : storage;
  const bool isNarrow = storage_ != Storage::kScalar;
  const auto size = static_cast<std::size_t>(rows_ * kernels::roundUp(columns_, kPanelColumns) +
                                             kernels::kBlockSize);
  words_.resize(isNarrow ? size / 2 : 0);
  scalars_.resize(isNarrow ? 0 : size);
  forEachPanelRow(rows_, columns_, [&](Index row, Index column, Index place) {
    Scalar values[kPanelColumns];
    Scalar* const to = isNarrow ? values : scalars_.data() + place;
    readPanelRow(b, row, column, to);
    if (isNarrow) narrowPanelRow(values, storage_, words_.data() + place / 2);
  });
}

void PackedMatrix::unpack(Scalar* to, Index rowStride, Index columnStride) const {
  forEachPanelRow(rows_, columns_, [&](Index row, Index column, Index place) {
    Scalar values[kPanelColumns];
    if (storage_ == Storage::kScalar) {
      std::copy_n(scalars_.data() + place, kPanelColumns, values);
    } else {
      kernels::widen(storage_, words_.data() + place / 2, kLanes, values);
    }
    const Index count = std::min(kPanelColumns, columns_ - column);
    for (Index j = 0; j < count; ++j) to[row * rowStride + (column + j) * columnStride] = values[j];
  });
}

}  // namespace fovea
