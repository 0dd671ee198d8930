#pragma once

#include <cstdint>

namespace fovea {

/// splitmix64 (Steele, Lea & Flood 2014): the same numbers on every machine, as the distributions
/// of the header `random` are not. The state is one integer, so that a checkpoint can hold it.
class Random {
 public:
  /// Begins with a seed, or goes on from a state().
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next();                      ///< 64 random bits
  double uniform();                          ///< in [0, 1)
  double normal();                           ///< mean 0, deviation 1 (Box & Muller 1958)
  std::uint64_t below(std::uint64_t bound);  ///< in [0, bound), bound > 0
  /// True so often: 0 never, 1 always.
  bool chance(double probability) { return uniform() < probability; }

  /// What the next number is made of.
  std::uint64_t state() const { return state_; }

 private:
  std::uint64_t state_;
};

}  // namespace fovea
