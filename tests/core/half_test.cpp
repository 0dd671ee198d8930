#include "fovea/half.h"

#include <cmath>
#include <cstdint>
#include <limits>

#include "catch2.h"

using fovea::narrowBf16;
using fovea::narrowF16;
using fovea::widenBf16;
using fovea::widenF16;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// Of the two neighbours of a value, the nearer; of two equally near, the one with an even last bit.
// `widen` maps 0 … 0x7FFF to growing values, so it is found by bisection: a second way to round.
template <typename Widen>
std::uint16_t nearest(double value, Widen widen, std::uint16_t infinity) {
  std::uint16_t low = 0;
  std::uint16_t high = infinity;
  while (high - low > 1) {
    const auto middle = static_cast<std::uint16_t>((low + high) / 2);
    (static_cast<double>(widen(middle)) <= value ? low : high) = middle;
  }
  if (high == infinity) return low;  // the caller stays below the overflow
  const double below = value - static_cast<double>(widen(low));
  const double above = static_cast<double>(widen(high)) - value;
  if (below == above) return low % 2 == 0 ? low : high;
  return below < above ? low : high;
}

}  // namespace

TEST_CASE("known F16 values widen exactly", "[half]") {
  CHECK(widenF16(0x3C00) == 1.0F);
  CHECK(widenF16(0xC000) == -2.0F);
  CHECK(widenF16(0x7BFF) == 65504.0F);
  CHECK(widenF16(0x0400) == std::ldexp(1.0F, -14));
  CHECK(widenF16(0x0001) == std::ldexp(1.0F, -24));
  CHECK(widenF16(0x03FF) == std::ldexp(1023.0F, -24));
  CHECK(widenF16(0x7C00) == kInfinity);
  CHECK(widenF16(0xFC00) == -kInfinity);
  CHECK(std::isnan(widenF16(0x7E01)));
  CHECK(std::signbit(widenF16(0x8000)));
}

TEST_CASE("every F16 and BF16 value survives widening and narrowing", "[half]") {
  int failures = 0;
  for (std::uint32_t i = 0; i <= 0xFFFF; ++i) {
    const auto bits = static_cast<std::uint16_t>(i);
    const float f16 = widenF16(bits);
    const float bf16 = widenBf16(bits);
    if (std::isnan(f16) ? !std::isnan(widenF16(narrowF16(f16))) : narrowF16(f16) != bits)
      ++failures;
    if (std::isnan(bf16) ? !std::isnan(widenBf16(narrowBf16(bf16))) : narrowBf16(bf16) != bits)
      ++failures;
  }
  CHECK(failures == 0);
}

TEST_CASE("narrowing rounds to nearest, ties to even", "[half]") {
  CHECK(narrowF16(1.0F + std::ldexp(1.0F, -11)) == 0x3C00);      // a tie, down to even
  CHECK(narrowF16(1.0F + 3 * std::ldexp(1.0F, -11)) == 0x3C02);  // a tie, up to even
  CHECK(narrowF16(std::ldexp(1.0F, -25)) == 0x0000);             // a tie with 0
  CHECK(narrowF16(std::nextafter(std::ldexp(1.0F, -25), 1.0F)) == 0x0001);
  CHECK(narrowF16(std::ldexp(1.0F, -26)) == 0x0000);
  CHECK(narrowF16(std::ldexp(1023.75F, -24)) == 0x0400);  // a subnormal becomes normal
  CHECK(narrowF16(65519.99F) == 0x7BFF);
  CHECK(narrowF16(65520.0F) == 0x7C00);
  CHECK(narrowF16(-1e30F) == 0xFC00);
  CHECK(narrowBf16(1.0F + std::ldexp(1.0F, -8)) == 0x3F80);
  CHECK(narrowBf16(1.0F + 3 * std::ldexp(1.0F, -8)) == 0x3F82);
  CHECK(narrowBf16(std::numeric_limits<float>::max()) == 0x7F80);
}

TEST_CASE("narrowing agrees with a search for the nearest value", "[half]") {
  int failures = 0;
  for (int exponent = -27; exponent <= 15; ++exponent) {
    for (int step = 0; step < 999; ++step) {
      const float value = std::ldexp(1.0F + static_cast<float>(step) / 999.0F, exponent);
      if (narrowBf16(value) != nearest(value, widenBf16, 0x7F80)) ++failures;
      if (value < 65504 && narrowF16(value) != nearest(value, widenF16, 0x7C00)) ++failures;
    }
  }
  CHECK(failures == 0);
}

TEST_CASE("a NaN stays a NaN whatever its bits, an infinity an infinity", "[half]") {
  CHECK(std::isnan(widenF16(narrowF16(std::nanf("")))));
  CHECK(std::isnan(widenBf16(narrowBf16(-std::nanf("1")))));
  CHECK(narrowF16(-kInfinity) == 0xFC00);
  CHECK(narrowBf16(kInfinity) == 0x7F80);
}
