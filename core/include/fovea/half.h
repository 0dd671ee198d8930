#pragma once

#include <cstdint>
#include <cstring>

namespace fovea {

// Conversions between floats and the bits of 16-bit floats. F16 is IEEE 754 binary16; BF16 is the
// upper half of a float. Widening is exact. Narrowing rounds to nearest, ties to even; values that
// are too large become infinite, and NaN stays NaN.
//
// Widening is in the header to be inlined: a model file has millions of values.

inline float floatOfBits(std::uint32_t bits) {
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

inline std::uint32_t bitsOf(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

inline float widenF16(std::uint16_t bits) {
  // Shifted to where a float has its exponent and fraction, the bits mean 2⁻¹¹² times the value,
  // even for subnormals; an exponent of all ones must stay one. Without a branch, loops vectorise.
  constexpr float kScale = 0x1p112F;
  const std::uint32_t moved = (bits & 0x7FFFU) << 13U;
  const std::uint32_t finite = bitsOf(floatOfBits(moved) * kScale);
  const std::uint32_t magnitude = moved < 0x7C00U << 13U ? finite : moved | 0x7F800000U;
  return floatOfBits(magnitude | (bits & 0x8000U) << 16U);
}

inline float widenBf16(std::uint16_t bits) {
  return floatOfBits(static_cast<std::uint32_t>(bits) << 16U);
}

std::uint16_t narrowF16(float value);
std::uint16_t narrowBf16(float value);

}  // namespace fovea
