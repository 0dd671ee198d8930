#pragma once

#include <cstdio>
#include <fstream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "files.h"
#include "fovea/train/model_parts.h"
#include "interrupt.h"
#include "log_lines.h"
#include "output_file.h"
#include "train_sequences.h"

// How SequenceTrainer and PictureTrainer are run: a step after the other, with a log, checkpoints
// and an end by the user. What differs between them is a `Columns`: a struct with the trainer, its
// step and its measures as types, and static functions that write them.
namespace fovea::cli {

/// A line of CSV a step, and now and then one on the terminal.
template <typename Columns>
class StepLog {
 public:
  using Trainer = typename Columns::Trainer;
  using Step = typename Columns::Step;
  using Measures = typename Columns::Measures;

  /// An empty path writes no CSV.
  StepLog(const std::string& path, const Trainer& trainer)
      : path_(path), steps_(trainer.plan().training.steps) {
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
  }

  void flush() { csv_.flush(); }

  void check() {
    if (csv_.is_open() && !csv_.flush().good())
      throw std::runtime_error(path_ + ": some of its lines could not be written");
  }

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

  std::string path_;
  std::ofstream csv_;
  Index steps_;
};

/// Trains to the last step, from the checkpoint where one is given. Throws Interrupted.
template <typename Columns>
class TrainingRun {
 public:
  using Trainer = typename Columns::Trainer;

  TrainingRun(const SequenceTraining& training, Trainer& trainer)
      : training_(training), trainer_(resumed(training, trainer)), log_(training.log, trainer) {}

  void run() {
    const InterruptNote interrupt;
    while (!trainer_.finished()) {
      const auto report = trainer_.step();
      log_.add(report, measuredAt(report.step));
      if (interrupt.given()) stopEarly();
      if (!training_.checkpoint.empty() && report.step % training_.checkpointEvery == 0)
        save(training_.checkpoint);
    }
    log_.check();
  }

 private:
  static Trainer& resumed(const SequenceTraining& training, Trainer& trainer) {
    trainer.useThreads(training.threads);
    if (training.resume.empty()) return trainer;
    const std::vector<std::uint8_t> bytes = readBytes(*openSource(training.resume));
    trainer.restore(bytes.data(), bytes.size());
    return trainer;
  }

  std::optional<typename Columns::Measures> measuredAt(Index step) const {
    const Index every = training_.evaluateEvery;
    if (training_.log.empty() || every == 0) return std::nullopt;
    if (step % every != 0 && !trainer_.finished()) return std::nullopt;
    return trainer_.evaluate();
  }

  void save(const std::string& path) {
    log_.flush();
    writeFile(path, trainer_.checkpoint());
  }

  [[noreturn]] void stopEarly() {
    const std::string path =
        training_.checkpoint.empty() ? training_.out + ".checkpoint" : training_.checkpoint;
    save(path);
    std::fputc('\n', stderr);
    throw interruptedAfter(trainer_.stepsDone(), path);
  }

  const SequenceTraining& training_;
  Trainer& trainer_;
  StepLog<Columns> log_;
};

/// What a file says of the training that its model comes from.
template <typename Trainer>
std::map<std::string, std::string> metadataOf(const SequenceTraining& training,
                                              const Trainer& trainer,
                                              const std::string& evaluation) {
  std::map<std::string, std::string> metadata{{"name", training.name},
                                              {"trained", "true"},
                                              {"training", toJson(trainer.plan().training)},
                                              {"evaluation", evaluation}};
  if (trainer.structure() != Structure::of(trainer.model().config()))
    metadata["structure"] = toText(trainer.structure());
  return metadata;
}

}  // namespace fovea::cli
