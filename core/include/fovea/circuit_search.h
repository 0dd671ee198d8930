#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fovea/circuit.h"

namespace fovea {

/// Searches for a small set of nodes that keeps a share of the answer, deterministically: it
/// removes the nodes that matter least, and measures again after each removal.
class CircuitSearch {
 public:
  /// Starts with all nodes, or with those of `from`. Throws ModelError{kInvalidInput} if they do
  /// not keep the share. The circuit must outlive it.
  CircuitSearch(Circuit& circuit, double keep);
  CircuitSearch(Circuit& circuit, double keep, KeptNodes from);  ///< likewise

  /// One round: measures what is left without each kept node, and removes at least one. If none can
  /// be removed, tries whether bringing back the most helpful removed node allows removing more.
  /// Returns false if that does not help either: then no single node can be removed without falling
  /// below the share.
  bool round();

  const KeptNodes& kept() const { return kept_; }  ///< the nodes that are left
  double share() const { return share_; }          ///< the share that they keep
  /// For each kept node, in order, what was left without it in the last round.
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

/// The shares that this many random sets of `size` nodes keep.
std::vector<double> randomShares(Circuit& circuit, std::size_t size, Index sets,
                                 std::uint64_t seed);

}  // namespace fovea
