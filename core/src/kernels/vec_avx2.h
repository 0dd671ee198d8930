#pragma once

#include <immintrin.h>

namespace FOVEA_KERNELS {

#ifdef __AVXVNNI__
constexpr const char* kName = "avxvnni";
#else
constexpr const char* kName = "avx2";
#endif
constexpr Index kLanes = 8;
constexpr bool kFused = true;

struct Vec {
  __m256 v;
};

inline Vec load(const Scalar* from) { return {_mm256_loadu_ps(from)}; }
inline void store(Scalar* to, Vec a) { _mm256_storeu_ps(to, a.v); }
inline Vec splat(Scalar x) { return {_mm256_set1_ps(x)}; }
inline Vec loadSplat(const Scalar* from) { return {_mm256_broadcast_ss(from)}; }

inline Vec operator+(Vec a, Vec b) { return {_mm256_add_ps(a.v, b.v)}; }
inline Vec operator-(Vec a, Vec b) { return {_mm256_sub_ps(a.v, b.v)}; }
inline Vec operator*(Vec a, Vec b) { return {_mm256_mul_ps(a.v, b.v)}; }
inline Vec operator/(Vec a, Vec b) { return {_mm256_div_ps(a.v, b.v)}; }
inline Vec multiplyAdd(Vec a, Vec b, Vec c) { return {_mm256_fmadd_ps(a.v, b.v, c.v)}; }

inline Vec maximum(Vec a, Vec b) { return {_mm256_max_ps(a.v, b.v)}; }
inline Vec whereNegative(Vec sign, Vec a, Vec b) {
  return {_mm256_blendv_ps(b.v, a.v, _mm256_cmp_ps(sign.v, _mm256_setzero_ps(), _CMP_LT_OQ))};
}
inline Vec nearest(Vec a) {
  return {_mm256_round_ps(a.v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)};
}
inline Vec powerOfTwo(Vec whole) {
  const __m256i exponent = _mm256_add_epi32(_mm256_cvtps_epi32(whole.v), _mm256_set1_epi32(127));
  return {_mm256_castsi256_ps(_mm256_slli_epi32(exponent, 23))};
}

inline void widenBf16(const std::uint32_t* from, Vec& low, Vec& high) {
  const __m256i pairs = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  low = {_mm256_castsi256_ps(_mm256_slli_epi32(pairs, 16))};
  high = {_mm256_castsi256_ps(_mm256_and_si256(pairs, _mm256_set1_epi32(~0xFFFF)))};
}

constexpr bool kPrefetchReads = false;
inline void prefetch(const void* address) {
  _mm_prefetch(static_cast<const char*>(address), _MM_HINT_T0);
}

}  // namespace FOVEA_KERNELS
