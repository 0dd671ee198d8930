#pragma once

#include <cstdint>
#include <string>

#include "fovea/matrix.h"

namespace fovea {

/// How a model is trained: `steps` on masked words and references, then, if wanted, `softenSteps`
/// that also keep the attention weights soft.
struct TrainingOptions {
  std::uint64_t seed = 1;
  Index steps = 4500;
  Index sentencesPerStep = 128;

  double peakRate = 1.5e-3;
  Index warmupSteps = 400;
  double finalRateShare = 0.02;  ///< of the peak, at the last step
  double weightDecay = 0.01;     ///< of matrices
  double scoreDecay = 0.05;      ///< of W_Q and W_K instead: more keeps attention from saturating
  double clipNorm = 1.0;

  double maskShare = 0.25;       ///< of tokens, for the masked words
  double unmaskedShare = 0.5;    ///< of sentences with a pronoun: no masks, so that it is read
  double referenceWeight = 0.5;  ///< of the reference loss beside the masked words'
  double spellShare = 0.02;      ///< of words spelled out in pieces
  double nonceShare = 0.05;      ///< of sentences with a pronoun: a noun made up …
  double unknownShare = 0.25;    ///< … and of those, [UNK]
  double specialsShare = 0.5;    ///< of sentences in [CLS] … [SEP]
  double fullStopShare = 0.35;   ///< of sentences with a full stop

  Index softenSteps = 0;  ///< of a second phase, in which the attention terms are added to the loss
  Index softenSentencesPerStep = 128;
  double softenPeakRate = 8e-4;
  Index softenWarmupSteps = 40;
  double softenScoreDecay = 0.05;
  double peakWeight = 0.1;     ///< of the peak term (attention_loss.h)
  double peakCap = 0.6;        ///< the largest weight of a row that it leaves alone
  double overlapWeight = 2.0;  ///< of the overlap term

  double balanceWeight = 0.01;  ///< of the term that has experts used alike (balance_loss.h)
};

/// The seed of a training's weights. Batches draw from another stream, so that a larger model reads
/// the same text.
std::uint64_t weightSeed(const TrainingOptions& options);

/// Throws ModelError{kInvalidConfig} that names the option, its value and what would be right.
void validate(const TrainingOptions& options);

/// Throws likewise for steps of a softening, of which `trainer` makes none: "a decoder".
void requireUnsoftened(const TrainingOptions& options, const std::string& trainer);

/// The JSON that `parseTrainingOptions` reads back, keys spelled as the fields.
std::string toJson(const TrainingOptions& options);
/// An option that is absent keeps its default. Throws as validate does, and for a key that is no
/// option.
TrainingOptions parseTrainingOptions(const std::string& json);

}  // namespace fovea
