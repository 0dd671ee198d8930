#pragma once

#include <string>

#include "fovea/safetensors.h"
#include "fovea/train/training_plan.h"

namespace fovea::cli {

/// A training of a recurrent network.
struct RecurrentTraining {
  TrainingPlan plan;
  std::string out;
  std::string name;
  Index threads;
  Index pairs;  ///< for the measures at the end; 0 prints none
  Dtype dtype;
};

/// Trains, writes the network and prints its measures. Throws as the file functions do.
void trainRecurrent(const RecurrentTraining& training);

}  // namespace fovea::cli
