#pragma once

#include <cstdint>
#include <string>

#include "fovea/matrix.h"

namespace fovea {

/// How a model is trained. The defaults are those of the shipped one.
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
};

/// Throws ModelError{kInvalidConfig} that names the option, its value and what would be right.
void validate(const TrainingOptions& options);

/// The JSON that `parseTrainingOptions` reads back, keys spelled as the fields.
std::string toJson(const TrainingOptions& options);
/// An option that is absent keeps its default. Throws as validate does, and for a key that is no
/// option.
TrainingOptions parseTrainingOptions(const std::string& json);

/// Linear warm-up to the peak, then linear decay to its final share at the last step; steps count
/// from 1.
double learningRate(const TrainingOptions& options, Index step);

}  // namespace fovea
