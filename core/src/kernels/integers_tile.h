#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "int_vec.h"
#include "shape.h"
#include "tile.h"

// An instruction multiplies whole numbers of 16 bits in pairs and adds the two products; VNNI adds
// them to the sum as well (kAddsPairs). Elsewhere that takes one more instruction, and Winograd's
// inner product (1968) takes as many, but has half of the multiplications replaced by additions,
// for which processors have more units. With x of a row and w of a column:
//
//   x₀·w₀ + x₂·w₂ = (x₀ + w₂)·(x₂ + w₀) − x₀·x₂ − w₀·w₂,
//
// The last two are summed once for each row and each column. So a row and a column are divided into
// quads of four values, in two words of two. All sums are modulo 2³², which is exact since the
// result fits.
namespace FOVEA_KERNELS {

constexpr Index kQuad = 4;
/// Rows of a tile. A tile of two vectors a row takes as many registers as it has sums, four
/// weights, two inputs and two sums of both; with kAddsPairs, two weights and an input.
#if defined(__AVX512F__) || defined(__aarch64__)
constexpr Index kHeight = 8;
#else
constexpr Index kHeight = kAddsPairs ? 6 : 4;
#endif

constexpr Index kWordsOfQuad = 2 * kNR;

/// A tile of C over one block's depth.
struct IntegerTile {
  const std::int16_t* a;
  Index aStride;
  const std::int32_t* products;  ///< of the rows
  const Scalar* steps;
  const std::int32_t* panel;
  Index quads;
  Scalar* c;
  Index cStride;
  const Scalar* scales;
  const Scalar* bias;  ///< or null
  bool first;          ///< of the blocks: else it adds to C
  bool last;           ///< then C is scaled
  Ahead ahead;
};

template <Index kRows>
using Sums = IntVec[kRows][kPanelVecs];
template <Index kRows>
using RowWords = const std::int32_t* [kRows];

template <Index kRows>
void finishTile(const IntegerTile& t, const Sums<kRows>& sums) {
  FOVEA_UNROLL
  for (Index i = 0; i < kRows; ++i) {
    FOVEA_UNROLL
    for (Index j = 0; j < kPanelVecs; ++j) {
      Scalar* const c = t.c + i * t.cStride + j * kLanes;
      Vec value = toScalars(sums[i][j]);
      if (!t.first) value = load(c) + value;
      if (t.last) value = value * loadSplat(t.steps + i) * load(t.scales + j * kLanes);
      if (t.last && t.bias) value = value + load(t.bias + j * kLanes);
      store(c, value);
    }
  }
}

/// Adds the products of a word of each row with one of each column.
template <Index kRows>
void addWord(const RowWords<kRows>& a, Index word, const std::int32_t* w, Sums<kRows>& sums) {
  const IntVec w0 = loadInts(w);
  const IntVec w1 = loadInts(w + kLanes);
  FOVEA_UNROLL
  for (Index i = 0; i < kRows; ++i) {
    const IntVec x = splatInt(a[i] + word);
    sums[i][0] = addPairs(sums[i][0], x, w0);
    sums[i][1] = addPairs(sums[i][1], x, w1);
  }
}

/// Adds the products of a quad, with x₀·x₂ and w₀·w₂ besides.
template <Index kRows>
void addQuad(const RowWords<kRows>& a, const std::int32_t* w, Sums<kRows>& sums) {
  const IntVec w00 = loadInts(w);
  const IntVec w01 = loadInts(w + kLanes);
  const IntVec w20 = loadInts(w + kNR);
  const IntVec w21 = loadInts(w + kNR + kLanes);
  FOVEA_UNROLL
  for (Index i = 0; i < kRows; ++i) {
    const IntVec x0 = splatInt(a[i]);
    const IntVec x2 = splatInt(a[i] + 1);
    sums[i][0] = addPairs(sums[i][0], addHalves(x0, w20), addHalves(x2, w00));
    sums[i][1] = addPairs(sums[i][1], addHalves(x0, w21), addHalves(x2, w01));
  }
}

template <Index kRows, bool kAhead>
void multiplyIntegerTile(const IntegerTile& t) {
  Sums<kRows> sums;
  RowWords<kRows> a;
  FOVEA_UNROLL
  for (Index i = 0; i < kRows; ++i) {
    a[i] = reinterpret_cast<const std::int32_t*>(t.a + i * t.aStride);
    FOVEA_UNROLL
    for (Index j = 0; j < kPanelVecs; ++j)
      sums[i][j] = subtractInts(splatInt(t.products + i), loadInts(t.panel + j * kLanes));
  }
  [[maybe_unused]] const char* ahead = t.ahead.at;
  const std::int32_t* const first = t.panel + kNR;
  const std::int32_t* const end = first + t.quads * kWordsOfQuad;
  FOVEA_UNROLL_TILE
  for (const std::int32_t* w = first; w != end; w += kWordsOfQuad) {
    if constexpr (kAhead) {
      prefetch(ahead);
      ahead += t.ahead.step;
    }
    if constexpr (kAddsPairs) {
      addWord<kRows>(a, 0, w, sums);
      addWord<kRows>(a, 1, w + kNR, sums);
    } else {
      addQuad<kRows>(a, w, sums);
    }
    FOVEA_UNROLL
    for (Index i = 0; i < kRows; ++i) a[i] += 2;
  }
  finishTile<kRows>(t, sums);
}

template <bool kAhead, std::size_t... kIndices>
constexpr auto integerTiles(std::index_sequence<kIndices...>) {
  return std::array<void (*)(const IntegerTile&), sizeof...(kIndices)>{
      &multiplyIntegerTile<static_cast<Index>(kIndices) + 1, kAhead>...};
}

template <bool kAhead>
void multiplyTileOf(Index rows, const IntegerTile& t) {
  static constexpr auto kTable = integerTiles<kAhead>(std::make_index_sequence<kHeight>());
  kTable[static_cast<std::size_t>(rows - 1)](t);
}

/// Where a prefetch is a load, it costs more than it brings: there are loads enough.
inline void multiplyTileOf(Index rows, const IntegerTile& t) {
  if (!kPrefetchReads && t.ahead.step > 0) {
    multiplyTileOf<true>(rows, t);
  } else {
    multiplyTileOf<false>(rows, t);
  }
}

}  // namespace FOVEA_KERNELS
