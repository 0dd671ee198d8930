#pragma once

#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "files.h"
#include "fovea/error.h"
#include "fovea/train/model_parts.h"
#include "interrupt.h"
#include "log_lines.h"
#include "output_file.h"
#include "train_sequences.h"

// How a model is trained: a step after the other, with a log, checkpoints and an end by the user.
namespace fovea::cli {

/// A line of CSV a step, and now and then one on the terminal, of a SequenceTrainer or a
/// PictureTrainer. What differs between them is in `Columns`: the trainer, its step and its
/// measures as types, and static functions that write them.
template <typename Columns>
class StepLog {
 public:
  using Trainer = typename Columns::Trainer;
  using Step = typename Columns::Step;
  using Measures = typename Columns::Measures;

  /// An empty path writes no CSV.
  StepLog(const std::string& path, const Trainer& trainer) : steps_(trainer.plan().training.steps) {
    if (path.empty()) return;
    const std::string kept = trainer.stepsDone() > 0 ? linesUpTo(trainer.stepsDone(), path) : "";
    csv_.open(path, std::ios::trunc);
    if (!csv_) throw std::runtime_error(path + ": cannot be written");
    csv_ << header(trainer) << '\n' << kept << std::flush;
  }

  void add(const Step& report, const std::optional<Measures>& heldOut) {
    if (csv_.is_open()) write(report, heldOut);
    const bool last = report.step == steps_;
    if (report.step % kStepsBetweenLines != 0 && !last) return;
    std::fprintf(stderr, "\r%td/%td  ", report.step, steps_);
    Columns::show(report);
    std::fprintf(stderr, "  %s", last ? "\n" : "");
    shown_ = !last;
  }

  /// As TrainingLog has them.
  void flush() { csv_.flush(); }
  void endLine() {
    if (shown_) std::fputc('\n', stderr);
    shown_ = false;
  }
  bool complete() { return !csv_.is_open() || csv_.flush().good(); }

 private:
  static constexpr Index kStepsBetweenLines = 20;

  static std::string header(const Trainer& trainer) {
    std::string text = Columns::names();
    const std::vector<std::string> parts = partsOf(trainer.model().weights());
    for (const char* norm : {",gradient_", ",update_"})
      for (const std::string& part : parts) text += norm + part;
    return text;
  }

  void write(const Step& report, const std::optional<Measures>& heldOut) {
    Columns::write(csv_, report, heldOut);
    for (const PartChange& part : report.parts) csv_ << ',' << part.gradient;
    for (const PartChange& part : report.parts) csv_ << ',' << part.update;
    csv_ << '\n';
  }

  std::ofstream csv_;
  Index steps_;
  bool shown_ = false;
};

constexpr const char* kDiverged =
    "has diverged: its numbers are no longer finite; try a lower --rate or a longer --warmup";

/// Trains to the last step, from the checkpoint where one is given.
template <typename Trainer, typename Log>
class TrainingRun {
 public:
  TrainingRun(const SequenceTraining& training, Trainer& trainer)
      : training_(training), trainer_(resumed(training, trainer)), log_(training.log, trainer) {
    if (!training.resume.empty() && training.resume == training.checkpoint)
      saved_ = trainer.stepsDone();
  }

  /// Throws Interrupted, and std::runtime_error where the training diverges.
  void run() {
    const InterruptNote interrupt;
    while (!trainer_.finished()) {
      const auto report = trainer_.step();
      const bool finite = std::isfinite(report.gradientNorm);
      log_.add(report, finite ? measuredAt(report.step) : std::nullopt);
      if (!finite) failDiverged();
      if (interrupt.signal() != 0) stopEarly(interrupt.signal());
      if (!training_.checkpoint.empty() && report.step % training_.checkpointEvery == 0)
        save(training_.checkpoint);
    }
    log_.endLine();
  }

  /// To be called when the model is written, which a full disk must not cost. Throws
  /// std::runtime_error where the log lacks some of what it was told.
  void checkLog() {
    if (!log_.complete())
      throw std::runtime_error(training_.log + ": some of its lines could not be written");
  }

 private:
  using Measures = decltype(std::declval<const Trainer&>().evaluate());

  static Trainer& resumed(const SequenceTraining& training, Trainer& trainer) {
    trainer.useThreads(training.threads);
    if (training.resume.empty()) return trainer;
    const std::vector<std::uint8_t> bytes = readBytes(*openSource(training.resume));
    trainer.restore(bytes.data(), bytes.size());
    return trainer;
  }

  // For the log, every so many steps and after the last.
  std::optional<Measures> measuredAt(Index step) const {
    const Index every = training_.evaluateEvery;
    if (training_.log.empty() || every == 0) return std::nullopt;
    if (step % every != 0 && !trainer_.finished()) return std::nullopt;
    return trainer_.evaluate();
  }

  // What was saved before stays where this cannot be.
  void save(const std::string& path) {
    log_.flush();
    std::vector<std::uint8_t> checkpoint;
    try {
      checkpoint = trainer_.checkpoint();
    } catch (const ModelError& error) {
      if (error.code() == ErrorCode::kNotFinite) failDiverged();
      throw;
    }
    writeFile(path, checkpoint);
    saved_ = trainer_.stepsDone();
  }

  [[noreturn]] void failDiverged() {
    log_.endLine();
    const std::string kept =
        saved_ ? training_.checkpoint + " is still that of step " + std::to_string(*saved_)
               : "No checkpoint of it was saved";
    throw std::runtime_error("after step " + std::to_string(trainer_.stepsDone()) +
                             " the training " + kDiverged + ". " + kept);
  }

  [[noreturn]] void stopEarly(int signal) {
    const std::string path =
        training_.checkpoint.empty() ? training_.out + ".checkpoint" : training_.checkpoint;
    save(path);
    log_.endLine();
    throw Interrupted(signal, "interrupted after step " + std::to_string(trainer_.stepsDone()) +
                                  ". To go on, give the same command with --resume " + path);
  }

  const SequenceTraining& training_;
  Trainer& trainer_;
  Log log_;
  std::optional<Index> saved_;  ///< the step that the checkpoint is of, where this training has one
};

/// What a file says of the training that its model comes from.
template <typename Trainer>
std::map<std::string, std::string> metadataOf(const SequenceTraining& training,
                                              const Trainer& trainer, const ModelConfig& config) {
  std::map<std::string, std::string> metadata{
      {"name", training.name}, {"trained", "true"}, {"training", toJson(trainer.plan().training)}};
  if (trainer.structure() != Structure::of(config))
    metadata["structure"] = toText(trainer.structure());
  return metadata;
}

}  // namespace fovea::cli
