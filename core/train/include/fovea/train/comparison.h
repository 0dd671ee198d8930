#pragma once

#include <functional>
#include <string>
#include <vector>

#include "fovea/train/training_plan.h"

namespace fovea {

/// What is compared, and how much of it is measured.
struct ComparisonOptions {
  TrainingPlan plan;
  Index seeds = 3;               ///< trainings, from the plan's seed on
  Index sentences = 40000;       ///< held-out ones drawn, whose pronouns are asked for
  Index casesPerDistance = 400;  ///< of them, the most for one distance
  Index fewestCases = 50;        ///< a distance of fewer is left out
  Index gradientCases = 100;     ///< of a distance, those whose gradients are measured
  std::vector<Index> lengths = {8, 16, 32, 64, 128, 256, 512};  ///< of the texts that are timed
  Index repeats = 15;  ///< of which the shortest time counts
};

/// A number of each network and each training.
struct OfNetworks {
  std::vector<double> encoder;
  std::vector<double> recurrent;
};

/// Pronouns whose noun is `distance` tokens away; 0 is the pronoun's own place.
struct AtDistance {
  Index distance = 0;
  Index cases = 0;
  OfNetworks right;  ///< share of them at which the network predicts the noun
  /// The gradient of the loss −log p(noun) at the pronoun with respect to the noun's embedding:
  /// the geometric mean of its norm, before the first step and after the last.
  OfNetworks gradientBefore;
  OfNetworks gradientAfter;
  /// The same as a share of the sum of the norms at all words of the sentence: a mean.
  OfNetworks shareBefore;
  OfNetworks shareAfter;
};

/// A processor time of each network, as a multiple of the encoder's for reading the shortest text.
struct TimeOfNetworks {
  double encoder = 0;
  double recurrent = 0;
};

/// What a text of a length takes.
struct AtLength {
  Index tokens = 0;
  TimeOfNetworks reading;   ///< forward alone
  TimeOfNetworks training;  ///< forward, loss and backward: a step but for the optimiser's part
};

/// A recurrent network and the encoder of the same plan, trained side by side.
struct Comparison {
  ComparisonOptions options;
  Index encoderParameters = 0;
  Index recurrentParameters = 0;
  std::vector<AtDistance> distances;
  OfNetworks right;       ///< share of all these pronouns
  OfNetworks pairs;       ///< share of scene pairs of which both are read rightly (fovea eval)
  OfNetworks maskedLoss;  ///< of masked words in held-out sentences, in nats
  std::vector<double> trainingTime;  ///< processor time, recurrent ÷ encoder, of each training
  std::vector<AtLength> lengths;
};

/// What is told while a comparison runs.
struct ComparisonReports {
  std::function<void(Index training, Index step)> step;  ///< after each step
  std::function<void(const Comparison&)> training;       ///< after each training: all so far
};

/// Trains both networks, in turns and on one thread, so that they are timed under the same load,
/// and measures them. Throws as ReferenceTask and RecurrentTask do.
Comparison compareNetworks(const ComparisonOptions& options, const ComparisonReports& reports);

/// The JSON of a comparison, numbers to four digits.
std::string toJson(const Comparison& comparison);

}  // namespace fovea
