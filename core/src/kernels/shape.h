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

/// Rows of B in a block: a panel of a block and the rows of A that meet it stay in the first-level
/// cache.
constexpr Index kBlockDepth = kFused ? 512 : 256;
/// A panel of a full block. The product touches the panel after the one at work: packed matrices
/// end with as much unused memory, and a few lines for the last step of the touching.
constexpr Index kBlockSize = kBlockDepth * kPanelColumns + 64;
/// Rows of A that pass over B together: their part of a block stays in the second-level cache.
constexpr Index kChunkRows = 240;

/// From as many tiles on, a panel of BF16 is widened once, before them.
constexpr Index kTilesToWidenFor = 4;

inline Index roundUp(Index n, Index step) { return (n + step - 1) / step * step; }

}  // namespace fovea::kernels
