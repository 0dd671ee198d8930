#pragma once

#include <string>

#include "fovea/safetensors.h"
#include "fovea/threads.h"
#include "fovea/train/evaluation.h"
#include "fovea/train/training_plan.h"

namespace fovea::cli {

/// A training, and the files that it reads and writes; empty paths where there are none.
struct TrainingJob {
  TrainingPlan plan;
  std::string out;
  std::string name = "fovea";
  std::string log;
  std::string checkpoint;
  std::string resume;
  Index checkpointEvery = 500;
  Index evaluateEvery = 100;
  Index threads = availableThreads();
  Index pairs = EvaluationOptions().pairs;  ///< for the measures at the end; 0 prints none
  Dtype dtype = Dtype::kF16;
};

// Each trains to the last step, writes the model and prints its measures. They throw as the file
// functions do, Interrupted, and std::runtime_error where the training diverges.
void trainReferences(const TrainingJob& job);
void trainSequences(const TrainingJob& job);
void trainPictures(const TrainingJob& job);
void trainByHand(const TrainingJob& job);
void trainRecurrent(const TrainingJob& job);

}  // namespace fovea::cli
