#pragma once

#include <wasm_simd128.h>

namespace FOVEA_KERNELS {

constexpr const char* kName = "wasm";
constexpr Index kLanes = 4;
#ifdef __wasm_relaxed_simd__
constexpr bool kFused = true;
#else
constexpr bool kFused = false;
#endif

struct Vec {
  v128_t v;
};

inline Vec load(const Scalar* from) { return {wasm_v128_load(from)}; }
inline void store(Scalar* to, Vec a) { wasm_v128_store(to, a.v); }
inline Vec splat(Scalar x) { return {wasm_f32x4_splat(x)}; }
inline Vec loadSplat(const Scalar* from) { return {wasm_v128_load32_splat(from)}; }

inline Vec operator+(Vec a, Vec b) { return {wasm_f32x4_add(a.v, b.v)}; }
inline Vec operator-(Vec a, Vec b) { return {wasm_f32x4_sub(a.v, b.v)}; }
inline Vec operator*(Vec a, Vec b) { return {wasm_f32x4_mul(a.v, b.v)}; }
inline Vec operator/(Vec a, Vec b) { return {wasm_f32x4_div(a.v, b.v)}; }

inline Vec multiplyAdd(Vec a, Vec b, Vec c) {
#if defined(FOVEA_DRAFT_RELAXED_SIMD)
  // LLVM 14 knows the instruction by its draft: same operands, another opcode, which the build
  // rewrites after linking (scripts/relaxed-opcodes.mjs).
  return {(v128_t)__builtin_wasm_fma_f32x4((__f32x4)a.v, (__f32x4)b.v, (__f32x4)c.v)};
#elif defined(__wasm_relaxed_simd__)
  return {wasm_f32x4_relaxed_madd(a.v, b.v, c.v)};
#else
  return a * b + c;
#endif
}

// pmax(a, b) is a < b ? b : a, one instruction on x86; with the operands turned, b wins a NaN.
inline Vec maximum(Vec a, Vec b) { return {wasm_f32x4_pmax(b.v, a.v)}; }
inline Vec whereNegative(Vec sign, Vec a, Vec b) {
  return {wasm_v128_bitselect(a.v, b.v, wasm_f32x4_lt(sign.v, wasm_f32x4_splat(0)))};
}
inline Vec nearest(Vec a) { return {wasm_f32x4_nearest(a.v)}; }
inline Vec powerOfTwo(Vec whole) {
  const v128_t exponent =
      wasm_i32x4_add(wasm_i32x4_trunc_sat_f32x4(whole.v), wasm_i32x4_splat(127));
  return {wasm_i32x4_shl(exponent, 23)};
}

inline void widenBf16(const std::uint32_t* from, Vec& low, Vec& high) {
  const v128_t pairs = wasm_v128_load(from);
  low = {wasm_i32x4_shl(pairs, 16)};
  high = {wasm_v128_and(pairs, wasm_i32x4_splat(~0xFFFF))};
}

constexpr bool kPrefetchReads = true;
inline void prefetch(const void* address) { (void)*static_cast<const volatile char*>(address); }

}  // namespace FOVEA_KERNELS
