#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "fovea/random.h"
#include "fovea/structure.h"
#include "fovea/threads.h"
#include "fovea/train/adamw.h"
#include "fovea/train/model_parts.h"
#include "fovea/train/training_phase.h"
#include "fovea/train/training_plan.h"

namespace fovea {

/// A step's batch is cut into at most this many shards, whose gradients are computed side by side
/// and then added in an order of their own: what a step computes does not depend on how many
/// threads or trainers share its shards.
constexpr Index kGradientShards = 4;

/// The batch that a task draws for a step.
template <typename Shard, typename Whole>
struct DrawnBatch {
  std::vector<Shard> shards;  ///< at most kGradientShards, none empty
  Whole whole{};              ///< the size of the batch, over which its losses are means
  Index tokens = 0;           ///< as the report tells them; 0 where the batch has none
};

/// What the shards of a step have in common.
template <typename Model, typename Whole>
struct StepContext {
  const Model& model;
  const Structure& structure;
  const Whole& whole;
  TrainingPhase phase;
};

/// What one step saw and did; its losses are those of the task, before the update.
template <typename Losses>
struct StepReport : Losses {
  Index step = 0;  ///< counts from 1
  double rate = 0;
  double gradientNorm = 0;  ///< before clipping
  std::vector<PartChange> parts;
  Index tokens = 0;
};

/// Trains a model, a step a call: a program loops over it, a page calls it between two frames. The
/// same plan gives the same model on the same machine, bit for bit, on however many threads.
///
/// What is trained is the task's: ReferenceTask, SequenceTask, PictureTask, RecurrentTask,
/// HandTask. A task
/// has
/// - `Model` and its `Weights`, and initialWeights(), fresh ones from the plan's seed;
/// - plan(), which it has checked and completed, and vocabulary(), which a checkpoint keeps;
/// - draw(random, sentences): a DrawnBatch of its `Shard`s and their `Whole`;
/// - run(context, shard, workspace, gradient): forward, loss and backward of a shard, on several
///   threads at once, each with its `Workspace`. It adds to the gradient and returns the shard's
///   part of the batch's `Losses`; those of all shards add up;
/// - evaluate(model, structure): its `Measures`, on what is never trained on;
/// - zeroLosses(), and forEachLoss and forEachMeasure, which visit names and numbers: the columns
///   of a log. kLossesBeforeRate of the losses stand first in a line, the others at its end;
///   kCountsTokens says whether it has the column `tokens`;
/// - summary(losses), for a line on the terminal;
/// - kAddsPairs: the gradients of each pair of shards are added first, so that a trainer which has
///   run both need only hand on their sum. Otherwise they are added one after the other.
template <typename Task>
class Trainer {
 public:
  using Model = typename Task::Model;
  using Weights = typename Task::Weights;
  using Shard = typename Task::Shard;
  using Losses = typename Task::Losses;
  using Measures = typename Task::Measures;
  using Report = StepReport<Losses>;
  using Context = StepContext<Model, typename Task::Whole>;

  /// Makes the task of what it takes, and fresh weights. Throws as the task does, and as
  /// structureOf for a plan whose structure the model cannot run as, or not backward.
  template <typename... Given>
  explicit Trainer(Given&&... given)
      : task_(std::forward<Given>(given)...),
        structure_(structureOf(plan())),
        model_(plan().model, task_.initialWeights()),
        adamW_(AdamWStateOf<Weights>::zeros(plan().model)),
        random_(options().seed),
        passes_(static_cast<std::size_t>(kGradientShards)) {
    for (Pass& pass : passes_) pass.gradient = Weights::zeros(plan().model);
  }

  Trainer(const Trainer&) = delete;
  Trainer& operator=(const Trainer&) = delete;

  bool finished() const { return stepsDone() >= totalSteps(options()); }
  Index stepsDone() const { return adamW_.steps; }
  Report step();

  // A step in three calls, for several trainers that share one: each holds all of the model, draws
  // the same batch, runs some of its shards, is given the gradients of all, and makes the same
  // update, bit for bit as `step` does, and with it the same report. They throw
  // ModelError{kInvalidInput} for a shard that does not exist, and for gradients of another size.

