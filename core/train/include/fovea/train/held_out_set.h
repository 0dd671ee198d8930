#pragma once

#include <vector>

#include "fovea/encoder.h"
#include "fovea/train/batch.h"
#include "fovea/train/loss.h"
#include "fovea/train/recurrent_network.h"

namespace fovea {

/// How a model does on a HeldOutSet.
struct HeldOutMeasures {
  double maskedLoss = 0;  ///< means, in nats, of sentences made as those of the training
  double referenceLoss = 0;
  double references = 0;  ///< share of the references whose noun it predicts at the pronoun
  double pairs = 0;       ///< share of the scene pairs of which it predicts both nouns
  /// The same of a head, whose largest weight is to lie on the noun: of the one that is best at it.
  double headReferences = 0;
  double headPairs = 0;
  Index pairsHead = 0;  ///< which is best at pairs, layer · heads + head
};

/// Some sentences that are never trained on, drawn once: what is measured of a model while it is
/// trained, for about the price of a step.
class HeldOutSet {
 public:
  /// The options say how the sentences of the losses are made.
  HeldOutSet(const Corpus& corpus, const Tokenizer& tokenizer, const TrainingOptions& options);

  HeldOutMeasures score(const Encoder& encoder, const Structure& structure) const;
  /// Of a network without heads, all but what is measured of them.
  HeldOutMeasures score(const RecurrentNetwork& network) const;

  /// Whether it predicts the noun at each pronoun, the references before the pairs.
  std::vector<bool> predictions(const Encoder& encoder, const Structure& structure) const;

 private:
  /// One sentence of `questions_`, its tokens counted from its begin.
  struct Question {
    Index pronoun;
    Index noun;
  };

  /// Given the last hidden states of questions_.
  std::vector<bool> predictions(const PredictionHead& head, const Matrix& output) const;
  HeldOutMeasures measures(const BatchLoss& losses, const std::vector<bool>& right) const;
  std::vector<bool> looks(const EncoderActivations& pass, Index layer, Index head,
                          Index heads) const;

  TrainingBatch losses_;
  TokenIds ids_;
  Sequences sequences_;
  std::vector<Question> questions_;
};

}  // namespace fovea
