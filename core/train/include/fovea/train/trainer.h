#pragma once

#include <cstdint>
#include <vector>

#include "fovea/encoder.h"
#include "fovea/tokenizer.h"
#include "fovea/train/adamw.h"
#include "fovea/train/batch.h"
#include "fovea/train/corpus.h"
#include "fovea/train/loss.h"
#include "fovea/train/training_options.h"

namespace fovea {

/// What one step saw and did.
struct StepReport {
  Index step = 0;  ///< counts from 1
  BatchLoss loss;  ///< before the update
  double rate = 0;
  double gradientNorm = 0;  ///< before clipping
  Index tokens = 0;
};

/// Trains an encoder with a masked-word head on the corpus, a step a call: a program loops over it,
/// a page calls it between two frames. The same options give the same model on the same machine.
class Trainer {
 public:
  /// Fresh weights from the seed. The corpus must outlive the trainer; vocabSize follows from the
  /// vocabulary. Throws ModelError{kInvalidConfig}, and {kInvalidVocabulary} without [MASK].
  Trainer(const Corpus& corpus, EncoderConfig config, const Vocabulary& vocabulary,
          const TrainingOptions& options);

  Trainer(const Trainer&) = delete;
  Trainer& operator=(const Trainer&) = delete;

  bool finished() const { return adamW_.steps >= options_.steps; }
  Index stepsDone() const { return adamW_.steps; }
  StepReport step();

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
  Tokenizer tokenizer_;
  TrainingOptions options_;
  Encoder encoder_;
  AdamWState adamW_;
  BatchMaker batches_;
  Random random_;
  EncoderActivations activations_;
  EncoderActivations dActivations_;
  Matrix dOutput_;
  EncoderWeights gradient_;
};

}  // namespace fovea
