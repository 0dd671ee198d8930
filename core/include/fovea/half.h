#pragma once

#include <cstdint>

namespace fovea {

/// The bits of a 16-bit float and the float that they stand for. F16 is IEEE 754 binary16; BF16 is
/// the upper half of a float. Widening is exact; narrowing rounds to nearest, ties to even, and
/// what is too large becomes infinite. A NaN stays a NaN.
float widenF16(std::uint16_t bits);
std::uint16_t narrowF16(float value);
float widenBf16(std::uint16_t bits);
std::uint16_t narrowBf16(float value);

}  // namespace fovea
