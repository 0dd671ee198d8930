#include "fovea/train/sequence_task.h"

#include <cstdio>
#include <utility>

#include "fovea/error.h"
#include "stack_size.h"

namespace fovea {
namespace {

constexpr Index kEvaluationSentences = 200;
constexpr std::uint64_t kEvaluationSeed = 11;

TrainingPlan sequencePlanFor(TrainingPlan plan, const Corpus& corpus,
                             const Vocabulary& vocabulary) {
  validate(plan.training);
  requireUnsoftened(plan.training, "a decoder");
  plan.corpus = corpus.size();
  plan.model.vocabSize = vocabulary.size();
  plan.model.maskedWordHead = false;
  plan.model = configOf(parseStructure(plan.structure, plan.model), plan.model);
  for (const char* piece : {"[CLS]", "[SEP]"}) requirePiece(vocabulary, piece);
  if (!plan.model.hasDecoder())
    refuse(ErrorCode::kInvalidConfig, "the model has no decoder (decoder_layers is 0)");
  return plan;
}

}  // namespace

SequenceTask::SequenceTask(const Corpus& corpus, const Vocabulary& vocabulary,
                           const TrainingPlan& plan)
    : CorpusTask(corpus, vocabulary, sequencePlanFor(plan, corpus, vocabulary)),
      batches_(corpus, tokenizer_, plan_.model, plan_.training) {}

DrawnBatch<SequenceBatch, WholeBatch> SequenceTask::draw(Random& random, Index sentences) {
  const SequenceBatch batch = batches_.draw(random, Split::kTraining, sentences);
  const WholeBatch whole{batch.sources.tokens(), batch.targets.tokens()};
  return {cut(batch, kGradientShards), whole, whole.targets};
}

SequenceLosses SequenceTask::run(const StepContext<Encoder, WholeBatch>& context,
                                 const SequenceBatch& shard, SequencePass& workspace,
                                 ModelWeights& gradient) const {
  forward(context.model, context.structure, shard, Capture::kAllLayers, workspace);
  return {backward(context.model, shard, context.whole, plan_.training.balanceWeight, workspace,
                   gradient)};
}

std::string SequenceTask::summary(const SequenceLosses& losses) {
  char text[64];
  std::snprintf(text, sizeof text, "%.3f nats a token", losses.loss);
  return text;
}

SequenceMeasures SequenceTask::evaluate(const Encoder& model, const Structure& structure) const {
  return measureHeldOut(model, structure, tokenizer_, corpus_, kEvaluationSentences,
                        kEvaluationSeed);
}

SequenceTask::Kind parseSequenceTask(const std::string& text) {
  if (text == "rewrite") return SequenceTask::Kind::kRewrite;
  if (text == "next-word") return SequenceTask::Kind::kNextWord;
  refuse(ErrorCode::kInvalidConfig,
         "there is no task \"" + text + "\"; there are rewrite, next-word and pictures");
}

TrainingPlan sequencePlan(SequenceTask::Kind kind, const std::string& size) {
  TrainingPlan plan = presetPlan(size);
  if (plan.corpus != CorpusSize::kTiny) plan.corpus = CorpusSize::kFull;
  plan.training.softenSteps = 0;
  if (size == "tiny") {
    plan.training.steps = 1500;
    plan.training.peakRate = 6e-3;
  } else if (size == "small") {
    resizeStack(plan.model, 64, 2, 4);
  } else {
    resizeStack(plan.model, 96, 3, 8);
    plan.training.seed = 1;
    plan.training.steps = 8000;
  }
  plan.model.maskedWordHead = false;
  plan.model.addSpecialTokens = true;
  plan.model.decoderLayers = plan.model.layers;
  if (kind == SequenceTask::Kind::kNextWord) plan.model.layers = 0;
  return plan;
}

}  // namespace fovea
