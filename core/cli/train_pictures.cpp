#include "train_pictures.h"

#include "fovea/model_file.h"
#include "fovea/parameters.h"
#include "fovea/train/measure_table.h"
#include "fovea/train/picture_trainer.h"
#include "picture_eval.h"
#include "training_run.h"

namespace fovea::cli {
namespace {

struct PictureColumns {
  using Trainer = PictureTrainer;
  using Step = PictureStep;
  using Measures = PictureMeasures;

  static std::string names() {
    std::string text = "step,loss,right,rate,gradient_norm,held_out_loss";
    for (const Question question : kQuestions)
      text += std::string(",held_out_") + spelling(question);
    return text;
  }

  static void write(std::ostream& csv, const Step& report, const std::optional<Measures>& heldOut) {
    csv << report.step << ',' << report.loss << ',' << report.right << ',' << report.rate << ','
        << report.gradientNorm;
    if (!heldOut) {
      csv << std::string(1 + kQuestions.size(), ',');
      return;
    }
    csv << ',' << heldOut->loss;
    for (const double right : heldOut->right) csv << ',' << right;
  }

  static void show(const Step& report) {
    std::fprintf(stderr, "%.3f nats, answered rightly %.3f", report.loss, report.right);
  }
};

// The answers in their order, a line each.
std::string answerLines() {
  std::string answers;
  for (const std::string& name : answerNames()) answers += name + '\n';
  return answers;
}

}  // namespace

void trainPictures(const SequenceTraining& training) {
  PictureTrainer trainer(training.plan);
  TrainingRun<PictureTrainer, StepLog<PictureColumns>> run(training, trainer);
  run.run();
  const PictureMeasures measured =
      measurePictures(trainer.model(), trainer.structure(), kPictureScenes, kPictureSeed);
  const ModelConfig& config = trainer.model().config();
  std::map<std::string, std::string> metadata = metadataOf(training, trainer, config);
  metadata["evaluation"] = toJson(measured);
  metadata["answers"] = answerLines();
  writeFile(training.out, writeModel(config, trainer.model().weights(), pictureVocabulary(),
                                     metadata, training.dtype));
  std::printf("%s: %td parameters, %td steps\n%s", training.out.c_str(), parameterCount(config),
              trainer.stepsDone(), measureTable({training.name}, {measures(measured)}).c_str());
  run.checkLog();
}

}  // namespace fovea::cli
