#pragma once

#include <chrono>
#include <fstream>
#include <optional>
#include <sstream>
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
  TrainingLog(const std::string& path, const std::string& header, Index stepsDone, Index steps);
  ~TrainingLog();
  TrainingLog(const TrainingLog&) = delete;
  TrainingLog& operator=(const TrainingLog&) = delete;

  /// The step's line, how many tokens it read, and what the terminal shows of its losses.
  void add(Index step, const std::string& line, Index tokens, const std::string& losses);
  /// Brings the lines so far into the file.
  void flush();
  /// Ends the line on the terminal, so that something else can be printed.
  void endLine();
  /// Whether every line has reached the file. A full disk does not end the training.
  bool complete();

 private:
  void show(Index step, const std::string& losses);

  std::ofstream csv_;
  Index firstStep_;
  Index steps_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Index tokens_ = 0;
  bool shown_ = false;
};

/// The columns of a task's log. Of its losses the first stand before the rate, and any others,
/// which some models alone have, at the end of the line.
template <typename Task>
std::string headerOf(const Trainer<Task>& trainer) {
  std::string first = "step";
  std::string last;
  int losses = 0;
  const auto losses0 = trainer.task().zeroLosses();
  Task::forEachLoss(losses0, [&](const std::string& name, const auto&) {
    (losses++ < Task::kLossesBeforeRate ? first : last) += "," + name;
  });
  first += ",rate,gradient_norm";
  if (Task::kCountsTokens) first += ",tokens";
  const typename Task::Measures measures;
  Task::forEachMeasure(measures,
                       [&](const std::string& name, const auto&) { first += "," + name; });
  for (const char* norm : {",gradient_", ",update_"})
    for (const std::string& part : partsOf(trainer.model().weights())) first += norm + part;
  return first + last;
}

/// A step's line in these columns; what is measured on held-out data is empty where it was not.
template <typename Task>
std::string lineOf(const typename Trainer<Task>::Report& report,
                   const std::optional<typename Task::Measures>& heldOut) {
  std::ostringstream first;
  std::ostringstream last;
  first << report.step;
  int losses = 0;
  Task::forEachLoss(report, [&](const std::string&, const auto& loss) {
    (losses++ < Task::kLossesBeforeRate ? first : last) << ',' << loss;
  });
  first << ',' << report.rate << ',' << report.gradientNorm;
  if (Task::kCountsTokens) first << ',' << report.tokens;
  Task::forEachMeasure(heldOut.value_or(typename Task::Measures()),
                       [&](const std::string&, const auto& measure) {
                         first << ',';
                         if (heldOut) first << measure;
                       });
  for (const PartChange& part : report.parts) first << ',' << part.gradient;
  for (const PartChange& part : report.parts) first << ',' << part.update;
  return first.str() + last.str();
}

}  // namespace fovea::cli
