#include "train_recurrent.h"

#include <cmath>
#include <cstdio>

#include "fovea/train/recurrent_file.h"
#include "fovea/train/recurrent_trainer.h"
#include "fovea/train/reference_measures.h"
#include "fovea/train/vocabulary_builder.h"
#include "training_run.h"

namespace fovea::cli {
namespace {

void runSteps(RecurrentTrainer& trainer) {
  constexpr Index kStepsBetweenReports = 20;
  while (!trainer.finished()) {
    const StepReport report = trainer.step();
    if (!std::isfinite(report.gradientNorm)) {
      std::fputc('\n', stderr);
      throw std::runtime_error("after step " + std::to_string(report.step) + " the training " +
                               kDiverged);
    }
    if (report.step % kStepsBetweenReports == 0 || trainer.finished())
      std::fprintf(stderr, "\r%td/%td  masked words %.3f  references %.3f nats  ", report.step,
                   trainer.plan().training.steps, report.loss.maskedWords, report.loss.references);
  }
  std::fputc('\n', stderr);
}

}  // namespace

void trainRecurrent(const RecurrentTraining& training) {
  const Corpus corpus(training.plan.corpus);
  const Vocabulary vocabulary = buildVocabulary(corpus);
  RecurrentTrainer trainer(corpus, vocabulary, training.plan);
  trainer.useThreads(training.threads);
  runSteps(trainer);
  const RecurrentNetwork& network = trainer.network();
  writeFile(training.out, writeRecurrent(network, vocabulary,
                                         {{"name", training.name},
                                          {"trained", "true"},
                                          {"training", toJson(trainer.plan().training)}},
                                         training.dtype));
  std::printf("%s: %td parameters, %td steps\n", training.out.c_str(),
              recurrentParameterCount(network.config()), trainer.stepsDone());
  if (training.pairs == 0) return;
  EvaluationOptions options;
  options.pairs = training.pairs;
  const auto measured = compared(network);
  std::printf("%s\n",
              toText(measureReferences(*measured, trainer.tokenizer(), corpus, options)).c_str());
}

}  // namespace fovea::cli
