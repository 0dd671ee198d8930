#pragma once

#include <chrono>
#include <fstream>
#include <optional>
#include <string>

#include "fovea/train/trainer.h"

namespace fovea::cli {

/// What each step did as CSV, a line a step, and a line on the terminal that says how far the
/// training is.
class TrainingLog {
 public:
  /// An empty path writes no CSV. Of a file that an earlier run left, the lines of the steps done
  /// stay: that is where a resumed training goes on. Throws std::runtime_error where the file
  /// cannot be opened.
  TrainingLog(const std::string& path, const Trainer& trainer);
  ~TrainingLog();
  TrainingLog(const TrainingLog&) = delete;
  TrainingLog& operator=(const TrainingLog&) = delete;

  void add(const StepReport& report, const std::optional<HeldOutMeasures>& heldOut);
  /// Brings the lines so far into the file.
  void flush();
  /// Ends the line on the terminal, so that something else can be printed.
  void endLine();
  /// Whether every line has reached the file. A full disk does not end the training.
  bool complete();

 private:
  void write(const StepReport& report, const std::optional<HeldOutMeasures>& heldOut);
  void show(Index step);

  std::ofstream csv_;
  Index firstStep_;
  Index steps_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Index tokens_ = 0;
  bool shown_ = false;
  double maskedWords_ = 0;  ///< running means
  double references_ = 0;
};

}  // namespace fovea::cli
