#include "train_task.h"

#include <cstdio>
#include <map>
#include <string>

#include "fovea/model_file.h"
#include "fovea/parameters.h"
#include "fovea/train/hand_task.h"
#include "fovea/train/measure_table.h"
#include "fovea/train/picture_task.h"
#include "fovea/train/recurrent_file.h"
#include "fovea/train/recurrent_task.h"
#include "fovea/train/reference_measures.h"
#include "fovea/train/reference_task.h"
#include "fovea/train/sequence_task.h"
#include "fovea/train/vocabulary_builder.h"
#include "memory.h"
#include "picture_eval.h"
#include "text.h"
#include "training_run.h"

namespace fovea::cli {
namespace {

using Metadata = std::map<std::string, std::string>;

// What a file says of the training that its model comes from.
template <typename Task>
Metadata metadataOf(const TrainingJob& job, const Trainer<Task>& trainer) {
  Metadata metadata{
      {"name", job.name}, {"trained", "true"}, {"training", toJson(trainer.options())}};
  if (trainer.structure() != Structure::of(trainer.model().config()))
    metadata["structure"] = toText(trainer.structure());
  return metadata;
}

template <typename Task>
void writeTrained(const TrainingJob& job, const Trainer<Task>& trainer, const Metadata& metadata,
                  const ModelWeights& weights) {
  const ModelConfig& config = trainer.model().config();
  writeFile(job.out, writeModel(config, weights, trainer.task().vocabulary(), metadata, job.dtype));
  std::printf("%s: %td parameters, %td steps\n", job.out.c_str(), parameterCount(config),
              trainer.stepsDone());
}

template <typename Task>
void writeTrained(const TrainingJob& job, const Trainer<Task>& trainer, const Metadata& metadata) {
  writeTrained(job, trainer, metadata, trainer.model().weights());
}

// `finish` writes the model and prints its measures.
template <typename Task, typename Finish>
void runTraining(const TrainingJob& job, Trainer<Task>& trainer, Finish&& finish) {
  keepFreedMemory();
  TrainingRun<Task> run(job, trainer);
  run.run();
  finish();
  run.checkLog();
}

void printHeldOut(const HeldOutMeasures& measures) {
  std::printf(
      "held out: masked words %.3f nats, references %.3f nats; right: references %.3f, "
      "both of a pair %.3f\n",
      measures.maskedLoss, measures.referenceLoss, measures.references, measures.pairs);
}

// As `fovea eval` prints it: of whatever was trained on more than the tiny corpus, on the full one.
void printMeasures(const TrainingJob& job, const ReferenceTrainer& trainer) {
  if (job.pairs == 0) return;
  const Encoder& encoder = trainer.model();
  if (job.plan.corpus == CorpusSize::kTiny ||
      trainer.structure() != Structure::of(encoder.config()))
    return printHeldOut(trainer.evaluate());
  EvaluationOptions options;
  options.pairs = job.pairs;
  const Evaluation evaluation = evaluate(encoder, trainer.tokenizer(), Corpus(), options);
  const std::string json = toJson(evaluation, encoder.config());
  std::printf("%s\n%s\n", measureTable({{job.name, json}}).c_str(), kCounting);
}

// The answers in their order, a line each.
std::string answerLines() {
  std::string answers;
  for (const std::string& name : answerNames()) answers += name + '\n';
  return answers;
}

}  // namespace

void trainReferences(const TrainingJob& job) {
  const Corpus corpus(job.plan.corpus);
  ReferenceTrainer trainer(corpus, buildVocabulary(corpus), job.plan);
  runTraining(job, trainer, [&] {
    writeTrained(job, trainer, metadataOf(job, trainer));
    printMeasures(job, trainer);
  });
}

void trainSequences(const TrainingJob& job) {
  const Corpus corpus(job.plan.corpus);
  SequenceTrainer trainer(corpus, buildVocabulary(corpus), job.plan);
  runTraining(job, trainer, [&] {
    const SequenceMeasures measures = trainer.evaluate();
    Metadata metadata = metadataOf(job, trainer);
    metadata["evaluation"] = toJson(measures);
    writeTrained(job, trainer, metadata);
    std::printf("%s\n", toText(measures).c_str());
  });
}

void trainPictures(const TrainingJob& job) {
  PictureTrainer trainer(job.plan);
  runTraining(job, trainer, [&] {
    const PictureMeasures measured =
        measurePictures(trainer.model(), trainer.structure(), kPictureScenes, kPictureSeed);
    Metadata metadata = metadataOf(job, trainer);
    metadata["evaluation"] = toJson(measured);
    metadata["answers"] = answerLines();
    writeTrained(job, trainer, metadata);
    std::printf("%s", measureTable({job.name}, {measures(measured)}).c_str());
  });
}

void trainByHand(const TrainingJob& job) {
  HandTrainer trainer(job.plan);
  runTraining(job, trainer, [&] {
    const HandMeasures measured = trainer.evaluate();
    Metadata metadata = metadataOf(job, trainer);
    metadata["evaluation"] = toJson(measured);
    writeTrained(job, trainer, metadata, roundedToHalves(trainer.model()));
    std::printf("%s\n", toText(measured).c_str());
  });
}

void trainRecurrent(const TrainingJob& job) {
  const Corpus corpus(job.plan.corpus);
  RecurrentTrainer trainer(corpus, buildVocabulary(corpus), job.plan);
  runTraining(job, trainer, [&] {
    const RecurrentNetwork& network = trainer.model();
    writeFile(job.out, writeRecurrent(network, trainer.task().vocabulary(),
                                      metadataOf(job, trainer), job.dtype));
    std::printf("%s: %td parameters, %td steps\n", job.out.c_str(),
                recurrentParameterCount(network.config()), trainer.stepsDone());
    if (job.pairs == 0) return;
    EvaluationOptions options;
    options.pairs = job.pairs;
    const auto measured = compared(network);
    const Corpus heldOut(job.plan.corpus == CorpusSize::kTiny ? CorpusSize::kTiny
                                                              : CorpusSize::kFull);
    std::printf(
        "%s\n",
        toText(measureReferences(*measured, trainer.tokenizer(), heldOut, options)).c_str());
  });
}

}  // namespace fovea::cli
