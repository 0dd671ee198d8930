#pragma once

#include <cmath>

#include "fovea/half.h"

namespace FOVEA_KERNELS {

constexpr const char* kName = "portable";
constexpr Index kLanes = 4;
constexpr bool kFused = false;

/// Plain C++, of any scalar: for processors without a header of their own, and for double.
struct Vec {
  Scalar v[kLanes];
};

template <typename Function>
Vec perLane(Function&& f) {
  Vec result;
  for (Index i = 0; i < kLanes; ++i) result.v[i] = f(i);
  return result;
}

inline Vec load(const Scalar* from) {
  return perLane([&](Index i) { return from[i]; });
}
inline void store(Scalar* to, Vec a) {
  for (Index i = 0; i < kLanes; ++i) to[i] = a.v[i];
}
inline Vec splat(Scalar x) {
  return perLane([&](Index) { return x; });
}
inline Vec loadSplat(const Scalar* from) { return splat(*from); }

inline Vec operator+(Vec a, Vec b) {
  return perLane([&](Index i) { return a.v[i] + b.v[i]; });
}
inline Vec operator-(Vec a, Vec b) {
  return perLane([&](Index i) { return a.v[i] - b.v[i]; });
}
inline Vec operator*(Vec a, Vec b) {
  return perLane([&](Index i) { return a.v[i] * b.v[i]; });
}
inline Vec operator/(Vec a, Vec b) {
  return perLane([&](Index i) { return a.v[i] / b.v[i]; });
}
inline Vec multiplyAdd(Vec a, Vec b, Vec c) { return a * b + c; }

inline Vec maximum(Vec a, Vec b) {
  return perLane([&](Index i) { return a.v[i] > b.v[i] ? a.v[i] : b.v[i]; });
}
inline Vec whereNegative(Vec sign, Vec a, Vec b) {
  return perLane([&](Index i) { return sign.v[i] < 0 ? a.v[i] : b.v[i]; });
}
// The polynomials of vec_math.h are good to f32; this one asks the library, so that double is
// exact.
#define FOVEA_VEC_OWN_MATH
inline Vec exponential(Vec x) {
  return perLane([&](Index i) { return std::exp(x.v[i]); });
}
inline Vec normalCdf(Vec x) {
  constexpr auto kSqrtHalf = Scalar(0.70710678118654752440);
  return perLane([&](Index i) { return Scalar(0.5) * std::erfc(-x.v[i] * kSqrtHalf); });
}

inline void widenBf16(const std::uint32_t* from, Vec& low, Vec& high) {
  low = perLane([&](Index i) { return fovea::widenBf16(static_cast<std::uint16_t>(from[i])); });
  high = perLane(
      [&](Index i) { return fovea::widenBf16(static_cast<std::uint16_t>(from[i] >> 16U)); });
}

constexpr bool kPrefetchReads = false;
inline void prefetch(const void*) {}

}  // namespace FOVEA_KERNELS
