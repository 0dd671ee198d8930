#pragma once

#include <cstdint>

namespace fovea {

/// splitmix64 (Steele, Lea & Flood 2014). Unlike the distributions of `<random>`, it yields the
/// same numbers on every machine. Its state is one integer, which a checkpoint can hold.
class Random {
 public:
  /// Starts from a seed, or continues from a state().
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next();                      ///< 64 random bits
  double uniform();                          ///< in [0, 1)
  double normal();                           ///< mean 0, standard deviation 1 (Box & Muller 1958)
  std::uint64_t below(std::uint64_t bound);  ///< in [0, bound), bound > 0
  /// True with this probability.
  bool chance(double probability) { return uniform() < probability; }

  /// The state from which the next number is computed.
  std::uint64_t state() const { return state_; }

 private:
  std::uint64_t state_;
};

}  // namespace fovea
