#pragma once

#include <string>

#include "fovea/safetensors.h"
#include "fovea/train/sequence_trainer.h"

namespace fovea::cli {

/// A training of a decoder, and the files it reads and writes; empty paths where there are none.
struct SequenceTraining {
  TrainingPlan plan;
  std::string out;
  std::string name;
  std::string log;
  std::string checkpoint;
  std::string resume;
  Index checkpointEvery;
  Index evaluateEvery;
  Index threads;
  Dtype dtype;
};

/// Trains, writes the model and prints its measures. Throws as readModel and the file functions do,
/// and Interrupted.
void trainSequences(const SequenceTraining& training);

}  // namespace fovea::cli
