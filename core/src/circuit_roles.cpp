#include "fovea/circuit_roles.h"

#include <array>
#include <limits>

namespace fovea {
namespace {

using RoleSizes = std::array<Index, kCircuitRoles>;

RoleSizes sizesOf(const std::vector<CircuitRole>& roles) {
  RoleSizes sizes{};
  for (const CircuitRole role : roles) ++sizes[static_cast<std::size_t>(role)];
  return sizes;
}

/// Adds one head's weights to its 5 · 5 numbers.
template <typename Weights>
void addWeights(const Weights& weights, const std::vector<CircuitRole>& roles, double* sums) {
  for (std::size_t reader = 0; reader < roles.size(); ++reader)
    for (std::size_t read = 0; read < roles.size(); ++read)
      sums[static_cast<std::size_t>(roles[reader]) * kCircuitRoles +
           static_cast<std::size_t>(roles[read])] +=
          static_cast<double>(weights(static_cast<Index>(reader), static_cast<Index>(read)));
}

void divide(const RoleSizes& readers, double* sums) {
  for (std::size_t reader = 0; reader < kCircuitRoles; ++reader)
    for (std::size_t read = 0; read < kCircuitRoles; ++read) {
      double& sum = sums[reader * kCircuitRoles + read];
      sum = readers[reader] > 0 ? sum / static_cast<double>(readers[reader])
                                : std::numeric_limits<double>::quiet_NaN();
    }
}

}  // namespace

std::vector<CircuitRole> rolesOf(const CircuitQuestion& question) {
  std::vector<CircuitRole> roles;
  for (std::size_t token = 0; token < question.ids.size(); ++token) {
    const auto id = question.ids[token];
    const bool changed = token < question.twin.size() && question.twin[token] != id;
    roles.push_back(static_cast<Index>(token) == question.token ? CircuitRole::kPlace
                    : id == question.answer                     ? CircuitRole::kAnswer
                    : id == question.other                      ? CircuitRole::kOther
                    : changed                                   ? CircuitRole::kChanged
                                                                : CircuitRole::kRest);
  }
  return roles;
}

std::vector<bool> partsByRole(const Circuit& circuit, const KeptNodes& kept, Index heads) {
  const std::vector<CircuitRole> roles = rolesOf(circuit.question());
  const auto partOf = [&](const CircuitNode& node) {
    return static_cast<std::size_t>(node.layer * (heads + 1) + node.head.value_or(heads));
  };
  std::vector<bool> found((partOf(circuit.nodes().back()) + 1) * kCircuitRoles);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (!kept[i]) continue;
    const CircuitNode& node = circuit.nodes()[i];
    for (std::size_t token = 0; token < roles.size(); ++token)
      if (!node.token || *node.token == static_cast<Index>(token))
        found[partOf(node) * kCircuitRoles + static_cast<std::size_t>(roles[token])] = true;
  }
  return found;
}

std::vector<double> weightsByRole(const Encoder& encoder, const CircuitQuestion& question) {
  constexpr std::size_t kPairsOfRoles = kCircuitRoles * kCircuitRoles;
  const ModelConfig& config = encoder.config();
  const std::vector<CircuitRole> roles = rolesOf(question);
  const RoleSizes readers = sizesOf(roles);
  EncoderActivations activations;
  encoder.forward(question.ids, activations);
  std::vector<double> weights(static_cast<std::size_t>(config.layers * config.heads) *
                              kPairsOfRoles);
  for (Index layer = 0; layer < config.layers; ++layer)
    for (Index head = 0; head < config.heads; ++head) {
      double* const sums =
          weights.data() + static_cast<std::size_t>(layer * config.heads + head) * kPairsOfRoles;
      addWeights(attentionMatrix(activations.layer(layer).attention.weights, activations.sequences,
                                 config.heads, 0, head),
                 roles, sums);
      divide(readers, sums);
    }
  return weights;
}

}  // namespace fovea
