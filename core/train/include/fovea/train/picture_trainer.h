#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fovea/encoder.h"
#include "fovea/train/adamw.h"
#include "fovea/train/model_parts.h"
#include "fovea/train/picture_measures.h"
#include "fovea/train/threads.h"
#include "fovea/train/training_plan.h"
#include "fovea/vocabulary.h"

namespace fovea {

/// What a preset trains on pictures, of the sizes of presetPlan; `sentencesPerStep` counts
/// pictures. Throws ModelError{kInvalidConfig} for another name.
TrainingPlan picturePlan(const std::string& size);

/// The questions, which are the vocabulary of a model of pictures.
Vocabulary pictureVocabulary();

/// What one step saw and did.
struct PictureStep {
  Index step = 0;    ///< counts from 1
  double loss = 0;   ///< mean of a picture, in nats, before the update
  double right = 0;  ///< share of its questions that were answered rightly, before the update
  double rate = 0;
  double gradientNorm = 0;  ///< before clipping
  std::vector<PartChange> parts;
};

/// Trains an encoder of pictures on scenes that it draws itself, a step a call. Of the plan's
/// options it reads those of the first phase that are not about words. A step's batch is cut into
/// kGradientShards parts, as Trainer's: the same plan gives the same model on the same machine, bit
/// for bit, on however many threads.
class PictureTrainer {
 public:
  /// Fresh weights from the seed. Throws ModelError{kInvalidConfig} for a model that does not read
  /// scenes of their size, and {kInvalidInput} as structureOf does.
  explicit PictureTrainer(const TrainingPlan& plan);

  PictureTrainer(const PictureTrainer&) = delete;
  PictureTrainer& operator=(const PictureTrainer&) = delete;

  bool finished() const { return adamW_.steps >= plan_.training.steps; }
  Index stepsDone() const { return adamW_.steps; }
  PictureStep step();

  /// How many threads a step may use; all that run at once here, unless this is called.
  void useThreads(Index threads) { threads_ = threads; }

  /// Of the model as it is, on some scenes that are never trained on.
  PictureMeasures evaluate() const;

  const Encoder& model() const { return model_; }
  const TrainingPlan& plan() const { return plan_; }
  const Structure& structure() const { return structure_; }

  /// As Trainer's.
  std::vector<std::uint8_t> checkpoint() const;
  void restore(const std::uint8_t* bytes, std::size_t size);

 private:
  TrainingPlan plan_;
  Structure structure_;
  Encoder model_;
  AdamWState adamW_;
  Random random_;
  std::vector<ModelWeights> gradients_;  ///< one a shard
  Index threads_ = availableThreads();
};

}  // namespace fovea
