/// What trainers that share a step hand one another.
#include <algorithm>
#include <functional>
#include <string>

#include "fovea/error.h"
#include "fovea/parameters.h"
#include "fovea/train/trainer.h"
#include "shard_losses.h"

namespace fovea {
namespace {

// Numbers after the gradient's: the losses, and of how many shards.
std::size_t tailOf(const ModelConfig& model) { return lossesOf(model) + 1; }

[[noreturn]] void refuseStep(const std::string& message) {
  throw ModelError(ErrorCode::kInvalidInput, message);
}

}  // namespace

// Into the first of a pair, where it holds the first alone.
void Trainer::addPartner(std::size_t shard) {
  if (shard + 1 >= shards_.size() || passes_[shard].shards != 1) return;
  Pass& sum = passes_[shard];
  Pass& partner = passes_[shard + 1];
  addGradients<ModelWeights>({&sum.gradient, &partner.gradient}, threads_);
  std::transform(sum.losses.begin(), sum.losses.end(), partner.losses.begin(), sum.losses.begin(),
                 std::plus<>());
  sum.shards = 2;
}

std::vector<Scalar> Trainer::gradientOf(Index shard, bool withPartner) {
  const std::size_t at = shardAt(shard);
  if (withPartner && at % 2 == 1) refuseStep("a shard of an odd number has its partner before it");
  if (passes_[at].shards == 0) run(at);
  if (withPartner && passes_[shardAt(shard + 1)].shards == 0) run(at + 1);
  if (withPartner) addPartner(at);
  const Pass& pass = passes_[at];
  std::vector<Scalar> flat;
  flat.reserve(static_cast<std::size_t>(parameterCount(plan_.model)) + tailOf(plan_.model));
  forEachParameter(pass.gradient, [&](const std::string&, const auto& tensor) {
    flat.insert(flat.end(), tensor.data(), tensor.data() + tensor.size());
  });
  flat.insert(flat.end(), pass.losses.begin(), pass.losses.end());
  flat.push_back(static_cast<Scalar>(pass.shards));
  return flat;
}

StepReport Trainer::finishStep(const std::vector<std::vector<Scalar>>& gradients) {
  checkGradients(gradients);
  for (std::size_t i = 0; i < gradients.size(); ++i)
    if (!gradients[i].empty()) take(gradients[i], passes_[i]);
  return update();
}

void Trainer::take(const std::vector<Scalar>& gradient, Pass& pass) const {
  const Scalar* from = gradient.data();
  forEachParameter(pass.gradient, [&](const std::string&, auto& tensor) {
    std::copy_n(from, tensor.size(), tensor.data());
    from += tensor.size();
  });
  pass.losses.assign(from, from + lossesOf(plan_.model));
  pass.shards = static_cast<int>(gradient.back());
}

void Trainer::checkGradients(const std::vector<std::vector<Scalar>>& gradients) const {
  if (shards_.empty() || gradients.size() != shards_.size())
    refuseStep(std::to_string(gradients.size()) + " gradients, but the step begun has " +
               std::to_string(shards_.size()) + " shards");
  const std::size_t size =
      static_cast<std::size_t>(parameterCount(plan_.model)) + tailOf(plan_.model);
  // A shard whose sum with the one before is known needs none of its own.
  const auto inSum = [&](std::size_t i) {
    if (i % 2 == 0) return false;
    const std::vector<Scalar>& before = gradients[i - 1];
    return before.empty() ? passes_[i - 1].shards == 2 : before.back() == 2;
  };
  for (std::size_t i = 0; i < gradients.size(); ++i)
    if (gradients[i].size() != size &&
        !(gradients[i].empty() && (passes_[i].shards > 0 || inSum(i))))
      refuseStep("a gradient of " + std::to_string(gradients[i].size()) + " numbers, but it has " +
                 std::to_string(size));
}

}  // namespace fovea
