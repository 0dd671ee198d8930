#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "circuit_pairs.h"
#include "text.h"

namespace fovea::cli {
namespace {

using Json = nlohmann::ordered_json;

/// Nodes that are in fewer of the circuits of every kind are left to --json.
constexpr double kLeastShown = .25;

/// How the roles are written, in their order.
constexpr std::array<const char*, kCircuitRoles> kRoleKeys{"answer", "other", "place", "changed",
                                                           "rest"};
constexpr std::array<const char*, kCircuitRoles> kRoleNames{
    "what the pronoun means", "the other noun", "the pronoun", "the word that differs",
    "any other word"};

/// The nodes that are in a circuit at all, those of most circuits first.
std::vector<std::size_t> nodesFound(const PairTally& tally) {
  std::vector<std::size_t> nodes;
  const auto all = [&](std::size_t node) {
    double sum = 0;
    for (const PairKind& kind : tally.kinds) sum += kind.found[node];
    return sum;
  };
  for (std::size_t node = 0; node < tally.kinds.front().found.size(); ++node)
    if (all(node) > 0) nodes.push_back(node);
  std::stable_sort(nodes.begin(), nodes.end(),
                   [&](std::size_t a, std::size_t b) { return all(a) > all(b); });
  return nodes;
}

/// A node of all the circuits: a part at a role.
struct RoleNode {
  Index layer;
  std::optional<Index> head;
  std::size_t role;
};

RoleNode roleNode(const PairTally& tally, std::size_t index) {
  const auto part = static_cast<Index>(index / kCircuitRoles);
  const Index head = part % (tally.heads + 1);
  RoleNode node{part / (tally.heads + 1), std::nullopt, index % kCircuitRoles};
  if (head < tally.heads) node.head = head;
  return node;
}

/// The weight that a head at its role gives to each role, over all texts; none for a network.
std::optional<std::array<double, kCircuitRoles>> readsOf(const PairTally& tally,
                                                         const RoleNode& node) {
  if (!node.head) return std::nullopt;
  const auto head = static_cast<std::size_t>(node.layer * tally.heads + *node.head);
  std::array<double, kCircuitRoles> weights{};
  for (std::size_t read = 0; read < kCircuitRoles; ++read) {
    const std::size_t at = (head * kCircuitRoles + node.role) * kCircuitRoles + read;
    double sum = 0;
    double texts = 0;
    for (const PairKind& kind : tally.kinds) {
      sum += kind.reads[at];
      texts += kind.readers[at];
    }
    weights[read] = texts > 0 ? sum / texts : 0;
  }
  return weights;
}

double perCircuit(double sum, const PairKind& kind) {
  return kind.right > 0 ? sum / static_cast<double>(kind.right) : 0;
}

std::string kindName(const PairKind& kind) { return kind.name.empty() ? "all" : kind.name; }

void printKinds(const PairTally& tally) {
  for (const PairKind& kind : tally.kinds) {
    std::printf(
        "%s: %td pairs, both sentences of %td read rightly; circuits of %.1f nodes on "
        "average, %.1f %% of all",
        printable(kindName(kind)).c_str(), kind.pairs, kind.right, perCircuit(kind.nodes, kind),
        100 * perCircuit(kind.part, kind));
    if (kind.random > 0) std::printf("; random sets of as many keep %.3f at most", kind.random);
    std::printf("\n");
  }
}

std::string readsText(const PairTally& tally, const RoleNode& node) {
  const auto weights = readsOf(tally, node);
  if (!weights) return "";
  const auto* const most = std::max_element(weights->begin(), weights->end());
  char weight[16];
  std::snprintf(weight, sizeof weight, "%.3f ", *most);
  return std::string("  gives ") + weight + "to " +
         kRoleNames[static_cast<std::size_t>(most - weights->begin())];
}

void printNodes(const PairTally& tally) {
  std::printf(
      "\nShare of the circuits that have the node, and what most of its attention goes to\n%s",
      padded("", 44).c_str());
  for (const PairKind& kind : tally.kinds)
    std::printf("  %s", padded(printable(kindName(kind)), 8).c_str());
  std::printf("\n");
  for (const std::size_t index : nodesFound(tally)) {
    const auto often = [&](const PairKind& kind) {
      return tally.shareIn(kind, index) >= kLeastShown;
    };
    if (std::none_of(tally.kinds.begin(), tally.kinds.end(), often)) continue;
    const RoleNode node = roleNode(tally, index);
    const std::string part = node.head ? "head " + std::to_string(*node.head) : "feed-forward";
    std::printf("%s", padded("layer " + std::to_string(node.layer) + "  " + padded(part, 12) +
                                 " at " + kRoleNames[node.role],
                             44)
                          .c_str());
    for (const PairKind& kind : tally.kinds)
      std::printf("  %s", padded(std::to_string(tally.shareIn(kind, index)).substr(0, 5),
                                 std::max<std::size_t>(8, kindName(kind).size()))
                              .c_str());
    std::printf("%s\n", readsText(tally, node).c_str());
  }
  std::printf("\n%s\n", kCounting);
}

Json kindsJson(const PairTally& tally) {
  Json json = Json::array();
  for (const PairKind& kind : tally.kinds)
    json.push_back({{"kind", kind.name},
                    {"pairs", kind.pairs},
                    {"circuits", kind.right},
                    {"nodes", perCircuit(kind.nodes, kind)},
                    {"part", perCircuit(kind.part, kind)},
                    {"random", kind.random}});
  return json;
}

Json nodesJson(const PairTally& tally) {
  Json json = Json::array();
  for (const std::size_t index : nodesFound(tally)) {
    const RoleNode node = roleNode(tally, index);
    Json shares = Json::array();
    for (const PairKind& kind : tally.kinds) shares.push_back(tally.shareIn(kind, index));
    Json reads;
    if (const auto weights = readsOf(tally, node))
      for (std::size_t role = 0; role < kCircuitRoles; ++role)
        reads[kRoleKeys[role]] = (*weights)[role];
    json.push_back({{"layer", node.layer},
                    {"head", node.head ? Json(*node.head) : Json()},
                    {"at", kRoleKeys[node.role]},
                    {"shares", shares},
                    {"reads", reads}});
  }
  return json;
}

}  // namespace

void printText(const PairTally& tally) {
  printKinds(tally);
  printNodes(tally);
}

void printJson(const PairTally& tally, double keep) {
  const Json json{{"keep", keep}, {"kinds", kindsJson(tally)}, {"nodes", nodesJson(tally)}};
  std::printf("%s\n", json.dump().c_str());
}

}  // namespace fovea::cli
