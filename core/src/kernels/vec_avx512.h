#pragma once

#include <immintrin.h>

namespace FOVEA_KERNELS {

#ifdef __AVX512VNNI__
constexpr const char* kName = "avx512vnni";
#else
constexpr const char* kName = "avx512";
#endif
constexpr Index kLanes = 16;
constexpr bool kFused = true;

struct Vec {
  __m512 v;
};

// The plain forms of some intrinsics hold a variable that GCC 12 warns of as uninitialised; under a
// mask of all lanes they are the same instructions.
constexpr __mmask16 kEveryLane = 0xFFFF;

inline Vec load(const Scalar* from) { return {_mm512_loadu_ps(from)}; }
inline void store(Scalar* to, Vec a) { _mm512_storeu_ps(to, a.v); }
inline Vec splat(Scalar x) { return {_mm512_set1_ps(x)}; }
inline Vec loadSplat(const Scalar* from) { return {_mm512_set1_ps(*from)}; }

inline Vec operator+(Vec a, Vec b) { return {_mm512_add_ps(a.v, b.v)}; }
inline Vec operator-(Vec a, Vec b) { return {_mm512_sub_ps(a.v, b.v)}; }
inline Vec operator*(Vec a, Vec b) { return {_mm512_mul_ps(a.v, b.v)}; }
inline Vec operator/(Vec a, Vec b) { return {_mm512_div_ps(a.v, b.v)}; }
inline Vec multiplyAdd(Vec a, Vec b, Vec c) { return {_mm512_fmadd_ps(a.v, b.v, c.v)}; }

inline Vec maximum(Vec a, Vec b) { return {_mm512_maskz_max_ps(kEveryLane, a.v, b.v)}; }
inline Vec whereNegative(Vec sign, Vec a, Vec b) {
  const __mmask16 negative = _mm512_cmp_ps_mask(sign.v, _mm512_setzero_ps(), _CMP_LT_OQ);
  return {_mm512_mask_blend_ps(negative, b.v, a.v)};
}
inline Vec nearest(Vec a) {
  return {_mm512_maskz_roundscale_ps(kEveryLane, a.v, _MM_FROUND_TO_NEAREST_INT)};
}
inline Vec powerOfTwo(Vec whole) {
  const __m512i exponent =
      _mm512_add_epi32(_mm512_maskz_cvtps_epi32(kEveryLane, whole.v), _mm512_set1_epi32(127));
  return {_mm512_castsi512_ps(_mm512_maskz_slli_epi32(kEveryLane, exponent, 23))};
}

inline void widenBf16(const std::uint32_t* from, Vec& low, Vec& high) {
  const __m512i pairs = _mm512_loadu_si512(from);
  low = {_mm512_castsi512_ps(_mm512_maskz_slli_epi32(kEveryLane, pairs, 16))};
  high = {_mm512_castsi512_ps(_mm512_and_si512(pairs, _mm512_set1_epi32(~0xFFFF)))};
}

constexpr bool kPrefetchReads = false;
inline void prefetch(const void* address) {
  _mm_prefetch(static_cast<const char*>(address), _MM_HINT_T0);
}

}  // namespace FOVEA_KERNELS