  /// Draws the batch and cuts it. Called again before finishStep, it draws the same one.
  void beginStep();
  /// Draws the batch of the step after the one begun, which takes it over when it begins: work for
  /// the time in which others are waited for.
  void drawAhead();
  /// The parts of the batch; empty before beginStep and after finishStep.
  const std::vector<Shard>& shards() const { return begun_.shards; }
  /// Of the step begun.
  Context context() const;
  /// Runs a shard forward and backward.
  void runShard(Index shard) { run(shardAt(shard)); }
  /// Does so where it has not been run in this step, and returns what came of it: the parameters'
  /// gradients in the order of forEachParameter, then the losses in the order of forEachLoss, then
  /// of how many shards it is. With its partner, the shard of an odd number after it, it is the sum
  /// of the pair: of a task that adds pairs.
  std::vector<Scalar> gradientOf(Index shard, bool withPartner = false);
  /// Of each shard what gradientOf gave, or nothing if this trainer ran it in this step or has
  /// its sum with the shard before.
  Report finishStep(const std::vector<std::vector<Scalar>>& gradients);

  /// How many threads a step may use; all that run at once here, unless this is called.
  void useThreads(Index threads) { threads_ = threads; }

  /// Of the model as it is, on what is never trained on.
  Measures evaluate() const { return task_.evaluate(model_, structure_); }

  /// Changes the weights by hand. Moments, steps and random state stay as they are; a step begun is
  /// given up.
  void changeWeights(const std::function<void(Weights&)>& change);

  const Task& task() const { return task_; }
  const Model& model() const { return model_; }
  const TrainingPlan& plan() const { return task_.plan(); }
  const TrainingOptions& options() const { return plan().training; }
  const Structure& structure() const { return structure_; }
  /// Of a task whose batches are text.
  template <typename T = Task>
  decltype(std::declval<const T&>().tokenizer()) tokenizer() const {
    return task_.tokenizer();
  }

  /// Plan, weights, moments, step and random state as a safetensors file: a trainer that
  /// `restore`s it continues bit for bit as this one would. An unfinished step is not part of it.
  /// Throws ModelError{kNotFinite} where the training has diverged.
  std::vector<std::uint8_t> checkpoint() const;

  /// Takes over the state of a checkpoint of the same plan and vocabulary; throws
  /// ModelError where they differ (kInvalidConfig) or a tensor is wrong, and then changes nothing.
  void restore(const std::uint8_t* bytes, std::size_t size);

 private:
  struct Drawn : DrawnBatch<Shard, typename Task::Whole> {
    Index step;
    Random after;  ///< as it is to be after the step
  };

  /// What is handed from one trainer to another is single precision.
  using LossNumber = std::conditional_t<Task::kAddsPairs, Scalar, double>;

  /// What becomes of one shard in a step.
  struct Pass {
    typename Task::Workspace workspace;
    Weights gradient;
    std::vector<LossNumber> losses;
    int shards = 0;  ///< whose sum it is: 0 before it is run in the step begun, 2 of a pair
  };

  Drawn drawn(Index step, Random random);
  std::size_t shardAt(Index shard) const;
  std::size_t numbersOfGradient() const;
  void run(std::size_t shard);
  void addPartner(std::size_t shard);
  void take(const std::vector<Scalar>& gradient, Pass& pass) const;
  void checkGradients(const std::vector<std::vector<Scalar>>& gradients) const;
  Report update();
  void updateWeights(Weights& gradient, Report& report);

  Task task_;
  Structure structure_;
  Model model_;
  AdamWStateOf<Weights> adamW_;
  Random random_;                  ///< as it was before the step begun
  Drawn begun_{{}, 0, Random(0)};  ///< without shards where no step is begun
  std::optional<Drawn> ahead_;     ///< of the step after the one begun
  std::vector<Pass> passes_;       ///< one a shard
  Index threads_ = availableThreads();
};

}  // namespace fovea
