#include "train_sequences.h"

#include "fovea/parameters.h"
#include "fovea/train/vocabulary_builder.h"
#include "training_run.h"

namespace fovea::cli {
namespace {

struct SequenceColumns {
  using Trainer = SequenceTrainer;
  using Step = SequenceStep;
  using Measures = SequenceMeasures;

  static std::string names() {
    return "step,loss,rate,gradient_norm,tokens,held_out_loss,held_out_tokens,held_out_whole,"
           "held_out_referents";
  }

  static void write(std::ostream& csv, const Step& report, const std::optional<Measures>& heldOut) {
    csv << report.step << ',' << report.loss << ',' << report.rate << ',' << report.gradientNorm
        << ',' << report.tokens;
    if (heldOut) {
      csv << ',' << heldOut->loss << ',' << heldOut->tokens << ',' << heldOut->whole << ','
          << heldOut->referents;
    } else {
      csv << ",,,,";
    }
  }

  static void show(const Step& report) { std::fprintf(stderr, "%.3f nats a token", report.loss); }
};

}  // namespace

void trainSequences(const SequenceTraining& training) {
  const Corpus corpus(training.plan.corpus);
  const Vocabulary vocabulary = buildVocabulary(corpus);
  SequenceTrainer trainer(corpus, vocabulary, training.plan);
  TrainingRun<SequenceTrainer, StepLog<SequenceColumns>> run(training, trainer);
  run.run();
  const SequenceMeasures measures = trainer.evaluate();
  const ModelConfig& config = trainer.model().config();
  std::map<std::string, std::string> metadata = metadataOf(training, trainer, config);
  metadata["evaluation"] = toJson(measures);
  writeFile(training.out,
            writeModel(config, trainer.model().weights(), vocabulary, metadata, training.dtype));
  std::printf("%s: %td parameters, %td steps\n%s\n", training.out.c_str(), parameterCount(config),
              trainer.stepsDone(), toText(measures).c_str());
  run.checkLog();
}

}  // namespace fovea::cli
