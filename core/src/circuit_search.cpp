#include "fovea/circuit_search.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "fovea/error.h"
#include "fovea/random.h"

namespace fovea {
namespace {

/// So many are taken one by one, the least missed first.
constexpr std::size_t kTakenSingly = 32;

std::string percentText(double share) { return std::to_string(std::lround(share * 100)) + " %"; }

}  // namespace

CircuitSearch::CircuitSearch(Circuit& circuit, double keep)
    : CircuitSearch(circuit, keep, KeptNodes(circuit.nodes().size(), true)) {}

CircuitSearch::CircuitSearch(Circuit& circuit, double keep, KeptNodes from)
    : circuit_(circuit), keep_(keep), mayKeep_(std::move(from)), kept_(mayKeep_) {
  circuit_.moveTo(kept_);
  share_ = circuit_.share(kept_);
  if (!(share_ >= keep_))
    refuse(ErrorCode::kInvalidInput, "these nodes keep " + percentText(share_) +
                                         " of the answer, but must keep " + percentText(keep_));
}

/// The nodes without which enough is left, that of which most is left first.
std::vector<std::size_t> CircuitSearch::dispensable() {
  std::vector<std::size_t> nodes;
  std::vector<double> left(kept_.size());
  without_.clear();
  for (std::size_t node = 0; node < kept_.size(); ++node) {
    if (!kept_[node]) continue;
    KeptNodes fewer = kept_;
    fewer[node] = false;
    left[node] = circuit_.share(fewer);
    without_.push_back(left[node]);
    if (left[node] >= keep_) nodes.push_back(node);
  }
  std::stable_sort(nodes.begin(), nodes.end(),
                   [&](std::size_t a, std::size_t b) { return left[a] > left[b]; });
  return nodes;
}

bool CircuitSearch::round() {
  const std::vector<std::size_t> nodes = dispensable();
  if (nodes.empty()) return exchange();
  take(nodes);
  return true;
}

/// Takes at least the first of them; while there are many, few of which matter, as many as can go
/// together of all, half, a quarter, …
void CircuitSearch::take(const std::vector<std::size_t>& nodes) {
  std::size_t taken = countKept(kept_) > kTakenSingly ? nodes.size() : 1;
  KeptNodes fewer;
  do {
    fewer = kept_;
    for (std::size_t i = 0; i < taken; ++i) fewer[nodes[i]] = false;
    share_ = circuit_.share(fewer);
    taken /= 2;
  } while (share_ < keep_ && taken > 0);
  kept_ = std::move(fewer);
  circuit_.moveTo(kept_);
}

/// Whether fewer are enough where the node that adds most comes back.
bool CircuitSearch::exchange() {
  KeptNodes more = kept_;
  std::optional<std::size_t> best;
  double most = keep_;
  for (std::size_t node = 0; node < kept_.size(); ++node) {
    if (!mayKeep_[node] || kept_[node]) continue;
    more[node] = true;
    const double share = circuit_.share(more);
    more[node] = false;
    if (share <= most) continue;
    best = node;
    most = share;
  }
  if (!best) return false;
  more[*best] = true;
  CircuitSearch other(circuit_, keep_, more);
  for (auto nodes = other.dispensable(); !nodes.empty(); nodes = other.dispensable())
    other.take(nodes);
  const bool fewer = countKept(other.kept_) < countKept(kept_);
  if (fewer) {
    kept_ = other.kept_;
    share_ = other.share_;
  }
  circuit_.moveTo(kept_);
  return fewer;
}

std::vector<double> randomShares(Circuit& circuit, std::size_t size, Index sets,
                                 std::uint64_t seed) {
  Random random(seed);
  std::vector<double> shares;
  std::vector<std::size_t> order(circuit.nodes().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (Index set = 0; set < sets; ++set) {
    KeptNodes kept(order.size(), false);
    for (std::size_t i = 0; i < size; ++i) {
      std::swap(order[i], order[i + static_cast<std::size_t>(random.below(order.size() - i))]);
      kept[order[i]] = true;
    }
    shares.push_back(circuit.share(kept));
  }
  return shares;
}

}  // namespace fovea
