#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fovea/circuit_search.h"
#include "fovea/tokenizer.h"

namespace fovea::cli {

/// A set of nodes and what it keeps.
struct FoundCircuit {
  KeptNodes kept;
  double share;
  std::vector<double> without;  ///< for each of its nodes, what the others keep
};

/// What `fovea circuit` prints.
struct CircuitReport {
  const Circuit& circuit;
  const ModelConfig& config;
  const Vocabulary& vocabulary;
  const Tokens& tokens;
  const Tokens& others;  ///< of the other text; with a mean, the text's own
  bool ofMean;           ///< the other nodes have their mean over texts
  double keep;           ///< as it was asked for
  std::string label;     ///< that is explained; empty for a pair of words
  FoundCircuit found;
  double rest;                              ///< what all other nodes keep
  std::optional<FoundCircuit> second = {};  ///< among those
  std::vector<double> random = {};
  std::vector<CircuitEdge> edges = {};
};

void printText(const CircuitReport& report);
void printJson(const CircuitReport& report);

}  // namespace fovea::cli
