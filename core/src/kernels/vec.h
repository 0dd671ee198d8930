#pragma once

#include <cstdint>

#include "fovea/matrix.h"
#include "target.h"

// The vector of the kernels: kLanes scalars that one instruction treats together. Each target's
// header defines the same type and functions, so that a kernel is written once:
//
//   kName               as people write it
//   load, store         contiguous and of any alignment
//   splat               one scalar in every lane
//   + - * /             lane by lane
//   multiplyAdd(a,b,c)  a·b + c, rounded once where the target fuses it (kFused)
//   maximum(a,b)        b where either is not a number
//   whereNegative(s,a,b)  a in the lanes where s < 0, else b
//   nearest, powerOfTwo   of the exponential, see vec_math.h
//   widenBf16(from, low, high)   from kLanes words of two BF16: the lower halves, the upper halves
//   prefetch(address)     asks for the cache line; by reading of it where that is the only way
//                         (kPrefetchReads)
//
// The double build of the tests takes the portable one: the others are for f32.
#if defined(FOVEA_PORTABLE_KERNELS)
#include "vec_portable.h"
#elif defined(__wasm_simd128__)
#include "vec_wasm.h"
#elif defined(__AVX512F__)
#include "vec_avx512.h"
#elif defined(__AVX2__) && defined(__FMA__)
#include "vec_avx2.h"
#elif defined(__aarch64__)
#include "vec_neon.h"
#elif defined(__SSE2__)
#include "vec_sse2.h"
#else
#include "vec_portable.h"
#endif

namespace FOVEA_KERNELS {

/// The first `count` lanes from memory, the others 0: the end of a row. count < kLanes.
inline Vec loadPart(const Scalar* from, Index count) {
  Scalar lanes[kLanes] = {};
  for (Index i = 0; i < count; ++i) lanes[i] = from[i];
  return load(lanes);
}

inline void storePart(Scalar* to, Vec v, Index count) {
  Scalar lanes[kLanes];
  store(lanes, v);
  for (Index i = 0; i < count; ++i) to[i] = lanes[i];
}

inline Scalar sumOfLanes(Vec v) {
  Scalar lanes[kLanes];
  store(lanes, v);
  for (Index half = kLanes / 2; half > 0; half /= 2)
    for (Index i = 0; i < half; ++i) lanes[i] += lanes[i + half];
  return lanes[0];
}

inline Scalar largestLane(Vec v) {
  Scalar lanes[kLanes];
  store(lanes, v);
  for (Index i = 1; i < kLanes; ++i) lanes[0] = lanes[i] > lanes[0] ? lanes[i] : lanes[0];
  return lanes[0];
}

}  // namespace FOVEA_KERNELS
