#pragma once

#include "vec.h"

namespace FOVEA_KERNELS {

// How the product is blocked. MR, NR, KC and MC are those of Goto & van de Geijn 2008, as measured
// (docs/performance.md). The accumulators of an MR × NR tile and its operands fill the target's
// vector registers.
#if defined(__wasm_simd128__)
constexpr Index kMR =
    kFused ? 6 : 5;  // without fused multiply-add, a product takes a register more
#elif defined(__AVX512F__)
constexpr Index kMR = 12;
#elif defined(__aarch64__)
constexpr Index kMR = 10;
#else
constexpr Index kMR = 6;
#endif
/// Tile heights that have a function of their own. In wasm there are as many without fused
/// multiply-add as with it, so that both modules number their functions alike and one compresses to
/// little beside the other.
#if defined(__wasm_simd128__)
constexpr Index kTileHeights = 6;
#else
constexpr Index kTileHeights = kMR;
#endif
constexpr Index kPanelVecs = 2;
constexpr Index kNR = kPanelVecs * kLanes;

/// Rows of B in a block. A KC × NR panel and the rows of A that meet it stay in the L1 cache; with
/// AVX-512 in L2, which is wide enough, and C is read and written less often.
#if defined(__AVX512F__)
constexpr Index kKC = 1024;
#else
constexpr Index kKC = kFused ? 512 : 256;
#endif
/// Rows of A, KC deep, that pass over B together: their part of a block stays in the L2 cache.
constexpr Index kMC = 264;

/// The first tiles of a panel prefetch the next panel, row by row. Packed matrices end with unused
/// memory for the prefetch after the last panel, whose parts of a row are rounded up to a byte.
constexpr Index kTilesAhead = 4;
constexpr Index kUnusedRow = kNR + kTilesAhead;
constexpr Index kCacheLine = 64;
/// Values of a matrix as large as the demo model's, which comes from a cache rather than memory.
constexpr Index kNearSize = Index{128} * 1024;

/// With at least this many tiles, a BF16 panel is widened once before them.
constexpr Index kTilesToWidenFor = 4;

inline Index roundUp(Index n, Index step) { return (n + step - 1) / step * step; }

}  // namespace FOVEA_KERNELS
