#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fovea/encoder.h"
#include "fovea/parameters.h"
#include "fovea/sequences.h"
#include "fovea/train/hand_computation.h"
#include "fovea/train/trainer.h"
#include "fovea/vocabulary.h"

namespace fovea {

/// The losses of a batch of a HandTask.
struct HandLosses {
  double loss = 0;   ///< mean of a sentence, in nats
  double right = 0;  ///< share of the sentences that are answered rightly
};

/// Sentences of three words laid end to end, and the answer to each.
struct HandBatch {
  TokenIds ids;
  TokenIds answers;
};

/// A batch's way through the rounded encoder, and back.
struct HandPass {
  EncoderActivations activations;
  EncoderActivations dActivations;
  Matrix dOutput;
};

/// What an encoder that fits on paper learns: of a sentence such as "dogs chase cats", who is in
/// front. The answer is the word whose embedding has the largest product with the verb's output.
/// There is no feed-forward network: its weights stay 0.
///
/// The model computes with weights rounded to multiples of .5, from the first step on; gradients
/// are taken there and move the weights that are kept, as if nothing were rounded (straight-through
/// estimator, Bengio et al. 2013).
class HandTask {
 public:
  using Model = Encoder;
  using Weights = ModelWeights;
  using Shard = HandBatch;
  using Whole = Index;  ///< sentences
  using Losses = HandLosses;
  using Measures = HandMeasures;
  using Workspace = HandPass;
  static constexpr bool kAddsPairs = false;
  static constexpr bool kCountsTokens = false;
  static constexpr int kLossesBeforeRate = 2;

  /// Throws ModelError{kInvalidConfig} for a model that is not computed by hand (checkByHand).
  explicit HandTask(const TrainingPlan& plan);

  const TrainingPlan& plan() const { return plan_; }
  const Vocabulary& vocabulary() const { return vocabulary_; }
  /// Of N(0, 1): much smaller ones would be rounded to 0, from where nothing is learned.
  ModelWeights initialWeights() const;

  DrawnBatch<Shard, Whole> draw(Random& random, Index sentences) const;
  Losses run(const StepContext<Model, Whole>& context, const Shard& shard, Workspace& workspace,
             Weights& gradient) const;
  /// On all sentences of the grammar, which has no others to hold out.
  HandMeasures evaluate(const Encoder& model, const Structure& structure) const;
  Losses zeroLosses() const { return {}; }

  /// For a line on the terminal.
  static std::string summary(const Losses& losses);

  template <typename Some, typename Visit>
  static void forEachLoss(Some& losses, Visit&& visit) {
    visit("loss", losses.loss);
    visit("right", losses.right);
  }

  template <typename Visit>
  static void forEachMeasure(const HandMeasures& measures, Visit&& visit) {
    visit("right_by_hand", measures.right);
    visit("multiplications", static_cast<double>(measures.multiplications));
  }

 private:
  TrainingPlan plan_;
  Vocabulary vocabulary_;
};

/// What `fovea train --size hand` trains.
TrainingPlan handPlan();

/// The weights with each number at the nearest multiple of .5.
ModelWeights roundedToHalves(const Encoder& model);

extern template class Trainer<HandTask>;
using HandTrainer = Trainer<HandTask>;

}  // namespace fovea
