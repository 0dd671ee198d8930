#include "packing.h"

#include <algorithm>

#include "fovea/half.h"
#include "shape.h"

namespace FOVEA_KERNELS {
namespace {

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
  for (Index row = 0; row < rows; row += kKC) {
    const Index depth = std::min(kKC, rows - row);
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

/// The value in column j of the panel row that begins at index `rowPlace`.
Scalar valueAt(const PackedView& m, Index rowPlace, Index j) {
  if (m.storage == Storage::kScalar) return static_cast<const Scalar*>(m.panels)[rowPlace + j];
  const Bf16Pair pair = static_cast<const Bf16Pair*>(m.panels)[rowPlace / 2 + j % kLanes];
  return fovea::widenBf16(static_cast<std::uint16_t>(j < kLanes ? pair : pair >> 16U));
}

}  // namespace

Blocking blocking() { return {kMR, kKC}; }

Index packedSize(Index rows, Index columns) {
  return rows * roundUp(columns, kNR) + std::min(rows, kKC) * kUnusedRow;
}

void pack(const StridedView& b, Storage storage, void* panels) {
  forEachPanel(b.rows, b.columns, [&](const Panel& panel) {
    if (storage == Storage::kScalar) {
      packScalars(b, panel, static_cast<Scalar*>(panels) + panel.place);
    } else {
      packBf16(b, panel, static_cast<Bf16Pair*>(panels) + panel.place / 2);
    }
  });
}

void unpack(const PackedView& b, Scalar* to, Index rowStride, Index columnStride) {
  forEachPanel(b.rows, b.columns, [&](const Panel& panel) {
    const Index columns = std::min(kNR, b.columns - panel.column);
    for (Index k = 0; k < panel.depth; ++k)
      for (Index j = 0; j < columns; ++j)
        to[(panel.row + k) * rowStride + (panel.column + j) * columnStride] =
            valueAt(b, panel.place + k * kNR, j);
  });
}

PackedView packAside(Scratch use, const StridedView& b) {
  Scalar* const panels = scratch(use, packedSize(b.rows, b.columns));
  pack(b, Storage::kScalar, panels);
  return {b.rows, b.columns, Storage::kScalar, panels, nullptr};
}

}  // namespace FOVEA_KERNELS
