#pragma once

#include <cstddef>
#include <vector>

#include "fovea/circuit.h"

namespace fovea {

/// What a token is to the answer, so that circuits of different texts can be laid over one another.
enum class CircuitRole : std::size_t {
  kAnswer,   ///< it is the sentence's answer
  kOther,    ///< it is the twin's answer
  kPlace,    ///< the answer is read here
  kChanged,  ///< the twin has another piece
  kRest,
};
constexpr std::size_t kCircuitRoles = 5;

/// The role of each token; if several fit, kPlace, else the first.
std::vector<CircuitRole> rolesOf(const CircuitQuestion& question);

/// By (layer · (heads + 1) + part) · 5 + role: whether the part, a head or after those the
/// feed-forward network, is kept at a token of that role; one that covers all words is at each.
std::vector<bool> partsByRole(const Circuit& circuit, const KeptNodes& kept, Index heads);

/// By (layer · heads + head) · 5 · 5 + reader · 5 + read: how much attention weight a token of the
/// first role gives to all tokens of the second, as a mean over the readers; NaN if the text lacks
/// a reader. The sentence is run as it is. Throws what Encoder::forward throws.
std::vector<double> weightsByRole(const Encoder& encoder, const CircuitQuestion& question);

}  // namespace fovea
