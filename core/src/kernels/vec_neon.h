#pragma once

#include <arm_neon.h>

namespace FOVEA_KERNELS {

constexpr const char* kName = "neon";
constexpr Index kLanes = 4;
constexpr bool kFused = true;

struct Vec {
  float32x4_t v;
};

inline Vec load(const Scalar* from) { return {vld1q_f32(from)}; }
inline void store(Scalar* to, Vec a) { vst1q_f32(to, a.v); }
inline Vec splat(Scalar x) { return {vdupq_n_f32(x)}; }
inline Vec loadSplat(const Scalar* from) { return {vld1q_dup_f32(from)}; }

inline Vec operator+(Vec a, Vec b) { return {vaddq_f32(a.v, b.v)}; }
inline Vec operator-(Vec a, Vec b) { return {vsubq_f32(a.v, b.v)}; }
inline Vec operator*(Vec a, Vec b) { return {vmulq_f32(a.v, b.v)}; }
inline Vec operator/(Vec a, Vec b) { return {vdivq_f32(a.v, b.v)}; }
inline Vec multiplyAdd(Vec a, Vec b, Vec c) { return {vfmaq_f32(c.v, a.v, b.v)}; }

inline Vec maximum(Vec a, Vec b) { return {vbslq_f32(vcgtq_f32(a.v, b.v), a.v, b.v)}; }
inline Vec whereNegative(Vec sign, Vec a, Vec b) {
  return {vbslq_f32(vcltzq_f32(sign.v), a.v, b.v)};
}
inline Vec nearest(Vec a) { return {vrndnq_f32(a.v)}; }
inline Vec powerOfTwo(Vec whole) {
  const int32x4_t exponent = vaddq_s32(vcvtq_s32_f32(whole.v), vdupq_n_s32(127));
  return {vreinterpretq_f32_s32(vshlq_n_s32(exponent, 23))};
}

inline void widenBf16(const std::uint32_t* from, Vec& low, Vec& high) {
  const uint32x4_t pairs = vld1q_u32(from);
  low = {vreinterpretq_f32_u32(vshlq_n_u32(pairs, 16))};
  high = {vreinterpretq_f32_u32(vandq_u32(pairs, vdupq_n_u32(0xFFFF0000U)))};
}

constexpr bool kPrefetchReads = false;
inline void prefetch(const void* address) { __builtin_prefetch(address); }

}  // namespace FOVEA_KERNELS
