#pragma once

#include <cstdint>

#include "vec.h"

// The vector of the integer products: kLanes whole numbers of 32 bits, or twice as many of 16.
//
//   loadInts, storeInts        contiguous and of any alignment
//   splatInt                   one word from memory in every lane
//   addInts, subtractInts, andInts   of 32 bits; sums wrap around
//   addHalves                  of 16 bits
//   multiplyPairs(a, b)        in each lane a₀·b₀ + a₁·b₁ of its two halves
//   addPairs(sum, a, b)        sum + multiplyPairs(a, b)
//   toScalars                  the nearest scalars
//   storeHalves(to, a)         kLanes scalars, rounded to nearest, as halves
namespace FOVEA_KERNELS {

#if defined(FOVEA_PORTABLE_KERNELS) || \
    !(defined(__wasm_simd128__) || defined(__aarch64__) || defined(__SSE2__))

struct IntVec {
  std::uint32_t v[kLanes];
};

template <typename Function>
IntVec perInt(Function&& f) {
  IntVec result;
  for (Index i = 0; i < kLanes; ++i) result.v[i] = f(i);
  return result;
}

inline std::int32_t lowHalf(std::uint32_t word) {
  return static_cast<std::int16_t>(static_cast<std::uint16_t>(word));
}
inline std::int32_t highHalf(std::uint32_t word) { return lowHalf(word >> 16U); }

inline IntVec loadInts(const std::int32_t* from) {
  return perInt([&](Index i) { return static_cast<std::uint32_t>(from[i]); });
}
inline void storeInts(std::int32_t* to, IntVec a) {
  for (Index i = 0; i < kLanes; ++i) to[i] = static_cast<std::int32_t>(a.v[i]);
}
inline IntVec splatInt(const std::int32_t* from) {
  return perInt([&](Index) { return static_cast<std::uint32_t>(*from); });
}
inline IntVec addInts(IntVec a, IntVec b) {
  return perInt([&](Index i) { return a.v[i] + b.v[i]; });
}
inline IntVec subtractInts(IntVec a, IntVec b) {
  return perInt([&](Index i) { return a.v[i] - b.v[i]; });
}
inline IntVec andInts(IntVec a, IntVec b) {
  return perInt([&](Index i) { return a.v[i] & b.v[i]; });
}
inline IntVec addHalves(IntVec a, IntVec b) {
  return perInt([&](Index i) {
    return ((a.v[i] & 0xFFFF0000U) + (b.v[i] & 0xFFFF0000U)) | ((a.v[i] + b.v[i]) & 0xFFFFU);
  });
}
inline IntVec multiplyPairs(IntVec a, IntVec b) {
  return perInt([&](Index i) {
    return static_cast<std::uint32_t>(lowHalf(a.v[i]) * lowHalf(b.v[i])) +
           static_cast<std::uint32_t>(highHalf(a.v[i]) * highHalf(b.v[i]));
  });
}
inline Vec toScalars(IntVec a) {
  return perLane([&](Index i) { return static_cast<Scalar>(static_cast<std::int32_t>(a.v[i])); });
}
inline void storeHalves(std::int16_t* to, Vec a) {
  for (Index i = 0; i < kLanes; ++i) to[i] = static_cast<std::int16_t>(std::nearbyint(a.v[i]));
}

#elif defined(__wasm_simd128__)

struct IntVec {
  v128_t v;
};

inline IntVec loadInts(const std::int32_t* from) { return {wasm_v128_load(from)}; }
inline void storeInts(std::int32_t* to, IntVec a) { wasm_v128_store(to, a.v); }
inline IntVec splatInt(const std::int32_t* from) { return {wasm_v128_load32_splat(from)}; }
inline IntVec addInts(IntVec a, IntVec b) { return {wasm_i32x4_add(a.v, b.v)}; }
inline IntVec subtractInts(IntVec a, IntVec b) { return {wasm_i32x4_sub(a.v, b.v)}; }
inline IntVec andInts(IntVec a, IntVec b) { return {wasm_v128_and(a.v, b.v)}; }
inline IntVec addHalves(IntVec a, IntVec b) { return {wasm_i16x8_add(a.v, b.v)}; }
inline IntVec multiplyPairs(IntVec a, IntVec b) { return {wasm_i32x4_dot_i16x8(a.v, b.v)}; }
inline Vec toScalars(IntVec a) { return {wasm_f32x4_convert_i32x4(a.v)}; }
inline void storeHalves(std::int16_t* to, Vec a) {
  const v128_t whole = wasm_i32x4_trunc_sat_f32x4(wasm_f32x4_nearest(a.v));
  wasm_v128_store64_lane(to, wasm_i16x8_narrow_i32x4(whole, whole), 0);
}

#elif defined(__AVX512F__)

struct IntVec {
  __m512i v;
};

inline IntVec loadInts(const std::int32_t* from) { return {_mm512_loadu_si512(from)}; }
inline void storeInts(std::int32_t* to, IntVec a) { _mm512_storeu_si512(to, a.v); }
inline IntVec splatInt(const std::int32_t* from) { return {_mm512_set1_epi32(*from)}; }
inline IntVec addInts(IntVec a, IntVec b) { return {_mm512_add_epi32(a.v, b.v)}; }
inline IntVec subtractInts(IntVec a, IntVec b) { return {_mm512_sub_epi32(a.v, b.v)}; }
inline IntVec andInts(IntVec a, IntVec b) { return {_mm512_and_si512(a.v, b.v)}; }
inline IntVec addHalves(IntVec a, IntVec b) { return {_mm512_add_epi16(a.v, b.v)}; }
inline IntVec multiplyPairs(IntVec a, IntVec b) { return {_mm512_madd_epi16(a.v, b.v)}; }
inline Vec toScalars(IntVec a) { return {_mm512_maskz_cvtepi32_ps(kEveryLane, a.v)}; }
inline void storeHalves(std::int16_t* to, Vec a) {
  const __m512i whole = _mm512_maskz_cvtps_epi32(kEveryLane, a.v);
  _mm512_mask_cvtsepi32_storeu_epi16(to, kEveryLane, whole);
}
#ifdef __AVX512VNNI__
#define FOVEA_ADDS_PAIRS 1
inline IntVec addPairs(IntVec sum, IntVec a, IntVec b) {
  return {_mm512_dpwssd_epi32(sum.v, a.v, b.v)};
}
#endif

#elif defined(__AVX2__) && defined(__FMA__)

struct IntVec {
  __m256i v;
};

inline IntVec loadInts(const std::int32_t* from) {
  return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from))};
}
inline void storeInts(std::int32_t* to, IntVec a) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), a.v);
}
inline IntVec splatInt(const std::int32_t* from) { return {_mm256_set1_epi32(*from)}; }
inline IntVec addInts(IntVec a, IntVec b) { return {_mm256_add_epi32(a.v, b.v)}; }
inline IntVec subtractInts(IntVec a, IntVec b) { return {_mm256_sub_epi32(a.v, b.v)}; }
inline IntVec andInts(IntVec a, IntVec b) { return {_mm256_and_si256(a.v, b.v)}; }
inline IntVec addHalves(IntVec a, IntVec b) { return {_mm256_add_epi16(a.v, b.v)}; }
inline IntVec multiplyPairs(IntVec a, IntVec b) { return {_mm256_madd_epi16(a.v, b.v)}; }
inline Vec toScalars(IntVec a) { return {_mm256_cvtepi32_ps(a.v)}; }
inline void storeHalves(std::int16_t* to, Vec a) {
  const __m256i whole = _mm256_cvtps_epi32(a.v);
  const __m128i halves =
      _mm_packs_epi32(_mm256_castsi256_si128(whole), _mm256_extracti128_si256(whole, 1));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), halves);
}
#ifdef __AVXVNNI__
#define FOVEA_ADDS_PAIRS 1
inline IntVec addPairs(IntVec sum, IntVec a, IntVec b) {
  return {_mm256_dpwssd_avx_epi32(sum.v, a.v, b.v)};
}
#endif

