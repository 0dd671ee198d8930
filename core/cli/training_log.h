#pragma once

#include <chrono>
#include <fstream>
#include <string>

#include "fovea/train/trainer.h"

namespace fovea::cli {

/// The losses as CSV, a line a step, and a line on the terminal that says how far the training is.
class TrainingLog {
 public:
  /// An empty path writes no CSV; `append` goes on with a file that a resumed training left.
  TrainingLog(const std::string& path, bool append, Index firstStep, Index steps);

  void add(const StepReport& report);
  void finish() const;

 private:
  void show(Index step) const;

  std::ofstream csv_;
  Index firstStep_;
  Index steps_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Index tokens_ = 0;
  double maskedWords_ = 0;  ///< running means
  double references_ = 0;
};

}  // namespace fovea::cli
