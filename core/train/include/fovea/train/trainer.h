#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fovea/encoder.h"
#include "fovea/tokenizer.h"
#include "fovea/train/adamw.h"
#include "fovea/train/attention_loss.h"
#include "fovea/train/balance_loss.h"
#include "fovea/train/batch.h"
#include "fovea/train/corpus.h"
#include "fovea/train/loss.h"
#include "fovea/train/model_parts.h"
#include "fovea/train/sentence_pass.h"
#include "fovea/train/teaching.h"
#include "fovea/train/threads.h"
#include "fovea/train/training_phase.h"
#include "fovea/train/training_plan.h"

namespace fovea {

/// The seed of a training's weights. Sentences draw from another stream, so that a larger model
/// reads the same text.
std::uint64_t weightSeed(const TrainingOptions& options);

/// What one step saw and did.
struct StepReport {
  Index step = 0;           ///< counts from 1
  BatchLoss loss;           ///< before the update
  AttentionLoss attention;  ///< while softening, else 0
  Balance balance;          ///< of the experts, where there are any
  double rate = 0;
  double gradientNorm = 0;  ///< before clipping
  std::vector<PartChange> parts;
  Index tokens = 0;
};

/// A step's batch is cut into so many parts. The gradients of each pair of them are added first,
/// then those of the pairs in order: what a step computes does not depend on how many share its
/// parts, and who has run both parts of a pair need only hand on their sum.
constexpr Index kGradientShards = 4;

/// Trains an encoder with a masked-word head on the corpus, a step a call: a program loops over it,
/// a page calls it between two frames. The same options give the same model on the same machine,
/// bit for bit, on however many threads.
class Trainer {
 public:
  /// Fresh weights from the seed. The corpus must outlive the trainer; vocabSize follows from the
  /// vocabulary. Throws ModelError{kInvalidConfig}, and {kInvalidVocabulary} without [MASK].
  Trainer(const Corpus& corpus, ModelConfig config, const Vocabulary& vocabulary,
          const TrainingOptions& options);

  Trainer(const Trainer&) = delete;
  Trainer& operator=(const Trainer&) = delete;

  /// The same from a plan, of whose corpus these are. Its structure says how the model is run,
  /// forward and backward; what a config can say of it is in the encoder's. Throws
  /// ModelError{kInvalidInput} for a structure that the model cannot run as, or not backward.
  Trainer(const Corpus& corpus, const Vocabulary& vocabulary, const TrainingPlan& plan);

  bool finished() const { return adamW_.steps >= totalSteps(options()); }
  Index stepsDone() const { return adamW_.steps; }
  StepReport step();

  // A step in three calls, for several trainers that share one: each holds all of the model, draws
  // the same batch, runs some of its shards, is given the gradients of all, and makes the same
  // update, bit for bit as `step` does, and with it the same report. They throw
  // ModelError{kInvalidInput} for a shard that there is not, and for gradients of another size.

  /// Draws the batch and cuts it. Called again before finishStep, it draws the same one.
  void beginStep();
  /// Draws the batch of the step after the one begun, which takes it over when it begins: work for
  /// the time in which others are waited for.
  void drawAhead();
  /// The parts of the batch, at most kGradientShards; empty before beginStep and after finishStep.
  const std::vector<TrainingBatch>& shards() const { return shards_; }
  /// Runs a shard forward and backward.
  void runShard(Index shard);
  /// Does so where it has not been run in this step, and returns what came of it: the parameters'
  /// gradients in the order of forEachParameter, then the four losses (masked words, references,
  /// peak, overlap), with experts their balance and the shares of each layer, then of how many
  /// shards it is. With its partner, the shard of an odd number
  /// after it, it is the sum of the pair.
  std::vector<Scalar> gradientOf(Index shard, bool withPartner = false);
  /// Of each shard what gradientOf gave, or nothing if this trainer ran it in this step or has
  /// its sum with the shard before.
  StepReport finishStep(const std::vector<std::vector<Scalar>>& gradients);

  /// How many threads a step may use; all that run at once here, unless this is called.
  void useThreads(Index threads) { threads_ = threads; }

  /// Of the model as it is, on sentences that are never trained on.
  HeldOutMeasures evaluate() const { return heldOut().score(encoder_, structure_); }

  /// A telling sentence of the step begun, as the step sees it.
  SentencePass look() const;

  /// Teaches one sentence by its reference loss, as a pronoun's is in training. Moments, steps and
  /// chance stay as they are: a checkpoint from before undoes it. Throws ModelError{kInvalidInput}
  /// for a token or a piece that there is not, no steps, or a rate that is no number from 0 on.
  LessonReport teach(const Lesson& lesson);

  const Encoder& encoder() const { return encoder_; }
  const Tokenizer& tokenizer() const { return tokenizer_; }
  const TrainingPlan& plan() const { return plan_; }
  const TrainingOptions& options() const { return plan_.training; }
  const Structure& structure() const { return structure_; }

  /// Plan, weights, moments, step and random state as a safetensors file: a trainer that
  /// `restore`s it continues bit for bit as this one would. Of a step that is not finished it knows
  /// nothing. Throws ModelError{kNotFinite} where the training has diverged.
  std::vector<std::uint8_t> checkpoint() const;

  /// Takes over the state of a checkpoint of the same plan and vocabulary; throws
  /// ModelError where they differ (kInvalidConfig) or a tensor is amiss, and changes nothing then.
  void restore(const std::uint8_t* bytes, std::size_t size);

 private:
  /// The batch of a step.
  struct DrawnBatch {
    Index step;
    BatchSize size;
    std::vector<TrainingBatch> shards;
    Random after;  ///< as it is to be after the step
  };

  /// What becomes of one shard in a step.
  struct Pass {
    EncoderActivations activations;
    EncoderActivations dActivations;
    Matrix dOutput;
    ModelWeights gradient;
    std::vector<Scalar> losses;  ///< as gradientOf gives them
    int shards = 0;  ///< whose sum it is: 0 before it is run in the step begun, 2 of a pair
  };

  const HeldOutSet& heldOut() const;
  DrawnBatch drawn(Index step, Random random);
  std::size_t shardAt(Index shard) const;
  void run(std::size_t shard);
  void addPartner(std::size_t shard);
  TrainingBatch batchOf(const Lesson& lesson) const;
  double lossOf(const TrainingBatch& lesson);
  void descend(double rate);
  void take(const std::vector<Scalar>& gradient, Pass& pass) const;
  void checkGradients(const std::vector<std::vector<Scalar>>& gradients) const;
  StepReport update();
  StepReport sumOfShards() const;

  const Corpus& corpus_;
  TrainingPlan plan_;
  Tokenizer tokenizer_;
  Structure structure_;
  Encoder encoder_;
  AdamWState adamW_;
  BatchMaker batches_;
  mutable std::optional<HeldOutSet> heldOut_;  ///< drawn when it is first asked for
  Random random_;                              ///< as it was before the step begun
  Random afterBatch_;                          ///< as it is to be after it
  std::optional<DrawnBatch> ahead_;            ///< of the step after the one begun
  BatchSize batchSize_{};                      ///< of the step begun, as the next
  std::vector<TrainingBatch> shards_;
  std::vector<Pass> passes_;  ///< one a shard
  Index threads_ = availableThreads();
};

}  // namespace fovea
