#include "fovea/train/trainer.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "checkpoint.h"
#include "fovea/error.h"
#include "fovea/parameters.h"
#include "fovea/threads.h"
#include "fovea/train/hand_task.h"
#include "fovea/train/picture_task.h"
#include "fovea/train/recurrent_task.h"
#include "fovea/train/reference_task.h"
#include "fovea/train/sequence_task.h"
#include "set_zero.h"

namespace fovea {
namespace {

template <typename Task>
std::size_t countLosses(const Task& task) {
  const typename Task::Losses losses = task.zeroLosses();
  std::size_t count = 0;
  Task::forEachLoss(losses, [&](const std::string&, const auto&) { ++count; });
  return count;
}

}  // namespace

template <typename Task>
auto Trainer<Task>::step() -> Report {
  beginStep();
  forEachInParallel(static_cast<Index>(shards().size()), threads_,
                    [&](Index i) { run(static_cast<std::size_t>(i)); });
  return update();
}

template <typename Task>
auto Trainer<Task>::drawn(Index step, Random random) -> Drawn {
  auto batch = task_.draw(random, phaseAt(options(), step).sentencesPerStep);
  return {std::move(batch), step, random};
}

template <typename Task>
void Trainer<Task>::beginStep() {
  for (Pass& pass : passes_) pass.shards = 0;
  if (!shards().empty()) return;
  const Index step = stepsDone() + 1;
  begun_ = ahead_ && ahead_->step == step ? std::move(*ahead_) : drawn(step, random_);
  ahead_.reset();
}

template <typename Task>
void Trainer<Task>::drawAhead() {
  if (!shards().empty() && !ahead_) ahead_ = drawn(begun_.step + 1, begun_.after);
}

template <typename Task>
auto Trainer<Task>::context() const -> Context {
  return {model_, structure_, begun_.whole, phaseAt(options(), stepsDone() + 1)};
}

template <typename Task>
std::size_t Trainer<Task>::shardAt(Index shard) const {
  const auto at = static_cast<std::size_t>(shard);
  if (at >= shards().size())
    refuse(ErrorCode::kInvalidInput,
           "there is no shard " + std::to_string(shard) + ": " +
               (shards().empty() ? "begin a step first"
                                 : "the step has " + std::to_string(shards().size())));
  return at;
}

template <typename Task>
void Trainer<Task>::run(std::size_t shard) {
  Pass& pass = passes_[shard];
  setZero(pass.gradient);
  const Losses losses = task_.run(context(), shards()[shard], pass.workspace, pass.gradient);
  pass.losses.clear();
  Task::forEachLoss(losses, [&](const std::string&, const auto& loss) {
    pass.losses.push_back(static_cast<LossNumber>(loss));
  });
  pass.shards = 1;
}

// Into the first of a pair, where it holds the first alone.
template <typename Task>
void Trainer<Task>::addPartner(std::size_t shard) {
  if (shard + 1 >= shards().size() || passes_[shard].shards != 1) return;
  Pass& sum = passes_[shard];
  Pass& partner = passes_[shard + 1];
  addGradients<Weights>({&sum.gradient, &partner.gradient}, threads_);
  std::transform(sum.losses.begin(), sum.losses.end(), partner.losses.begin(), sum.losses.begin(),
                 std::plus<>());
  sum.shards = 2;
}

template <typename Task>
auto Trainer<Task>::update() -> Report {
  std::vector<double> sums(countLosses(task_));
  std::vector<Weights*> gradients;
  for (std::size_t i = 0; i < shards().size(); i += Task::kAddsPairs ? 2 : 1) {
    if (Task::kAddsPairs) addPartner(i);
    std::transform(sums.begin(), sums.end(), passes_[i].losses.begin(), sums.begin(),
                   std::plus<>());
    gradients.push_back(&passes_[i].gradient);
  }
  addGradients(gradients, threads_);
  Report report;
  static_cast<Losses&>(report) = task_.zeroLosses();
  auto sum = sums.begin();
  Task::forEachLoss(report, [&](const std::string&, auto& loss) {
    loss = static_cast<std::decay_t<decltype(loss)>>(*sum++);
  });
  report.tokens = begun_.tokens;
  updateWeights(*gradients.front(), report);
  random_ = begun_.after;
  begun_.shards.clear();
  return report;
}

// By the gradient of the whole batch.
template <typename Task>
void Trainer<Task>::updateWeights(Weights& gradient, Report& report) {
  const SquaresByTensor squares = squaresByTensor(gradient, threads_);
  report.gradientNorm = clipGlobalNorm(options().clipNorm, squares, gradient, threads_);
  report.step = stepsDone() + 1;
  report.rate = learningRate(options(), report.step);
  AdamWOptions adamW;
  adamW.weightDecay = options().weightDecay;
  adamW.scoreDecay = phaseAt(options(), report.step).scoreDecay;
  model_.updateWeights([&](Weights& weights) {
    const SquaresByTensor moved =
        adamWStep(adamW, report.rate, gradient, adamW_, weights, threads_);
    report.parts = changeByPart(gradient, squares, moved);
  });
}

template <typename Task>
void Trainer<Task>::changeWeights(const std::function<void(Weights&)>& change) {
  model_.updateWeights(change);
  begun_.shards.clear();
}

// --- a step that several trainers share ---------------------------------------------------------

// Of what gradientOf returns: the gradient, the losses, and of how many shards.
template <typename Task>
std::size_t Trainer<Task>::numbersOfGradient() const {
  std::size_t count = countLosses(task_) + 1;
  forEachParameter(model_.weights(), [&](const std::string&, const auto& tensor) {
    count += static_cast<std::size_t>(tensor.size());
  });
  return count;
}

template <typename Task>
std::vector<Scalar> Trainer<Task>::gradientOf(Index shard, bool withPartner) {
  const std::size_t at = shardAt(shard);
  if (withPartner && !Task::kAddsPairs)
    refuse(ErrorCode::kInvalidInput, "this task does not add its shards in pairs");
  if (withPartner && at % 2 == 1)
    refuse(ErrorCode::kInvalidInput,
           "a shard with an odd number has its partner before it, so ask for that one");
  if (passes_[at].shards == 0) run(at);
  if (withPartner && passes_[shardAt(shard + 1)].shards == 0) run(at + 1);
  if (withPartner) addPartner(at);
  const Pass& pass = passes_[at];
  std::vector<Scalar> flat;
  flat.reserve(numbersOfGradient());
  forEachParameter(pass.gradient, [&](const std::string&, const auto& tensor) {
    flat.insert(flat.end(), tensor.data(), tensor.data() + tensor.size());
  });
  flat.insert(flat.end(), pass.losses.begin(), pass.losses.end());
  flat.push_back(static_cast<Scalar>(pass.shards));
  return flat;
}

template <typename Task>
auto Trainer<Task>::finishStep(const std::vector<std::vector<Scalar>>& gradients) -> Report {
  checkGradients(gradients);
  for (std::size_t i = 0; i < gradients.size(); ++i)
    if (!gradients[i].empty()) take(gradients[i], passes_[i]);
  return update();
}

template <typename Task>
void Trainer<Task>::take(const std::vector<Scalar>& gradient, Pass& pass) const {
  const Scalar* from = gradient.data();
  forEachParameter(pass.gradient, [&](const std::string&, auto& tensor) {
    std::copy_n(from, tensor.size(), tensor.data());
    from += tensor.size();
  });
  pass.losses.assign(from, gradient.data() + gradient.size() - 1);
  pass.shards = static_cast<int>(gradient.back());
}

template <typename Task>
void Trainer<Task>::checkGradients(const std::vector<std::vector<Scalar>>& gradients) const {
  if (shards().empty() || gradients.size() != shards().size())
    refuse(ErrorCode::kInvalidInput, std::to_string(gradients.size()) +
                                         " gradients, but the step has " +
                                         std::to_string(shards().size()) + " shards");
  const std::size_t size = numbersOfGradient();
  // A shard whose sum with the one before is known needs none of its own.
  const auto inSum = [&](std::size_t i) {
    if (i % 2 == 0) return false;
    const std::vector<Scalar>& before = gradients[i - 1];
    return before.empty() ? passes_[i - 1].shards == 2 : before.back() == 2;
  };
  for (std::size_t i = 0; i < gradients.size(); ++i)
    if (gradients[i].size() != size &&
        !(gradients[i].empty() && (passes_[i].shards > 0 || inSum(i))))
      refuse(ErrorCode::kInvalidInput, "a gradient has " + std::to_string(gradients[i].size()) +
                                           " numbers, but needs " + std::to_string(size));
}

// --- checkpoints --------------------------------------------------------------------------------

template <typename Task>
std::vector<std::uint8_t> Trainer<Task>::checkpoint() const {
  return writeCheckpoint({plan(), task_.vocabulary().lines(), random_.state()}, model_.weights(),
                         adamW_);
}

template <typename Task>
void Trainer<Task>::restore(const std::uint8_t* bytes, std::size_t size) {
  const CheckpointHead expected = {plan(), task_.vocabulary().lines(), 0};
  model_.updateWeights([&](Weights& weights) {
    random_ = Random(readCheckpoint(bytes, size, expected, weights, adamW_));
  });
  begun_.shards.clear();
  ahead_.reset();
}

template class Trainer<ReferenceTask>;
template class Trainer<SequenceTask>;
template class Trainer<PictureTask>;
template class Trainer<RecurrentTask>;
template class Trainer<HandTask>;

}  // namespace fovea
