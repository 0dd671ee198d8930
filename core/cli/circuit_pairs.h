#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fovea/circuit_roles.h"
#include "fovea/model_file.h"

namespace fovea::cli {

/// What `fovea circuit --pairs` reads and how it searches.
struct CircuitPairsOptions {
  std::string file;  ///< sentences with marks (marked_sentences.h), two by two
  double keep;
  CircuitMetric metric;
  Index random;  ///< sets to measure beside each circuit
  std::uint64_t seed;
};

/// The pairs under one heading.
struct PairKind {
  std::string name;
  Index pairs = 0;
  Index right = 0;            ///< pairs of which both sentences were read rightly: as many circuits
  double nodes = 0;           ///< of the circuits, in all
  double part = 0;            ///< of all nodes, in all
  double random = 0;          ///< the most that a random set keeps
  std::vector<double> found;  ///< by (layer · (heads + 1) + part) · 5 + role
  std::vector<double> reads;  ///< the sums of weightsByRole
  std::vector<double> readers;  ///< of how many texts
};

/// Over all pairs of a file.
struct PairTally {
  std::vector<PairKind> kinds;
  Index heads = 0;

  /// In how many of a kind's circuits a node is, of 1.
  double shareIn(const PairKind& kind, std::size_t node) const {
    return kind.right > 0 ? kind.found[node] / static_cast<double>(kind.right) : 0;
  }
};

/// Finds the circuit of every pair whose sentences the model both reads rightly, and counts how
/// often each node is in one. Throws std::runtime_error that names the file and what is wrong.
PairTally tallyPairs(const CircuitPairsOptions& options, const Model& model);

void printText(const PairTally& tally);
void printJson(const PairTally& tally, double keep);

}  // namespace fovea::cli
