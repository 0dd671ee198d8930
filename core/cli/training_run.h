#pragma once

#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "files.h"
#include "fovea/error.h"
#include "interrupt.h"
#include "output_file.h"
#include "train_task.h"
#include "training_log.h"

namespace fovea::cli {

/// How a model is trained: a step after the other, with a log, checkpoints and an end by the user.
template <typename Task>
class TrainingRun {
 public:
  /// From the job's checkpoint where it has one to go on from.
  TrainingRun(const TrainingJob& job, Trainer<Task>& trainer)
      : job_(job),
        trainer_(resumed(job, trainer)),
        log_(job.log, headerOf(trainer), trainer.stepsDone(), totalSteps(trainer.options())) {
    if (!job.resume.empty() && job.resume == job.checkpoint) saved_ = trainer.stepsDone();
  }

  /// Trains to the last step. Throws Interrupted, and std::runtime_error where the training
  /// diverges.
  void run() {
    const InterruptNote interrupt;
    while (!trainer_.finished()) {
      const auto report = trainer_.step();
      const bool finite = std::isfinite(report.gradientNorm);
      smooth(report);
      log_.add(report.step, lineOf<Task>(report, finite ? measuredAt(report.step) : std::nullopt),
               report.tokens, Task::summary(*means_));
      if (!finite) failDiverged();
      if (interrupt.signal() != 0) stopEarly(interrupt.signal());
      if (!job_.checkpoint.empty() && report.step % job_.checkpointEvery == 0)
        save(job_.checkpoint);
    }
    log_.endLine();
  }

  /// To be called when the model is written, which a full disk must not cost. Throws
  /// std::runtime_error where the log lacks some of what it was told.
  void checkLog() {
    if (!log_.complete())
      throw std::runtime_error(job_.log + ": some of its lines could not be written");
  }

 private:
  using Losses = typename Task::Losses;

  static Trainer<Task>& resumed(const TrainingJob& job, Trainer<Task>& trainer) {
    trainer.useThreads(job.threads);
    if (job.resume.empty()) return trainer;
    const std::vector<std::uint8_t> bytes = readBytes(*openSource(job.resume));
    trainer.restore(bytes.data(), bytes.size());
    return trainer;
  }

  // The losses shown are running means.
  void smooth(const Losses& losses) {
    constexpr double kSmoothing = 0.98;
    if (!means_) means_ = losses;
    std::vector<double> now;
    Task::forEachLoss(losses, [&](const std::string&, const auto& loss) { now.push_back(loss); });
    auto loss = now.begin();
    Task::forEachLoss(*means_, [&](const std::string&, auto& mean) {
      mean += static_cast<std::decay_t<decltype(mean)>>((1 - kSmoothing) * (*loss++ - mean));
    });
  }

  // For the log, every `evaluateEvery` steps and after the last.
  std::optional<typename Task::Measures> measuredAt(Index step) const {
    if (job_.log.empty() || job_.evaluateEvery == 0) return std::nullopt;
    if (step % job_.evaluateEvery != 0 && !trainer_.finished()) return std::nullopt;
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
    const std::string kept = saved_
                                 ? job_.checkpoint + " still holds step " + std::to_string(*saved_)
                                 : "No checkpoint was saved";
    throw std::runtime_error(
        "the training diverged after step " + std::to_string(trainer_.stepsDone()) +
        ": its numbers are no longer finite; try a lower --rate or a longer --warmup. " + kept);
  }

  [[noreturn]] void stopEarly(int signal) {
    const std::string path = job_.checkpoint.empty() ? job_.out + ".checkpoint" : job_.checkpoint;
    save(path);
    log_.endLine();
    throw Interrupted(signal, "interrupted after step " + std::to_string(trainer_.stepsDone()) +
                                  ". To continue, run the same command with --resume " + path);
  }

  const TrainingJob& job_;
  Trainer<Task>& trainer_;
  TrainingLog log_;
  std::optional<Losses> means_;
  std::optional<Index> saved_;  ///< the step that the checkpoint is of, where this training has one
};

}  // namespace fovea::cli
