#pragma once

#include <string>

#include "fovea/parameters.h"
#include "fovea/picture_encoder.h"
#include "fovea/train/picture_batch.h"
#include "fovea/train/picture_measures.h"
#include "fovea/train/trainer.h"
#include "fovea/vocabulary.h"

namespace fovea {

/// The loss of a batch of pictures.
struct PictureLosses {
  double loss = 0;   ///< mean of a picture, in nats
  double right = 0;  ///< share of the questions that are answered correctly
};

/// A batch's way through the encoder of pictures, and back.
struct PicturePass {
  PictureActivations activations;
  PictureActivations dActivations;
  Matrix dLogits;
};

/// What an encoder of pictures learns: to answer questions about scenes that it draws itself. Of
/// the plan's options it reads those of the first phase that are not about words.
class PictureTask {
 public:
  using Model = Encoder;
  using Weights = ModelWeights;
  using Shard = PictureBatch;
  using Whole = Index;  ///< pictures
  using Losses = PictureLosses;
  using Measures = PictureMeasures;
  using Workspace = PicturePass;
  static constexpr bool kAddsPairs = false;
  static constexpr bool kCountsTokens = false;
  static constexpr int kLossesBeforeRate = 2;

  /// Throws ModelError{kInvalidConfig} for a model that does not read scenes of their size.
  explicit PictureTask(const TrainingPlan& plan);

  const TrainingPlan& plan() const { return plan_; }
  const Vocabulary& vocabulary() const { return vocabulary_; }
  ModelWeights initialWeights() const {
    return fovea::initialWeights(plan_.model, weightSeed(plan_.training));
  }

  DrawnBatch<Shard, Whole> draw(Random& random, Index pictures) const;
  Losses run(const StepContext<Model, Whole>& context, const Shard& shard, Workspace& workspace,
             Weights& gradient) const;
  /// On some scenes.
  PictureMeasures evaluate(const Encoder& model, const Structure& structure) const;
  Losses zeroLosses() const { return {}; }

  /// For a line on the terminal.
  static std::string summary(const Losses& losses);

  template <typename Some, typename Visit>
  static void forEachLoss(Some& losses, Visit&& visit) {
    visit("loss", losses.loss);
    visit("right", losses.right);
  }

  template <typename Visit>
  static void forEachMeasure(const PictureMeasures& measures, Visit&& visit) {
    visit("held_out_loss", measures.loss);
    for (const Question question : kQuestions)
      visit(std::string("held_out_") + spelling(question),
            measures.right[static_cast<std::size_t>(question)]);
  }

 private:
  TrainingPlan plan_;
  Vocabulary vocabulary_;
};

/// What a preset trains on pictures, of the sizes of presetPlan; `sentencesPerStep` counts
/// pictures. Throws ModelError{kInvalidConfig} for another name.
TrainingPlan picturePlan(const std::string& size);

/// The questions, which are the vocabulary of a model of pictures.
Vocabulary pictureVocabulary();

extern template class Trainer<PictureTask>;
using PictureTrainer = Trainer<PictureTask>;

}  // namespace fovea
