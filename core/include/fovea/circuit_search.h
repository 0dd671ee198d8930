#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fovea/circuit.h"

namespace fovea {

/// Looks for few nodes that keep a share of the answer, deterministically: takes away those that
/// are missed least, measured anew after every removal.
class CircuitSearch {
 public:
  /// Begins with all nodes, or with those of `from`. Throws ModelError{kInvalidInput} where these
  /// do not keep the share. The circuit must outlive it.
  CircuitSearch(Circuit& circuit, double keep);
  CircuitSearch(Circuit& circuit, double keep, KeptNodes from);  ///< likewise

  /// One round: measures what is left without each kept node, and takes away at least one; where
  /// none can be taken, tries whether more can when the most helpful of the others comes back.
  /// False where that does not help either: then no single node can be taken without falling below
  /// the share.
  bool round();

  const KeptNodes& kept() const { return kept_; }  ///< those that are left
  double share() const { return share_; }          ///< that they keep
  /// For each kept node, in their order, what is left without it: of the last round.
  const std::vector<double>& without() const { return without_; }

 private:
  std::vector<std::size_t> dispensable();
  void take(const std::vector<std::size_t>& nodes);
  bool exchange();

  Circuit& circuit_;
  double keep_;
  KeptNodes mayKeep_;
  KeptNodes kept_;
  double share_ = 0;
  std::vector<double> without_;
};

/// The shares that so many random sets of `size` nodes keep.
std::vector<double> randomShares(Circuit& circuit, std::size_t size, Index sets,
                                 std::uint64_t seed);

}  // namespace fovea
