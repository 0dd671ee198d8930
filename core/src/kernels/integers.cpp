#include "integers.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "integers_tile.h"
#include "rows.h"

// Compiled without contraction (core/kernels.cmake), so that every target rounds alike.
namespace FOVEA_KERNELS {
namespace {

/// The largest value of a row of A. With a weight added it fits into 16 bits, and 512 products of
/// it with weights fit into 32.
constexpr Scalar kLargest = 32640;
/// Rows of B in a block, on every target: the sums of blocks are added as scalars.
constexpr Index kDepth = 512;
/// Words of a panel: the sums of its columns' products, then the weights, quad by quad.
Index panelSize(Index depth) { return kNR + roundUp(depth, kQuad) / kQuad * kWordsOfQuad; }

std::int32_t wrapped(std::uint32_t value) { return static_cast<std::int32_t>(value); }

std::int32_t integerOf(Scalar weight, Scalar scale) {
  if (!(scale > 0)) return 0;
  const Scalar value = weight / scale;
  return static_cast<std::int32_t>(value < 0 ? value - Scalar(0.5) : value + Scalar(0.5));
}

/// One column of a panel: its quads into the words of the panel, and the sum of its products.
std::int32_t packColumn(const Scalar* from, Index stride, Index depth, Scalar scale,
                        std::int32_t* to) {
  std::uint32_t products = 0;
  for (Index k = 0; k < depth; k += kQuad, to += kWordsOfQuad) {
    std::int32_t quad[kQuad] = {};
    for (Index i = 0; i < std::min(kQuad, depth - k); ++i)
      quad[i] = integerOf(from[(k + i) * stride], scale);
    for (Index half = 0; half < 2; ++half)
      to[half * kNR] = wrapped(static_cast<std::uint32_t>(quad[2 * half + 1]) << 16U |
                               (static_cast<std::uint32_t>(quad[2 * half]) & 0xFFFFU));
    if (!kAddsPairs) products += static_cast<std::uint32_t>(quad[0] * quad[2] + quad[1] * quad[3]);
  }
  return wrapped(products);
}

/// Rows of A as whole numbers.
struct IntegerRows {
  std::int16_t* values;    ///< `stride` from row to row, padded with zeros to whole quads
  Index stride;            ///< with room for a vector more
  std::int32_t* products;  ///< −Σ x₀·x₂, a row in each block: `rows` in a block
  Scalar* steps;           ///< what a row is multiplied by
  Index rows;
};

/// Memory for them, in one piece.
IntegerRows rowsFor(const StridedView& a) {
  const Index blocks = (a.columns + kDepth - 1) / kDepth;
  const Index stride = roundUp(a.columns, kQuad) + 4 * kLanes;
  const Index values = roundUp(2 * a.rows * stride, kCacheLine);
  const Index products = roundUp(4 * a.rows * blocks, kCacheLine);
  constexpr auto kStep = static_cast<Index>(sizeof(Scalar));
  char* const memory =
      static_cast<char*>(fovea::kernels::integerScratch(values + products + kStep * a.rows));
  return {reinterpret_cast<std::int16_t*>(memory), stride,
          reinterpret_cast<std::int32_t*>(memory + values),
          reinterpret_cast<Scalar*>(memory + values + products), a.rows};
}

/// The largest absolute value; NaN if any value is not finite.
Scalar largestOf(const Scalar* x, Index count) {
  Vec most = splat(0);
  Vec zeros = splat(0);
  Index i = 0;
  const auto take = [&](Vec v) {
    most = maximum(maximum(v, splat(0) - v), most);
    zeros = zeros + v * splat(0);
  };
  for (; i + kLanes <= count; i += kLanes) take(load(x + i));
  if (i < count) take(loadPart(x + i, count - i));
  return largestLane(most) + sumOfLanes(zeros);
}

/// −Σ x₀·x₂ of some quads: what the sums have too much; nothing with kAddsPairs.
std::int32_t productsOf(const std::int16_t* x, Index depth) {
  if constexpr (kAddsPairs) return 0;
  std::int32_t even[kLanes];  // the words that begin a quad
  for (Index i = 0; i < kLanes; ++i) even[i] = i % 2 == 0 ? -1 : 0;
  const IntVec mask = loadInts(even);
  IntVec sums = subtractInts(mask, mask);
  const auto* const words = reinterpret_cast<const std::int32_t*>(x);
  for (Index i = 0; i < depth / 2; i += kLanes)
    sums = subtractInts(sums,
                        multiplyPairs(andInts(loadInts(words + i), mask), loadInts(words + i + 1)));
  std::int32_t lanes[kLanes];
  storeInts(lanes, sums);
  std::uint32_t sum = 0;
  for (const std::int32_t lane : lanes) sum += static_cast<std::uint32_t>(lane);
  return wrapped(sum);
}

void roundRow(const Scalar* x, Index columns, Index row, const IntegerRows& to) {
  const Scalar largest = largestOf(x, columns);
  const Scalar factor = kLargest / largest;
  const bool isUsable = std::isfinite(largest) && std::isfinite(factor);
  to.steps[row] = isUsable                 ? largest / kLargest
                  : std::isfinite(largest) ? Scalar(0)
                                           : std::numeric_limits<Scalar>::quiet_NaN();
  std::int16_t* const values = to.values + row * to.stride;
  std::fill(values + (isUsable ? columns : 0), values + to.stride, std::int16_t{0});
  if (isUsable) {
    const Vec factors = splat(factor);
    Index i = 0;
    for (; i + kLanes <= columns; i += kLanes) storeHalves(values + i, load(x + i) * factors);
    if (i < columns) storeHalves(values + i, loadPart(x + i, columns - i) * factors);
  }
  for (Index k = 0, block = 0; k < columns; k += kDepth, ++block)
    to.products[block * to.rows + row] =
        productsOf(values + k, roundUp(std::min(kDepth, columns - k), kQuad));
}

/// A tile whose panel reaches beyond C's last column.
void multiplyPartialTile(Index rows, Index columns, IntegerTile t) {
  Scalar full[kHeight * kNR] = {};
  Scalar scales[kNR] = {};
  Scalar bias[kNR] = {};
  std::copy_n(t.scales, columns, scales);
  if (t.bias) std::copy_n(t.bias, columns, bias);
  for (Index i = 0; i < rows && !t.first; ++i)
    std::copy_n(t.c + i * t.cStride, columns, full + i * kNR);
  IntegerTile whole = t;
  whole.c = full;
  whole.cStride = kNR;
  whole.scales = scales;
  whole.bias = bias;
  multiplyTileOf(rows, whole);
  for (Index i = 0; i < rows; ++i) std::copy_n(full + i * kNR, columns, t.c + i * t.cStride);
}

/// Rows of C by one panel, cut into tiles of nearly equal height.
void multiplyPanel(Index rows, Index columns, IntegerTile t) {
  const Index tiles = (rows + kHeight - 1) / kHeight;
  const Index bytes = kWordsOfQuad * 4;
  const Index tilesAhead = std::min(tiles, kTilesAhead);
  t.ahead = {reinterpret_cast<const char*>(t.panel + panelSize(t.quads * kQuad)),
             (bytes + tilesAhead - 1) / tilesAhead};
  for (Index i = 0; i < tiles; ++i) {
    const Index height = rows / tiles + (i < rows % tiles ? 1 : 0);
    if (i == kTilesAhead) t.ahead.step = 0;
    if (columns == kNR) {
      multiplyTileOf(height, t);
    } else {
      multiplyPartialTile(height, columns, t);
    }
    t.a += height * t.aStride;
    t.products += height;
    t.steps += height;
    t.c += height * t.cStride;
    t.ahead.at += t.quads * t.ahead.step;
  }
}

void multiplyChunk(const IntegerRows& a, const IntegerView& b, Scalar* c, Index cStride,
                   const Scalar* bias, Activation f) {
  const std::int32_t* panel = b.panels;
  for (Index k = 0, block = 0; k < b.rows; k += kDepth, ++block) {
    const Index depth = std::min(kDepth, b.rows - k);
    const bool last = k + depth == b.rows;
    for (Index j = 0; j < b.columns; j += kNR) {
      const Index columns = std::min(kNR, b.columns - j);
      const IntegerTile t{a.values + k,
                          a.stride,
                          a.products + block * a.rows,
                          a.steps,
                          panel,
                          roundUp(depth, kQuad) / kQuad,
                          c + j,
                          cStride,
                          b.scales + j,
                          bias ? bias + j : nullptr,
                          k == 0,
                          last,
                          {}};
      multiplyPanel(a.rows, columns, t);
      if (f != Activation::kNone && last)
        activate(f, {t.c, a.rows, columns, cStride, 1}, t.c, cStride);
      panel += panelSize(depth);
    }
  }
}

}  // namespace

Index integerSize(Index rows, Index columns) {
  Index size = 0;
  for (Index k = 0; k < rows; k += kDepth)
    size += roundUp(columns, kNR) / kNR * panelSize(std::min(kDepth, rows - k));
  return size + panelSize(kDepth) + kCacheLine;  // unused, for the prefetch
}

void packIntegers(const StridedView& b, const Scalar* scales, std::int32_t* panels) {
  for (Index k = 0; k < b.rows; k += kDepth) {
    const Index depth = std::min(kDepth, b.rows - k);
    for (Index j = 0; j < b.columns; j += kNR, panels += panelSize(depth)) {
      std::fill(panels, panels + panelSize(depth), 0);
      for (Index i = 0; i < std::min(kNR, b.columns - j); ++i)
        panels[i] = packColumn(b.data + k * b.rowStride + (j + i) * b.columnStride, b.rowStride,
                               depth, scales[j + i], panels + kNR + i);
    }
  }
}

void multiply(const StridedView& a, const IntegerView& b, Scalar* c, Index cStride, Start start,
              Activation f) {
  StridedView chunk = a;
  for (Index i = 0; i < a.rows; i += chunk.rows) {
    chunk.rows = std::min(kMC, a.rows - i);
    chunk.data = a.data + i * a.rowStride;
    const IntegerRows rows = rowsFor(chunk);
    for (Index row = 0; row < chunk.rows; ++row)
      roundRow(chunk.data + row * a.rowStride, a.columns, row, rows);
    multiplyChunk(rows, b, c + i * cStride, cStride, start.bias, f);
  }
}

}  // namespace FOVEA_KERNELS
