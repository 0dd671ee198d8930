#include "fovea/packed_matrix.h"

#include <algorithm>

#include "fovea/half.h"
#include "shape.h"

namespace fovea {
namespace {

using kernels::kLanes;
using kernels::kNR;

/// A panel of B: its first row and column, its rows, and where it begins in memory, in values.
struct Panel {
  Index row;
  Index column;
  Index depth;
  Index place;
};

/// Calls visit for each panel, in the order of the memory.
template <typename Visit>
void forEachPanel(Index rows, Index columns, Visit&& visit) {
  Index place = 0;
  for (Index row = 0; row < rows; row += kernels::kKC) {
    const Index depth = std::min(kernels::kKC, rows - row);
    for (Index column = 0; column < columns; column += kNR) {
      visit(Panel{row, column, depth, place});
      place += depth * kNR;
    }
  }
}

/// Copies rows of a panel, padded with zeros. The usual case, a full panel, has a count that the
/// compiler knows; its rows are copied whole where they are contiguous.
void packScalars(const StridedView& b, const Panel& panel, Scalar* to) {
  const Index columns = std::min(kNR, b.columns - panel.column);
  const Scalar* from = b.data + panel.row * b.rowStride + panel.column * b.columnStride;
  for (Index k = 0; k < panel.depth; ++k, from += b.rowStride, to += kNR) {
    if (columns == kNR && b.columnStride == 1) {
      std::copy_n(from, kNR, to);
    } else if (columns == kNR) {
      for (Index j = 0; j < kNR; ++j) to[j] = from[j * b.columnStride];
    } else {
      for (Index j = 0; j < columns; ++j) to[j] = from[j * b.columnStride];
      std::fill(to + columns, to + kNR, Scalar(0));
    }
  }
}

std::uint32_t bf16(Scalar value) { return narrowBf16(static_cast<float>(value)); }

void packBf16(const StridedView& b, Panel panel, Bf16Pair* to) {
  Scalar row[kNR];
  const Index end = panel.row + panel.depth;
  for (panel.depth = 1; panel.row < end; ++panel.row, to += kLanes) {
    packScalars(b, panel, row);
    for (Index j = 0; j < kLanes; ++j) to[j] = bf16(row[j + kLanes]) << 16U | bf16(row[j]);
  }
}

}  // namespace

void PackedMatrix::assign(const StridedView& b, Storage storage) {
  rows_ = b.rows;
  columns_ = b.columns;
  storage_ = storage;
  const Index unused = std::min(rows_, kernels::kKC) * kernels::kUnusedRow;
  const auto size = static_cast<std::size_t>(rows_ * kernels::roundUp(columns_, kNR) + unused);
  scalars_.resize(storage == Storage::kScalar ? size : 0);
  pairs_.resize(storage == Storage::kBf16 ? size / 2 : 0);
  forEachPanel(rows_, columns_, [&](const Panel& panel) {
    if (storage == Storage::kScalar) {
      packScalars(b, panel, scalars_.data() + panel.place);
    } else {
      packBf16(b, panel, pairs_.data() + panel.place / 2);
    }
  });
}

Scalar PackedMatrix::valueAt(Index rowPlace, Index j) const {
  if (storage_ == Storage::kScalar) return scalars_.data()[rowPlace + j];
  const Bf16Pair pair = pairs_.data()[rowPlace / 2 + j % kLanes];
  return widenBf16(static_cast<std::uint16_t>(j < kLanes ? pair : pair >> 16U));
}

void PackedMatrix::unpack(Scalar* to, Index rowStride, Index columnStride) const {
  forEachPanel(rows_, columns_, [&](const Panel& panel) {
    const Index columns = std::min(kNR, columns_ - panel.column);
    for (Index k = 0; k < panel.depth; ++k)
      for (Index j = 0; j < columns; ++j)
        to[(panel.row + k) * rowStride + (panel.column + j) * columnStride] =
            valueAt(panel.place + k * kNR, j);
  });
}

}  // namespace fovea
