#include "train_pictures.h"

#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "files.h"
#include "fovea/model_file.h"
#include "fovea/parameters.h"
#include "fovea/train/measure_table.h"
#include "fovea/train/picture_trainer.h"
#include "interrupt.h"
#include "log_lines.h"
#include "output_file.h"
#include "picture_eval.h"

namespace fovea::cli {
namespace {

constexpr Index kPictureStepsBetweenLines = 20;

/// A line of CSV a step, and now and then one on the terminal.
class PictureLog {
 public:
  PictureLog(const std::string& path, const PictureTrainer& trainer)
      : path_(path), steps_(trainer.plan().training.steps) {
    if (path.empty()) return;
    const std::string kept = trainer.stepsDone() > 0 ? linesUpTo(trainer.stepsDone(), path) : "";
    csv_.open(path, std::ios::trunc);
    if (!csv_) throw std::runtime_error(path + ": cannot be written");
    csv_ << header(trainer) << '\n' << kept << std::flush;
  }

  void add(const PictureStep& report, const std::optional<PictureMeasures>& heldOut) {
    if (csv_.is_open()) write(report, heldOut);
    const bool last = report.step == steps_;
    if (report.step % kPictureStepsBetweenLines == 0 || last)
      std::fprintf(stderr, "\r%td/%td  %.3f nats, answered rightly %.3f  %s", report.step, steps_,
                   report.loss, report.right, last ? "\n" : "");
  }

  void flush() { csv_.flush(); }

  void check() {
    if (csv_.is_open() && !csv_.flush().good())
      throw std::runtime_error(path_ + ": some of its lines could not be written");
  }

 private:
  static std::string header(const PictureTrainer& trainer) {
    std::string text = "step,loss,right,rate,gradient_norm,held_out_loss";
    for (const Question question : kQuestions)
      text += std::string(",held_out_") + spelling(question);
    const std::vector<std::string> parts = partsOf(trainer.model().weights());
    for (const char* norm : {",gradient_", ",update_"})
      for (const std::string& part : parts) text += norm + part;
    return text;
  }

  void write(const PictureStep& report, const std::optional<PictureMeasures>& heldOut) {
    csv_ << report.step << ',' << report.loss << ',' << report.right << ',' << report.rate << ','
         << report.gradientNorm;
    if (heldOut) {
      csv_ << ',' << heldOut->loss;
      for (const double right : heldOut->right) csv_ << ',' << right;
    } else {
      csv_ << std::string(1 + kQuestions.size(), ',');
    }
    for (const PartChange& part : report.parts) csv_ << ',' << part.gradient;
    for (const PartChange& part : report.parts) csv_ << ',' << part.update;
    csv_ << '\n';
  }

  std::string path_;
  std::ofstream csv_;
  Index steps_;
};

void saveState(const std::string& path, const PictureTrainer& trainer, PictureLog& log) {
  log.flush();
  writeFile(path, trainer.checkpoint());
}

[[noreturn]] void stopAtOnce(const SequenceTraining& training, const PictureTrainer& trainer,
                             PictureLog& log) {
  const std::string path =
      training.checkpoint.empty() ? training.out + ".checkpoint" : training.checkpoint;
  saveState(path, trainer, log);
  std::fputc('\n', stderr);
  throw Interrupted("interrupted after step " + std::to_string(trainer.stepsDone()) +
                    ". To go on, give the same command with --resume " + path);
}

std::optional<PictureMeasures> picturesAt(const SequenceTraining& training, Index step,
                                          const PictureTrainer& trainer) {
  const Index every = training.evaluateEvery;
  if (training.log.empty() || every == 0) return std::nullopt;
  if (step % every != 0 && !trainer.finished()) return std::nullopt;
  return trainer.evaluate();
}

void runPictureSteps(const SequenceTraining& training, PictureTrainer& trainer) {
  const InterruptNote interrupt;
  PictureLog log(training.log, trainer);
  while (!trainer.finished()) {
    const PictureStep report = trainer.step();
    log.add(report, picturesAt(training, report.step, trainer));
    if (interrupt.given()) stopAtOnce(training, trainer, log);
    if (!training.checkpoint.empty() && report.step % training.checkpointEvery == 0)
      saveState(training.checkpoint, trainer, log);
  }
  log.check();
}

// The answers in their order, a line each, beside what the text models have.
std::map<std::string, std::string> pictureMetadata(const SequenceTraining& training,
                                                   const PictureTrainer& trainer,
                                                   const PictureMeasures& measures) {
  std::string answers;
  for (const std::string& name : answerNames()) answers += name + '\n';
  std::map<std::string, std::string> metadata{{"name", training.name},
                                              {"trained", "true"},
                                              {"training", toJson(trainer.plan().training)},
                                              {"answers", answers},
                                              {"evaluation", toJson(measures)}};
  if (trainer.structure() != Structure::of(trainer.model().config()))
    metadata["structure"] = toText(trainer.structure());
  return metadata;
}

}  // namespace

void trainPictures(const SequenceTraining& training) {
  PictureTrainer trainer(training.plan);
  trainer.useThreads(training.threads);
  if (!training.resume.empty()) {
    const std::vector<std::uint8_t> bytes = readBytes(*openSource(training.resume));
    trainer.restore(bytes.data(), bytes.size());
  }
  runPictureSteps(training, trainer);
  const PictureMeasures measured =
      measurePictures(trainer.model(), trainer.structure(), kPictureScenes, kPictureSeed);
  const EncoderConfig& config = trainer.model().config();
  writeFile(training.out, writeModel(config, trainer.model().weights(), pictureVocabulary(),
                                     pictureMetadata(training, trainer, measured), training.dtype));
  std::printf("%s: %td parameters, %td steps\n%s", training.out.c_str(), parameterCount(config),
              trainer.stepsDone(), measureTable({training.name}, {measures(measured)}).c_str());
}

}  // namespace fovea::cli
