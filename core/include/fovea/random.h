#pragma once

#include <cstdint>

namespace fovea {

/// splitmix64 (Steele, Lea & Flood 2014): the same numbers on every machine, as the distributions
/// of <random> are not. The state is one integer, so that a checkpoint can hold it.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next();
  double uniform();                          ///< in [0, 1)
  double normal();                           ///< mean 0, deviation 1 (Box & Muller 1958)
  std::uint64_t below(std::uint64_t bound);  ///< in [0, bound), bound > 0
  bool chance(double probability) { return uniform() < probability; }

  std::uint64_t state() const { return state_; }

 private:
  std::uint64_t state_;
};

}  // namespace fovea