#elif defined(__aarch64__)

struct IntVec {
  int32x4_t v;
};

inline int16x8_t halvesOf(IntVec a) { return vreinterpretq_s16_s32(a.v); }

inline IntVec loadInts(const std::int32_t* from) { return {vld1q_s32(from)}; }
inline void storeInts(std::int32_t* to, IntVec a) { vst1q_s32(to, a.v); }
inline IntVec splatInt(const std::int32_t* from) { return {vld1q_dup_s32(from)}; }
inline IntVec addInts(IntVec a, IntVec b) { return {vaddq_s32(a.v, b.v)}; }
inline IntVec subtractInts(IntVec a, IntVec b) { return {vsubq_s32(a.v, b.v)}; }
inline IntVec andInts(IntVec a, IntVec b) { return {vandq_s32(a.v, b.v)}; }
inline IntVec addHalves(IntVec a, IntVec b) {
  return {vreinterpretq_s32_s16(vaddq_s16(halvesOf(a), halvesOf(b)))};
}
inline IntVec multiplyPairs(IntVec a, IntVec b) {
  const int16x8_t x = halvesOf(a);
  const int16x8_t y = halvesOf(b);
  return {vpaddq_s32(vmull_s16(vget_low_s16(x), vget_low_s16(y)), vmull_high_s16(x, y))};
}
inline Vec toScalars(IntVec a) { return {vcvtq_f32_s32(a.v)}; }
inline void storeHalves(std::int16_t* to, Vec a) { vst1_s16(to, vqmovn_s32(vcvtnq_s32_f32(a.v))); }

#else

struct IntVec {
  __m128i v;
};

inline IntVec loadInts(const std::int32_t* from) {
  return {_mm_loadu_si128(reinterpret_cast<const __m128i*>(from))};
}
inline void storeInts(std::int32_t* to, IntVec a) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), a.v);
}
inline IntVec splatInt(const std::int32_t* from) { return {_mm_set1_epi32(*from)}; }
inline IntVec addInts(IntVec a, IntVec b) { return {_mm_add_epi32(a.v, b.v)}; }
inline IntVec subtractInts(IntVec a, IntVec b) { return {_mm_sub_epi32(a.v, b.v)}; }
inline IntVec andInts(IntVec a, IntVec b) { return {_mm_and_si128(a.v, b.v)}; }
inline IntVec addHalves(IntVec a, IntVec b) { return {_mm_add_epi16(a.v, b.v)}; }
inline IntVec multiplyPairs(IntVec a, IntVec b) { return {_mm_madd_epi16(a.v, b.v)}; }
inline Vec toScalars(IntVec a) { return {_mm_cvtepi32_ps(a.v)}; }
inline void storeHalves(std::int16_t* to, Vec a) {
  const __m128i whole = _mm_cvtps_epi32(a.v);
  _mm_storel_epi64(reinterpret_cast<__m128i*>(to), _mm_packs_epi32(whole, whole));
}

#endif

#ifndef FOVEA_ADDS_PAIRS
#define FOVEA_ADDS_PAIRS 0
inline IntVec addPairs(IntVec sum, IntVec a, IntVec b) { return addInts(sum, multiplyPairs(a, b)); }
#endif

/// Whether addPairs is one instruction.
constexpr bool kAddsPairs = FOVEA_ADDS_PAIRS != 0;

}  // namespace FOVEA_KERNELS
