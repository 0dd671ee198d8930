#include "product.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "rows.h"
#include "shape.h"
#include "tile.h"

namespace fovea::kernels {
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

/// Reads the next panel all at once.
template <typename Weight>
void touchNextPanel(const Tile<Weight>& t) {
  const char* const next = nextPanel(t);
  for (Index i = 0; i < t.depth * kRowBytes<Weight>; i += kCacheLine) prefetch(next + i);
}

/// While the tiles of a panel are at work, memory would else be idle: the first of them ask for the
/// panel after it, row by row, for all at once would hold them up. Only where asking is reading,
/// few tiles would wait longer for what is `far`: it is read all at once before them.
template <typename Weight>
Ahead askForNextPanel(Index tiles, const Tile<Weight>& t, bool far) {
  if (kPrefetchReads && far && tiles < kTilesAhead) {
    touchNextPanel(t);
    return {};
  }
  return {nextPanel(t), partsOf(kRowBytes<Weight>, std::min(tiles, kTilesAhead))};
}

/// Rows of C by one panel, cut into tiles of nearly equal height.
template <typename Weight>
void multiplyTiles(Index rows, Index columns, Tile<Weight> t) {
  const Index tiles = partsOf(rows, kTileRows);
  for (Index i = 0; i < tiles; ++i) {
    const Index height = heightOf(i, tiles, rows);
    if (i == kTilesAhead) t.ahead.step = 0;
    if (columns == kPanelColumns) {
      multiplyTileOf(height, t);
    } else {
      multiplyPartialTile(height, columns, t);
    }
    t.a += height * t.aStride;
    t.c += height * t.cStride;
    t.ahead.at += t.depth * t.ahead.step;
  }
}

/// The same tile by a copy of its panel in scalars, which lasts until the next one.
Tile<Scalar> widened(const Tile<Bf16Pair>& t) {
  static thread_local std::vector<Scalar, Eigen::aligned_allocator<Scalar>> copy(kBlockDepth *
                                                                                 kPanelColumns);
  const Bf16Pair* from = t.panel;
  Scalar* to = copy.data();
  for (Index k = 0; k < t.depth; ++k, from += kLanes, to += kPanelColumns) {
    Vec low;
    Vec high;
    widenBf16(from, low, high);
    store(to, low);
    store(to + kLanes, high);
  }
  return {t.a, t.aStride, copy.data(), t.depth, t.c, t.cStride, t.start, t.ahead};
}

void multiplyPanel(Index rows, Index columns, const Tile<Scalar>& t) {
  multiplyTiles(rows, columns, t);
}

/// Few tiles widen the panel in registers as they read it: they wait for memory, not arithmetic.
/// For many it is widened once.
void multiplyPanel(Index rows, Index columns, const Tile<Bf16Pair>& t) {
  if (partsOf(rows, kTileRows) < kTilesToWidenFor) return multiplyTiles(rows, columns, t);
  multiplyTiles(rows, columns, widened(t));
}

/// Some rows of A by all of B, whose panels follow one another in memory.
template <typename Weight>
void multiplyChunk(const StridedView& a, const PackedMatrix& b, const Weight* panel, Scalar* c,
                   Index cStride, Start start, std::optional<Activation> f) {
  const bool far = b.rows() * b.columns() > kNearSize;
  for (Index k = 0; k < b.rows(); k += kBlockDepth) {
    const Index depth = std::min(kBlockDepth, b.rows() - k);
    const bool last = k + depth == b.rows();
    for (Index j = 0; j < b.columns(); j += kPanelColumns) {
      Tile<Weight> t{a.data + k, a.rowStride, panel, depth, c + j, cStride, start, {}};
      if (start.bias) t.start.bias = start.bias + j;
      t.ahead = askForNextPanel(partsOf(a.rows, kTileRows), t, far);
      const Index columns = std::min(kPanelColumns, b.columns() - j);
      multiplyPanel(a.rows, columns, t);
      if (f && last) activate(*f, {t.c, a.rows, columns, cStride, 1}, t.c, cStride);
      panel += depth * kRowSize<Weight>;
    }
    start = {nullptr, true};
  }
}

/// A copy whose rows are contiguous, as the micro-kernel reads them; it lasts until the next one.
StridedView rowMajor(const StridedView& a) {
  static thread_local std::vector<Scalar> copy;
  copy.resize(static_cast<std::size_t>(a.rows * a.columns));
  for (Index i = 0; i < a.rows; ++i)
    for (Index k = 0; k < a.columns; ++k)
      copy[static_cast<std::size_t>(i * a.columns + k)] =
          a.data[i * a.rowStride + k * a.columnStride];
  return {copy.data(), a.rows, a.columns, a.columns, 1};
}

}  // namespace

void multiply(const StridedView& a, const PackedMatrix& b, Scalar* c, Index cStride, Start start,
              std::optional<Activation> f) {
  if (a.columnStride != 1) return multiply(rowMajor(a), b, c, cStride, start, f);
  const Index chunks = partsOf(a.rows, kChunkSize / std::clamp(b.rows(), Index{1}, kBlockDepth));
  StridedView chunk = a;
  for (Index i = 0; i < chunks; ++i) {
    chunk.rows = heightOf(i, chunks, a.rows);
    if (b.storage() == Storage::kBf16) {
      multiplyChunk(chunk, b, b.bf16Pairs(), c, cStride, start, f);
    } else {
      multiplyChunk(chunk, b, b.scalars(), c, cStride, start, f);
    }
    chunk.data += chunk.rows * a.rowStride;
    c += chunk.rows * cStride;
  }
}

void multiply(const StridedView& a, const StridedView& b, Scalar* c, Index cStride, Start start) {
  constexpr Index kColumnsAtOnce = 32 * kPanelColumns;
  static thread_local PackedMatrix packed;
  if (a.columnStride != 1) return multiply(rowMajor(a), b, c, cStride, start);
  for (Index j = 0; j < b.columns; j += kColumnsAtOnce) {
    StridedView part = b;
    part.data += j * b.columnStride;
    part.columns = std::min(kColumnsAtOnce, b.columns - j);
    packed.assign(part);
    multiply(a, packed, c + j, cStride, {start.bias ? start.bias + j : nullptr, start.add});
  }
}

}  // namespace fovea::kernels
