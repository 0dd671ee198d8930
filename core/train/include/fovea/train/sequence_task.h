#pragma once

#include <string>

#include "fovea/parameters.h"
#include "fovea/train/corpus_task.h"
#include "fovea/train/sequence_measures.h"
#include "fovea/train/sequence_pass.h"
#include "fovea/train/trainer.h"

namespace fovea {

/// The loss of a batch of texts.
struct SequenceLosses {
  double loss = 0;  ///< mean of a token, in nats
};

/// What a decoder learns, by teacher forcing: to write a sentence again with what its pronouns
/// stand for or, without an encoder, to go on with a text. Of the plan's options it reads those of
/// the first phase but for masks, references and spelled words.
class SequenceTask : public CorpusTask {
 public:
  enum class Kind { kRewrite, kNextWord };

  using Model = Encoder;
  using Weights = ModelWeights;
  using Shard = SequenceBatch;
  using Whole = WholeBatch;
  using Losses = SequenceLosses;
  using Measures = SequenceMeasures;
  using Workspace = SequencePass;
  static constexpr bool kAddsPairs = false;
  static constexpr bool kCountsTokens = true;
  static constexpr int kLossesBeforeRate = 1;

  /// vocabSize follows from the vocabulary. Throws ModelError{kInvalidConfig} for a model without a
  /// decoder, and {kInvalidVocabulary} without [CLS] or [SEP].
  SequenceTask(const Corpus& corpus, const Vocabulary& vocabulary, const TrainingPlan& plan);
  SequenceTask(const Corpus&&, const Vocabulary&, const TrainingPlan&) = delete;

  ModelWeights initialWeights() const {
    return fovea::initialWeights(plan_.model, weightSeed(plan_.training));
  }
  DrawnBatch<Shard, Whole> draw(Random& random, Index sentences);
  Losses run(const StepContext<Model, Whole>& context, const Shard& shard, Workspace& workspace,
             Weights& gradient) const;
  /// On some sentences.
  SequenceMeasures evaluate(const Encoder& model, const Structure& structure) const;
  Losses zeroLosses() const { return {}; }

  /// For a line on the terminal.
  static std::string summary(const Losses& losses);

  template <typename Some, typename Visit>
  static void forEachLoss(Some& losses, Visit&& visit) {
    visit("loss", losses.loss);
  }

  template <typename Visit>
  static void forEachMeasure(const SequenceMeasures& measures, Visit&& visit) {
    visit("held_out_loss", measures.loss);
    visit("held_out_tokens", measures.tokens);
    visit("held_out_whole", measures.whole);
    visit("held_out_referents", measures.referents);
  }

 private:
  SequenceBatchMaker batches_;
};

/// "rewrite", "next-word"; throws ModelError{kInvalidConfig} for another.
SequenceTask::Kind parseSequenceTask(const std::string& text);

/// What a preset trains for a task, of the sizes of presetPlan: `tiny` on the tiny corpus, `small`
/// and `shipped` on the whole one. Throws ModelError{kInvalidConfig} for another name.
TrainingPlan sequencePlan(SequenceTask::Kind kind, const std::string& size);

extern template class Trainer<SequenceTask>;
using SequenceTrainer = Trainer<SequenceTask>;

}  // namespace fovea
