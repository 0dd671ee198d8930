#pragma once

#include <vector>

#include "fovea/train/recurrent_network.h"
#include "fovea/train/trainer.h"

namespace fovea {

/// Trains a recurrent network as Trainer trains the encoder of the same plan: the same sentences in
/// the same batches, the same losses, optimiser and rates, from the same embedding and head. A plan
/// that keeps attention soft, or has a structure of its own, is none for it.
class RecurrentTrainer {
 public:
  /// Fresh weights from the seed. The corpus must outlive the trainer; vocabSize follows from the
  /// vocabulary. Throws ModelError{kInvalidConfig} for a plan that is none for it.
  RecurrentTrainer(const Corpus& corpus, const Vocabulary& vocabulary, const TrainingPlan& plan);

  RecurrentTrainer(const RecurrentTrainer&) = delete;
  RecurrentTrainer& operator=(const RecurrentTrainer&) = delete;

  bool finished() const { return adamW_.steps >= plan_.training.steps; }
  Index stepsDone() const { return adamW_.steps; }
  /// The report has no parts.
  StepReport step();

  /// As Trainer's.
  void useThreads(Index threads) { threads_ = threads; }

  const RecurrentNetwork& network() const { return network_; }
  const Tokenizer& tokenizer() const { return tokenizer_; }
  const TrainingPlan& plan() const { return plan_; }

 private:
  BatchLoss run(const TrainingBatch& shard, const BatchSize& whole,
                RecurrentWeights& gradient) const;
  void update(StepReport& report);

  TrainingPlan plan_;
  Tokenizer tokenizer_;
  RecurrentNetwork network_;
  AdamWStateOf<RecurrentWeights> adamW_;
  BatchMaker batches_;
  Random random_;
  std::vector<RecurrentWeights> gradients_;  ///< one a shard
  Index threads_ = availableThreads();
};

}  // namespace fovea
