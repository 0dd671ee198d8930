#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fovea/tokenizer.h"
#include "fovea/train/adamw.h"
#include "fovea/train/model_parts.h"
#include "fovea/train/sequence_measures.h"
#include "fovea/train/threads.h"
#include "fovea/train/training_plan.h"

namespace fovea {

/// What a decoder learns: to write a sentence again with what its pronouns stand for, or to go on
/// with a text.
enum class SequenceTask { kRewrite, kNextWord };

/// "rewrite", "next-word"; throws ModelError{kInvalidConfig} for another.
SequenceTask parseSequenceTask(const std::string& text);

/// What a preset trains for a task, of the sizes of presetPlan: `tiny` on the tiny corpus, `small`
/// and `shipped` on the whole one. Throws ModelError{kInvalidConfig} for another name.
TrainingPlan sequencePlan(SequenceTask task, const std::string& size);

/// What one step saw and did.
struct SequenceStep {
  Index step = 0;   ///< counts from 1
  double loss = 0;  ///< mean of a token, in nats, before the update
  double rate = 0;
  double gradientNorm = 0;  ///< before clipping
  std::vector<PartChange> parts;
  Index tokens = 0;
};

/// Trains a model with a decoder by teacher forcing, a step a call. Of the plan's options it reads
/// those of the first phase but for masks, references and spelled words. A step's batch is cut into
/// kGradientShards parts, as Trainer's: the same plan gives the same model on the same machine, bit
/// for bit, on however many threads.
class SequenceTrainer {
 public:
  /// Fresh weights from the seed. The corpus must outlive the trainer; vocabSize follows from the
  /// vocabulary. Throws ModelError{kInvalidConfig} for a model without a decoder,
  /// {kInvalidVocabulary} without [CLS] or [SEP], and {kInvalidInput} as structureOf does.
  SequenceTrainer(const Corpus& corpus, const Vocabulary& vocabulary, const TrainingPlan& plan);

  SequenceTrainer(const SequenceTrainer&) = delete;
  SequenceTrainer& operator=(const SequenceTrainer&) = delete;

  bool finished() const { return adamW_.steps >= plan_.training.steps; }
  Index stepsDone() const { return adamW_.steps; }
  SequenceStep step();

  /// How many threads a step may use; all that run at once here, unless this is called.
  void useThreads(Index threads) { threads_ = threads; }

  /// Of the model as it is, on some sentences that are never trained on.
  SequenceMeasures evaluate() const;

  const Encoder& model() const { return model_; }
  const Tokenizer& tokenizer() const { return tokenizer_; }
  const TrainingPlan& plan() const { return plan_; }
  const Structure& structure() const { return structure_; }

  /// As Trainer's.
  std::vector<std::uint8_t> checkpoint() const;
  void restore(const std::uint8_t* bytes, std::size_t size);

 private:
  const Corpus& corpus_;
  TrainingPlan plan_;
  Tokenizer tokenizer_;
  Structure structure_;
  Encoder model_;
  AdamWState adamW_;
  SequenceBatchMaker batches_;
  Random random_;
  std::vector<ModelWeights> gradients_;  ///< one a shard
  Index threads_ = availableThreads();
};

}  // namespace fovea
