#pragma once

#include <cstdint>
#include <cstring>

namespace fovea {

// The bits of a 16-bit float and the float that they stand for. F16 is IEEE 754 binary16; BF16 is
// the upper half of a float. Widening is exact; narrowing rounds to nearest, ties to even, and what
// is too large becomes infinite. A NaN stays a NaN.
//
// Widening stands here to be inlined: a model file has millions of them.

inline float floatOfBits(std::uint32_t bits) {
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

inline float widenF16(std::uint16_t bits) {
  // Moved to where a float has its exponent and fraction, they stand for 2⁻¹¹² times the value, of
  // subnormals too; an exponent of all ones must become one.
  constexpr float kScale = 0x1p112F;
  constexpr std::uint32_t kSpecial = 0x7C00U;
  const std::uint32_t sign = (bits & 0x8000U) << 16U;
  const std::uint32_t moved = (bits & 0x7FFFU) << 13U;
  if ((bits & kSpecial) == kSpecial) return floatOfBits(sign | 0x7F800000U | moved);
  const float magnitude = floatOfBits(moved) * kScale;
  return sign != 0 ? -magnitude : magnitude;
}

inline float widenBf16(std::uint16_t bits) {
  return floatOfBits(static_cast<std::uint32_t>(bits) << 16U);
}

std::uint16_t narrowF16(float value);
std::uint16_t narrowBf16(float value);

}  // namespace fovea
