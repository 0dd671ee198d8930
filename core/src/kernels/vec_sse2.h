#pragma once

#include <emmintrin.h>

namespace FOVEA_KERNELS {

/// What every x86-64 processor has.
constexpr const char* kName = "sse2";
constexpr Index kLanes = 4;
constexpr bool kFused = false;

struct Vec {
  __m128 v;
};

inline Vec load(const Scalar* from) { return {_mm_loadu_ps(from)}; }
inline void store(Scalar* to, Vec a) { _mm_storeu_ps(to, a.v); }
inline Vec splat(Scalar x) { return {_mm_set1_ps(x)}; }
inline Vec loadSplat(const Scalar* from) { return {_mm_set1_ps(*from)}; }

inline Vec operator+(Vec a, Vec b) { return {_mm_add_ps(a.v, b.v)}; }
inline Vec operator-(Vec a, Vec b) { return {_mm_sub_ps(a.v, b.v)}; }
inline Vec operator*(Vec a, Vec b) { return {_mm_mul_ps(a.v, b.v)}; }
inline Vec operator/(Vec a, Vec b) { return {_mm_div_ps(a.v, b.v)}; }
inline Vec multiplyAdd(Vec a, Vec b, Vec c) { return a * b + c; }

inline Vec maximum(Vec a, Vec b) { return {_mm_max_ps(a.v, b.v)}; }
inline Vec whereNegative(Vec sign, Vec a, Vec b) {
  const __m128 negative = _mm_cmplt_ps(sign.v, _mm_setzero_ps());
  return {_mm_or_ps(_mm_and_ps(negative, a.v), _mm_andnot_ps(negative, b.v))};
}
// Of numbers that fit into 32 bits: those of the exponential are small.
inline Vec nearest(Vec a) { return {_mm_cvtepi32_ps(_mm_cvtps_epi32(a.v))}; }
inline Vec powerOfTwo(Vec whole) {
  const __m128i exponent = _mm_add_epi32(_mm_cvtps_epi32(whole.v), _mm_set1_epi32(127));
  return {_mm_castsi128_ps(_mm_slli_epi32(exponent, 23))};
}

inline void widenBf16(const std::uint32_t* from, Vec& low, Vec& high) {
  const __m128i pairs = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  low = {_mm_castsi128_ps(_mm_slli_epi32(pairs, 16))};
  high = {_mm_castsi128_ps(_mm_and_si128(pairs, _mm_set1_epi32(~0xFFFF)))};
}

constexpr bool kPrefetchReads = false;
inline void prefetch(const void* address) {
  _mm_prefetch(static_cast<const char*>(address), _MM_HINT_T0);
}

}  // namespace FOVEA_KERNELS
