#pragma once

#include "vec.h"

namespace fovea::kernels {

// How the product is cut, as measured (docs/performance.md): the accumulators of a tile and what
// feeds them fill the target's vector registers and no more.
#if defined(__wasm_simd128__)
constexpr Index kTileRows = kFused ? 6 : 5;  // the sum of an unfused product takes a register more
#elif defined(__AVX512F__)
constexpr Index kTileRows = 12;
#elif defined(__aarch64__)
constexpr Index kTileRows = 10;
#else
constexpr Index kTileRows = 6;
#endif
/// Heights that the product has a function for. In wasm they are as many without fused multiply-add
/// as with it: the two modules then number their functions alike, and where both are shipped, one
/// compresses to little beside the other.
#if defined(__wasm_simd128__)
constexpr Index kTileHeights = 6;
#else
constexpr Index kTileHeights = kTileRows;
#endif
constexpr Index kPanelVecs = 2;
constexpr Index kPanelColumns = kPanelVecs * kLanes;

/// Rows of B in a block. A panel of a block and the rows of A that meet it stay in the first-level
/// cache, or, of AVX-512, in the second: it is wide enough, and C is read and written less often.
#if defined(__AVX512F__)
constexpr Index kBlockDepth = 1024;
#else
constexpr Index kBlockDepth = kFused ? 512 : 256;
#endif
/// Values of rows of A that pass over B together: their part of a block stays in the second-level
/// cache.
constexpr Index kChunkSize = 264 * kBlockDepth;

/// So many tiles of a panel ask for the next one, row by row. There is none after the last: packed
/// matrices end with unused memory for it, and for its rows' parts, which are rounded up to a byte.
constexpr Index kTilesAhead = 4;
constexpr Index kUnusedRow = kPanelColumns + kTilesAhead;
constexpr Index kCacheLine = 64;
/// Values of a matrix of the demo model's size, which comes from a cache rather than from memory.
constexpr Index kNearSize = Index{128} * 1024;

/// From as many tiles on, a panel of BF16 is widened once, before them.
constexpr Index kTilesToWidenFor = 4;

inline Index roundUp(Index n, Index step) { return (n + step - 1) / step * step; }

}  // namespace fovea::kernels
