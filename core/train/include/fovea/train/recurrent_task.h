#pragma once

#include <optional>

#include "fovea/train/recurrent_network.h"
#include "fovea/train/reference_task.h"

namespace fovea {

/// The losses of a batch of a RecurrentTask, before they are weighted.
struct RecurrentLosses {
  BatchLoss loss;
};

/// A batch's way through the network, and back.
struct RecurrentPass {
  RecurrentActivations activations;
  EmbeddingActivations dEmbedding;
  Matrix dOutput;
};

/// What a recurrent network learns to be compared with the encoder of the same plan: the same
/// sentences in the same batches, the same losses, optimiser and rates, from the same embedding and
/// head. Plans that soften attention or have a structure of their own are refused.
class RecurrentTask : public CorpusTask {
 public:
  using Model = RecurrentNetwork;
  using Weights = RecurrentWeights;
  using Shard = TrainingBatch;
  using Whole = BatchSize;
  using Losses = RecurrentLosses;
  using Measures = HeldOutMeasures;
  using Workspace = RecurrentPass;
  static constexpr bool kAddsPairs = false;
  static constexpr bool kCountsTokens = true;
  static constexpr int kLossesBeforeRate = 2;

  /// vocabSize follows from the vocabulary. Throws ModelError{kInvalidConfig} for a plan that is
  /// refused, and {kInvalidVocabulary} without [MASK].
  RecurrentTask(const Corpus& corpus, const Vocabulary& vocabulary, const TrainingPlan& plan);
  RecurrentTask(const Corpus&&, const Vocabulary&, const TrainingPlan&) = delete;

  RecurrentWeights initialWeights() const {
    return initialRecurrentWeights(plan_.model, weightSeed(plan_.training));
  }
  DrawnBatch<Shard, Whole> draw(Random& random, Index sentences) {
    return drawShards(batches_, random, sentences);
  }
  Losses run(const StepContext<Model, Whole>& context, const Shard& shard, Workspace& workspace,
             Weights& gradient) const;
  /// Without what is measured of heads.
  HeldOutMeasures evaluate(const RecurrentNetwork& network, const Structure& structure) const;
  Losses zeroLosses() const { return {}; }

  /// For a line on the terminal.
  static std::string summary(const Losses& losses) { return summaryOf(losses.loss); }

  template <typename Some, typename Visit>
  static void forEachLoss(Some& losses, Visit&& visit) {
    visit("masked_words", losses.loss.maskedWords);
    visit("references", losses.loss.references);
  }

  template <typename Visit>
  static void forEachMeasure(const HeldOutMeasures& measures, Visit&& visit) {
    ReferenceTask::forEachMeasure(measures, visit);
  }

 private:
  BatchMaker batches_;
  mutable std::optional<HeldOutSet> heldOut_;
};

extern template class Trainer<RecurrentTask>;
using RecurrentTrainer = Trainer<RecurrentTask>;

}  // namespace fovea
