#pragma once

#include <optional>
#include <string>

#include "fovea/encoder.h"
#include "fovea/parameters.h"
#include "fovea/train/attention_loss.h"
#include "fovea/train/balance_loss.h"
#include "fovea/train/batch.h"
#include "fovea/train/corpus_task.h"
#include "fovea/train/held_out_set.h"
#include "fovea/train/loss.h"
#include "fovea/train/trainer.h"

namespace fovea {

/// The losses of a batch of a ReferenceTask, before they are weighted.
struct ReferenceLosses {
  BatchLoss loss;
  AttentionLoss attention;  ///< while softening, else 0
  Balance balance;          ///< of the experts, where there are any
};

/// By what the losses are multiplied; that of the masked words by 1.
struct LossWeights {
  double references = 0;
  AttentionTerms attention;
  double balance = 0;
};

/// A batch's way through the encoder, and back.
struct EncoderPass {
  EncoderActivations activations;
  EncoderActivations dActivations;
  Matrix dOutput;
};

/// Forward, losses and backward of a batch or, where `whole` is the size of a larger one, of a part
/// of it, whose losses are then its part of the larger one's. Adds to the gradient.
ReferenceLosses runBatch(const Encoder& encoder, const Structure& structure,
                         const LossWeights& weights, const TrainingBatch& batch,
                         const BatchSize& whole, EncoderPass& pass, ModelWeights& gradient);

/// For a line on the terminal.
std::string summaryOf(const BatchLoss& loss);

/// The training batches of an encoder or of a network that is compared with it.
DrawnBatch<TrainingBatch, BatchSize> drawShards(BatchMaker& batches, Random& random,
                                                Index sentences);

/// What the encoder of the page learns: to predict masked words and, at a pronoun, the noun that it
/// refers to; if the plan says so, with attention weights that are kept soft and experts that are
/// used alike.
class ReferenceTask : public CorpusTask {
 public:
  using Model = Encoder;
  using Weights = ModelWeights;
  using Shard = TrainingBatch;
  using Whole = BatchSize;
  using Losses = ReferenceLosses;
  using Measures = HeldOutMeasures;
  using Workspace = EncoderPass;
  static constexpr bool kAddsPairs = true;
  static constexpr bool kCountsTokens = true;
  static constexpr int kLossesBeforeRate = 4;

  /// vocabSize follows from the vocabulary. The plan's structure says how the model is run, forward
  /// and backward; what a config can say of it is in the encoder's. Throws
  /// ModelError{kInvalidConfig}, and {kInvalidVocabulary} without [MASK].
  ReferenceTask(const Corpus& corpus, const Vocabulary& vocabulary, const TrainingPlan& plan);
  ReferenceTask(const Corpus&&, const Vocabulary&, const TrainingPlan&) = delete;
  ReferenceTask(const Corpus& corpus, const ModelConfig& config, const Vocabulary& vocabulary,
                const TrainingOptions& options);
  ReferenceTask(const Corpus&&, const ModelConfig&, const Vocabulary&,
                const TrainingOptions&) = delete;

  ModelWeights initialWeights() const {
    return fovea::initialWeights(plan_.model, weightSeed(plan_.training));
  }
  DrawnBatch<Shard, Whole> draw(Random& random, Index sentences);
  Losses run(const StepContext<Model, Whole>& context, const Shard& shard, Workspace& workspace,
             Weights& gradient) const;
  HeldOutMeasures evaluate(const Encoder& encoder, const Structure& structure) const {
    return heldOut().score(encoder, structure);
  }
  /// Drawn when it is first asked for.
  const HeldOutSet& heldOut() const;

  LossWeights lossWeights(const TrainingPhase& phase) const;
  /// In the shape that the model's have.
  Losses zeroLosses() const;

  /// For a line on the terminal.
  static std::string summary(const Losses& losses) { return summaryOf(losses.loss); }

  template <typename Some, typename Visit>
  static void forEachLoss(Some& losses, Visit&& visit) {
    visit("masked_words", losses.loss.maskedWords);
    visit("references", losses.loss.references);
    visit("peak", losses.attention.peak);
    visit("overlap", losses.attention.overlap);
    auto& shares = losses.balance.shares;
    if (!shares.empty()) visit("balance", losses.balance.loss);
    for (std::size_t l = 0; l < shares.size(); ++l)
      for (Index e = 0; e < shares[l].size(); ++e)
        visit("share_" + std::to_string(l) + "_" + std::to_string(e), shares[l](e));
  }

  template <typename Visit>
  static void forEachMeasure(const HeldOutMeasures& measures, Visit&& visit) {
    visit("held_out_masked_words", measures.maskedLoss);
    visit("held_out_references", measures.referenceLoss);
    visit("references_right", measures.references);
    visit("pairs_right", measures.pairs);
  }

 private:
  BatchMaker batches_;
  mutable std::optional<HeldOutSet> heldOut_;
};

extern template class Trainer<ReferenceTask>;
using ReferenceTrainer = Trainer<ReferenceTask>;

}  // namespace fovea
