#include "product.h"

#include <algorithm>
#include <utility>

#include "packing.h"
#include "rows.h"
#include "scratch.h"
#include "shape.h"
#include "tile.h"

namespace FOVEA_KERNELS {
namespace {

Index partsOf(Index rows, Index most) { return (rows + most - 1) / most; }

/// The rows of one of nearly equal parts.
Index heightOf(Index part, Index parts, Index rows) {
  return rows / parts + (part < rows % parts ? 1 : 0);
}

template <typename Weight>
constexpr Index kRowBytes = kRowSize<Weight>* static_cast<Index>(sizeof(Weight));

template <typename Weight>
const char* nextPanel(const Tile<Weight>& t) {
  return reinterpret_cast<const char*>(t.panel + t.depth * kRowSize<Weight>);
}

/// Touches every cache line of the next panel.
template <typename Weight>
void touchNextPanel(const Tile<Weight>& t) {
  const char* const next = nextPanel(t);
  for (Index i = 0; i < t.depth * kRowBytes<Weight>; i += kCacheLine) prefetch(next + i);
}

/// Prefetches the next panel while the first tiles of this one compute, row by row so as not to
/// stall them. Where a prefetch is a load, few tiles would wait longer for a far panel: it is
/// touched at once before them.
template <typename Weight>
Ahead prefetchNextPanel(Index tiles, const Tile<Weight>& t, bool far) {
  if (kPrefetchReads && far && tiles < kTilesAhead) {
    touchNextPanel(t);
    return {};
  }
  return {nextPanel(t), partsOf(kRowBytes<Weight>, std::min(tiles, kTilesAhead))};
}

/// Rows of C by one panel, cut into tiles of nearly equal height.
template <typename Weight>
void multiplyTiles(Index rows, Index columns, Tile<Weight> t) {
  const Index tiles = partsOf(rows, kMR);
  for (Index i = 0; i < tiles; ++i) {
    const Index height = heightOf(i, tiles, rows);
    if (i == kTilesAhead) t.ahead.step = 0;
    if (columns == kNR) {
      multiplyTileOf(height, t);
    } else {
      multiplyPartialTile(height, columns, t);
    }
    t.a += height * t.aStride;
    t.c += height * t.cStride;
    t.ahead.at += t.depth * t.ahead.step;
  }
}

/// The tile with its panel widened to scalars, valid until the next call.
Tile<Scalar> widened(const Tile<Bf16Pair>& t) {
  Scalar* const copy = scratch(Scratch::kWidenedPanel, kKC * kNR);
  const Bf16Pair* from = t.panel;
  Scalar* to = copy;
  for (Index k = 0; k < t.depth; ++k, from += kLanes, to += kNR) {
    Vec low;
    Vec high;
    widenBf16(from, low, high);
    store(to, low);
    store(to + kLanes, high);
  }
  return {t.a, t.aStride, copy, t.depth, t.c, t.cStride, t.start, t.ahead};
}

void multiplyPanel(Index rows, Index columns, const Tile<Scalar>& t) {
  multiplyTiles(rows, columns, t);
}

/// Few tiles are bound by memory and widen the panel in registers as they read it; for many it is
/// widened once.
void multiplyPanel(Index rows, Index columns, const Tile<Bf16Pair>& t) {
  if (partsOf(rows, kMR) < kTilesToWidenFor) return multiplyTiles(rows, columns, t);
  multiplyTiles(rows, columns, widened(t));
}

/// Some rows of A by all of B, whose panels follow one another in memory.
template <typename Weight>
void multiplyChunk(const StridedView& a, const PackedView& b, Scalar* c, Index cStride, Start start,
                   Activation f) {
  const auto* panel = static_cast<const Weight*>(b.panels);
  const bool far = b.rows * b.columns > kNearSize;
  for (Index k = 0; k < b.rows; k += kKC) {
    const Index depth = std::min(kKC, b.rows - k);
    const bool last = k + depth == b.rows;
    for (Index j = 0; j < b.columns; j += kNR) {
      Tile<Weight> t{a.data + k, a.rowStride, panel, depth, c + j, cStride, start, {}};
      if (start.bias) t.start.bias = start.bias + j;
      t.ahead = prefetchNextPanel(partsOf(a.rows, kMR), t, far);
      const Index columns = std::min(kNR, b.columns - j);
      multiplyPanel(a.rows, columns, t);
      if (f != Activation::kNone && last)
        activate(f, {t.c, a.rows, columns, cStride, 1}, t.c, cStride);
      panel += depth * kRowSize<Weight>;
    }
    start = {nullptr, true};
  }
}

/// A copy with contiguous rows, as the micro-kernel reads them; valid until the next call. As many
/// rows at once as a cache line of a transposed matrix holds values of.
StridedView rowMajor(const StridedView& a) {
  constexpr Index kAtOnce = kCacheLine / static_cast<Index>(sizeof(Scalar));
  Scalar* const copy = scratch(Scratch::kRowMajor, a.rows * a.columns);
  for (Index i = 0; i < a.rows; i += kAtOnce) {
    const Index rows = std::min(kAtOnce, a.rows - i);
    for (Index k = 0; k < a.columns; ++k) {
      const Scalar* const from = a.data + i * a.rowStride + k * a.columnStride;
      Scalar* const to = copy + i * a.columns + k;
      for (Index j = 0; j < rows; ++j) to[j * a.columns] = from[j * a.rowStride];
    }
  }
  return {copy, a.rows, a.columns, a.columns, 1};
}

}  // namespace

void multiply(const StridedView& a, const PackedView& b, Scalar* c, Index cStride, Start start,
              Activation f) {
  if (a.columnStride != 1) return multiply(rowMajor(a), b, c, cStride, start, f);
  const Index chunks = partsOf(a.rows, kMC * kKC / std::clamp(b.rows, Index{1}, kKC));
  StridedView chunk = a;
  for (Index i = 0; i < chunks; ++i) {
    chunk.rows = heightOf(i, chunks, a.rows);
    if (b.storage == Storage::kBf16) {
      multiplyChunk<Bf16Pair>(chunk, b, c, cStride, start, f);
    } else {
      multiplyChunk<Scalar>(chunk, b, c, cStride, start, f);
    }
    chunk.data += chunk.rows * a.rowStride;
    c += chunk.rows * cStride;
  }
}

void multiply(const StridedView& a, const StridedView& b, Scalar* c, Index cStride, Start start) {
  constexpr Index kColumnsAtOnce = 32 * kNR;
  if (a.columnStride != 1) return multiply(rowMajor(a), b, c, cStride, start);
  for (Index j = 0; j < b.columns; j += kColumnsAtOnce) {
    StridedView part = b;
    part.data += j * b.columnStride;
    part.columns = std::min(kColumnsAtOnce, b.columns - j);
    multiply(a, packAside(Scratch::kPackedPiece, part), c + j, cStride,
             {start.bias ? start.bias + j : nullptr, start.add});
  }
}

}  // namespace FOVEA_KERNELS
