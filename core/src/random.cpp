#include "fovea/random.h"

#include <cmath>

namespace fovea {

std::uint64_t Random::next() {
  state_ += 0x9E3779B97F4A7C15U;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

double Random::uniform() { return static_cast<double>(next() >> 11U) * 0x1p-53; }

double Random::normal() {
  constexpr double kTwoPi = 6.28318530717958647693;
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
  return radius * std::cos(kTwoPi * uniform());
}

// The bias of the remainder is below bound ÷ 2^64, far too small to show in any draw here.
std::uint64_t Random::below(std::uint64_t bound) { return next() % bound; }

}  // namespace fovea
