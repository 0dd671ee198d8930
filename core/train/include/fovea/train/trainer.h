#pragma once

#include <cstdint>
#include <vector>

#include "fovea/encoder.h"
#include "fovea/tokenizer.h"
#include "fovea/train/adamw.h"
#include "fovea/train/attention_loss.h"
#include "fovea/train/batch.h"
#include "fovea/train/corpus.h"
#include "fovea/train/loss.h"
#include "fovea/train/threads.h"
#include "fovea/train/training_options.h"
#include "fovea/train/training_phase.h"

namespace fovea {

/// What one step saw and did.
struct StepReport {
  Index step = 0;           ///< counts from 1
  BatchLoss loss;           ///< before the update
  AttentionLoss attention;  ///< while softening, else 0
  double rate = 0;
  double gradientNorm = 0;  ///< before clipping
  Index tokens = 0;
};

/// A step's batch is cut into so many parts, whose gradients are added in order: what it computes
/// does not depend on how many threads share them.
constexpr Index kGradientShards = 4;

/// Trains an encoder with a masked-word head on the corpus, a step a call: a program loops over it,
/// a page calls it between two frames. The same options give the same model on the same machine,
/// bit for bit, on however many threads.
class Trainer {
 public:
  /// Fresh weights from the seed. The corpus must outlive the trainer; vocabSize follows from the
  /// vocabulary. Throws ModelError{kInvalidConfig}, and {kInvalidVocabulary} without [MASK].
  Trainer(const Corpus& corpus, EncoderConfig config, const Vocabulary& vocabulary,
          const TrainingOptions& options);

  Trainer(const Trainer&) = delete;
  Trainer& operator=(const Trainer&) = delete;

  bool finished() const { return adamW_.steps >= totalSteps(options_); }
  Index stepsDone() const { return adamW_.steps; }
  StepReport step();

  /// How many threads a step may use; all that run at once here, unless this is called.
  void useThreads(Index threads) { threads_ = threads; }

  const Encoder& encoder() const { return encoder_; }
  const Tokenizer& tokenizer() const { return tokenizer_; }
  const TrainingOptions& options() const { return options_; }

  /// Weights, moments, step and random state as a safetensors file: a trainer that `restore`s it
  /// goes on bit for bit as this one would.
  std::vector<std::uint8_t> checkpoint() const;

  /// Takes over the state of a checkpoint of the same config, vocabulary and options; throws
  /// ModelError where they differ (kInvalidConfig) or a tensor is amiss, and changes nothing then.
  void restore(const std::uint8_t* bytes, std::size_t size);

 private:
  /// What becomes of one shard in a step.
  struct Pass {
    EncoderActivations activations;
    EncoderActivations dActivations;
    Matrix dOutput;
    EncoderWeights gradient;
    BatchLoss loss;
    AttentionLoss attention;
  };

  void run(const TrainingBatch& shard, const BatchSize& whole, const AttentionTerms& terms,
           Pass& pass) const;
  void update(const TrainingPhase& phase, std::size_t shards, StepReport& report);

  Tokenizer tokenizer_;
  TrainingOptions options_;
  Encoder encoder_;
  AdamWState adamW_;
  BatchMaker batches_;
  Random random_;
  std::vector<Pass> passes_;
  Index threads_ = availableThreads();
};

}  // namespace fovea
