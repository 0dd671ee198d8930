#include "fovea/half.h"

#include <cstring>

namespace fovea {
namespace {

constexpr std::uint32_t kSignF32 = 0x80000000U;
constexpr std::uint32_t kInfinityF32 = 0x7F800000U;
constexpr std::uint16_t kQuietBitBf16 = 0x0040U;
constexpr std::uint16_t kInfinityF16 = 0x7C00U;
constexpr std::uint16_t kNanF16 = 0x7E00U;

// bits >> shift, rounded to nearest, ties to even; 0 < shift < 32.
std::uint32_t shiftRounded(std::uint32_t bits, std::uint32_t shift) {
  const std::uint32_t half = 1U << (shift - 1U);
  const std::uint32_t odd = (bits >> shift) & 1U;
  return (bits + half - 1U + odd) >> shift;
}

}  // namespace

std::uint16_t narrowF16(float value) {
  const std::uint32_t bits = bitsOf(value);
  const auto sign = static_cast<std::uint16_t>((bits & kSignF32) >> 16U);
  const std::uint32_t magnitude = bits & ~kSignF32;
  std::uint32_t narrowed = kInfinityF16;
  if (magnitude > kInfinityF32) {
    narrowed = kNanF16;
  } else if (magnitude >= 0x477FF000U) {  // 65520, halfway from the largest F16 to 2¹⁶
    narrowed = kInfinityF16;
  } else if (magnitude >= 0x38800000U) {  // 2⁻¹⁴, the smallest normal F16
    narrowed = shiftRounded(magnitude - (112U << 23U), 13U);
  } else if (magnitude >= 0x33000000U) {  // 2⁻²⁵, half of the smallest subnormal F16
    const std::uint32_t fraction = (magnitude & 0x7FFFFFU) | 0x800000U;
    narrowed = shiftRounded(fraction, 126U - (magnitude >> 23U));
  } else {
    narrowed = 0;
  }
  return static_cast<std::uint16_t>(sign | narrowed);
}

std::uint16_t narrowBf16(float value) {
  const std::uint32_t bits = bitsOf(value);
  if ((bits & ~kSignF32) > kInfinityF32)  // rounding could turn a NaN into infinity
    return static_cast<std::uint16_t>((bits >> 16U) | kQuietBitBf16);
  return static_cast<std::uint16_t>(shiftRounded(bits, 16U));
}

}  // namespace fovea
