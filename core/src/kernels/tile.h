#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "product.h"
#include "shape.h"

// FOVEA_UNROLL_TILE unrolls the loop over k of a tile by two, which halves the stepping of
// counters. Not in wasm, where V8 would run out of registers and spill the accumulators.
#if defined(__wasm__)
#define FOVEA_UNROLL _Pragma("clang loop unroll(full)")
#define FOVEA_UNROLL_TILE _Pragma("clang loop unroll(disable)")
#elif defined(__clang__)
#define FOVEA_UNROLL _Pragma("clang loop unroll(full)")
#define FOVEA_UNROLL_TILE _Pragma("clang loop unroll_count(2)")
#else
#define FOVEA_UNROLL _Pragma("GCC unroll 16")
#define FOVEA_UNROLL_TILE _Pragma("GCC unroll 2")
#endif

/// The micro-kernel of the product: a tile of C, with its accumulators in registers.
namespace FOVEA_KERNELS {

// The elements of a row of a panel: scalars, or words of two BF16 each.
inline void loadRow(const Scalar* row, Vec& b0, Vec& b1) {
  b0 = load(row);
  b1 = load(row + kLanes);
}
inline void loadRow(const Bf16Pair* row, Vec& b0, Vec& b1) { widenBf16(row, b0, b1); }

template <typename Weight>
inline constexpr Index kRowSize = kNR;
template <>
inline constexpr Index kRowSize<Bf16Pair> = kLanes;

/// Memory to prefetch while a tile computes: `step` more bytes with each row of its panel.
struct Ahead {
  const char* at = nullptr;
  Index step = 0;
};

/// One tile of C: some rows × one panel's columns, over one block's depth.
template <typename Weight>
struct Tile {
  const Scalar* a;
  Index aStride;
  const Weight* panel;
  Index depth;
  Scalar* c;
  Index cStride;
  Start start;
  Ahead ahead;
};

template <Index kRows, typename Weight>
void startTile(const Tile<Weight>& t, Vec (&sums)[kRows][kPanelVecs]) {
  FOVEA_UNROLL
  for (Index i = 0; i < kRows; ++i) {
    FOVEA_UNROLL
    for (Index j = 0; j < kPanelVecs; ++j) {
      sums[i][j] = t.start.add    ? load(t.c + i * t.cStride + j * kLanes)
                   : t.start.bias ? load(t.start.bias + j * kLanes)
                                  : splat(0);
    }
  }
}

/// The micro-kernel; with kAhead it prefetches as it goes. Its loop keeps few pointers, which V8
/// needs too.
template <Index kRows, bool kAhead, typename Weight>
void multiplyTile(const Tile<Weight>& t) {
  Vec sums[kRows][kPanelVecs];
  startTile<kRows>(t, sums);
  const Scalar* a[kRows];
  FOVEA_UNROLL
  for (Index i = 0; i < kRows; ++i) a[i] = t.a + i * t.aStride;
  Ahead ahead = t.ahead;
  const Weight* const end = t.panel + t.depth * kRowSize<Weight>;
  FOVEA_UNROLL_TILE
  for (const Weight* row = t.panel; row != end; row += kRowSize<Weight>) {
    Vec b0;
    Vec b1;
    loadRow(row, b0, b1);
    if constexpr (kAhead) {
      prefetch(ahead.at);
      ahead.at += ahead.step;
    }
    FOVEA_UNROLL
    for (Index i = 0; i < kRows; ++i) {
      const Vec x = loadSplat(a[i]);
      ++a[i];
      sums[i][0] = multiplyAdd(x, b0, sums[i][0]);
      sums[i][1] = multiplyAdd(x, b1, sums[i][1]);
    }
  }
  FOVEA_UNROLL
  for (Index i = 0; i < kRows; ++i) {
    FOVEA_UNROLL
    for (Index j = 0; j < kPanelVecs; ++j) store(t.c + i * t.cStride + j * kLanes, sums[i][j]);
  }
}

template <bool kAhead, typename Weight, std::size_t... kIndices>
constexpr auto tileTable(std::index_sequence<kIndices...>) {
  return std::array<void (*)(const Tile<Weight>&), sizeof...(kIndices)>{
      &multiplyTile<static_cast<Index>(kIndices) + 1, kAhead, Weight>...};
}

template <bool kAhead, typename Weight>
void multiplyTileOf(Index rows, const Tile<Weight>& t) {
  static constexpr auto kTable =
      tileTable<kAhead, Weight>(std::make_index_sequence<kTileHeights>());
  kTable[static_cast<std::size_t>(rows - 1)](t);
}

template <typename Weight>
void multiplyTileOf(Index rows, const Tile<Weight>& t) {
  if (t.ahead.step > 0) {
    multiplyTileOf<true>(rows, t);
  } else {
    multiplyTileOf<false>(rows, t);
  }
}

/// A tile whose panel reaches beyond C's last column: computed in a full-width buffer and copied.
template <typename Weight>
void multiplyPartialTile(Index rows, Index columns, Tile<Weight> t) {
  Scalar full[kMR * kNR] = {};
  Scalar* const c = std::exchange(t.c, full);
  const Index cStride = std::exchange(t.cStride, kNR);
  const Scalar* const bias = std::exchange(t.start.bias, nullptr);
  for (Index i = 0; i < rows; ++i) {
    if (t.start.add) std::copy_n(c + i * cStride, columns, full + i * kNR);
    if (bias) std::copy_n(bias, columns, full + i * kNR);
  }
  t.start.add = t.start.add || bias;
  multiplyTileOf(rows, t);
  for (Index i = 0; i < rows; ++i) std::copy_n(full + i * kNR, columns, c + i * cStride);
}

}  // namespace FOVEA_KERNELS
