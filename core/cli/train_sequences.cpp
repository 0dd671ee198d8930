#include "train_sequences.h"

#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "files.h"
#include "fovea/parameters.h"
#include "fovea/train/training_phase.h"
#include "fovea/train/vocabulary_builder.h"
#include "interrupt.h"
#include "log_lines.h"
#include "output_file.h"

namespace fovea::cli {
namespace {

constexpr Index kStepsBetweenLines = 20;

/// A line of CSV a step, and now and then one on the terminal.
class SequenceLog {
 public:
  SequenceLog(const std::string& path, const SequenceTrainer& trainer)
      : path_(path), steps_(trainer.plan().training.steps) {
    if (path.empty()) return;
    const std::string kept = trainer.stepsDone() > 0 ? linesUpTo(trainer.stepsDone(), path) : "";
    csv_.open(path, std::ios::trunc);
    if (!csv_) throw std::runtime_error(path + ": cannot be written");
    csv_ << header(trainer) << '\n' << kept << std::flush;
  }

  void add(const SequenceStep& report, const std::optional<SequenceMeasures>& heldOut) {
    if (csv_.is_open()) write(report, heldOut);
    const bool last = report.step == steps_;
    if (report.step % kStepsBetweenLines == 0 || last)
      std::fprintf(stderr, "\r%td/%td  %.3f nats a token  %s", report.step, steps_, report.loss,
                   last ? "\n" : "");
  }

  void flush() { csv_.flush(); }

  void check() {
    if (csv_.is_open() && !csv_.flush().good())
      throw std::runtime_error(path_ + ": some of its lines could not be written");
  }

 private:
  static std::string header(const SequenceTrainer& trainer) {
    std::string text =
        "step,loss,rate,gradient_norm,tokens,held_out_loss,held_out_tokens,held_out_whole,"
        "held_out_referents";
    const std::vector<std::string> parts = partsOf(trainer.model().weights());
    for (const char* norm : {",gradient_", ",update_"})
      for (const std::string& part : parts) text += norm + part;
    return text;
  }

  void write(const SequenceStep& report, const std::optional<SequenceMeasures>& heldOut) {
    csv_ << report.step << ',' << report.loss << ',' << report.rate << ',' << report.gradientNorm
         << ',' << report.tokens;
    if (heldOut) {
      csv_ << ',' << heldOut->loss << ',' << heldOut->tokens << ',' << heldOut->whole << ','
           << heldOut->referents;
    } else {
      csv_ << ",,,,";
    }
    for (const PartChange& part : report.parts) csv_ << ',' << part.gradient;
    for (const PartChange& part : report.parts) csv_ << ',' << part.update;
    csv_ << '\n';
  }

  std::string path_;
  std::ofstream csv_;
  Index steps_;
};

void save(const std::string& path, const SequenceTrainer& trainer, SequenceLog& log) {
  log.flush();
  writeFile(path, trainer.checkpoint());
}

[[noreturn]] void stopEarly(const SequenceTraining& training, const SequenceTrainer& trainer,
                            SequenceLog& log) {
  const std::string path =
      training.checkpoint.empty() ? training.out + ".checkpoint" : training.checkpoint;
  save(path, trainer, log);
  std::fputc('\n', stderr);
  throw interruptedAfter(trainer.stepsDone(), path);
}

std::optional<SequenceMeasures> measuredAt(const SequenceTraining& training, Index step,
                                           const SequenceTrainer& trainer) {
  const Index every = training.evaluateEvery;
  if (training.log.empty() || every == 0) return std::nullopt;
  if (step % every != 0 && !trainer.finished()) return std::nullopt;
  return trainer.evaluate();
}

void runSteps(const SequenceTraining& training, SequenceTrainer& trainer) {
  const InterruptNote interrupt;
  SequenceLog log(training.log, trainer);
  while (!trainer.finished()) {
    const SequenceStep report = trainer.step();
    log.add(report, measuredAt(training, report.step, trainer));
    if (interrupt.given()) stopEarly(training, trainer, log);
    if (!training.checkpoint.empty() && report.step % training.checkpointEvery == 0)
      save(training.checkpoint, trainer, log);
  }
  log.check();
}

std::map<std::string, std::string> metadataOf(const SequenceTraining& training,
                                              const SequenceTrainer& trainer,
                                              const SequenceMeasures& measures) {
  std::map<std::string, std::string> metadata{{"name", training.name},
                                              {"trained", "true"},
                                              {"training", toJson(trainer.plan().training)},
                                              {"evaluation", toJson(measures)}};
  if (trainer.structure() != Structure::of(trainer.model().config()))
    metadata["structure"] = toText(trainer.structure());
  return metadata;
}

}  // namespace

void trainSequences(const SequenceTraining& training) {
  const Corpus corpus(training.plan.corpus);
  const Vocabulary vocabulary = buildVocabulary(corpus);
  SequenceTrainer trainer(corpus, vocabulary, training.plan);
  trainer.useThreads(training.threads);
  if (!training.resume.empty()) {
    const std::vector<std::uint8_t> bytes = readBytes(*openSource(training.resume));
    trainer.restore(bytes.data(), bytes.size());
  }
  runSteps(training, trainer);
  const SequenceMeasures measures = trainer.evaluate();
  const EncoderConfig& config = trainer.model().config();
  writeFile(training.out, writeModel(config, trainer.model().weights(), vocabulary,
                                     metadataOf(training, trainer, measures), training.dtype));
  std::printf("%s: %td parameters, %td steps\n%s\n", training.out.c_str(), parameterCount(config),
              trainer.stepsDone(), toText(measures).c_str());
}

}  // namespace fovea::cli
