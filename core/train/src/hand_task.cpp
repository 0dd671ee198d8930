#include "fovea/train/hand_task.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "fovea/cross_entropy.h"
#include "set_zero.h"

namespace fovea {
namespace {

TrainingPlan checkedHandPlan(TrainingPlan plan) {
  validate(plan.training);
  requireUnsoftened(plan.training, "a model for computing by hand");
  plan.model.vocabSize = handVocabulary().size();
  validate(plan.model);
  checkByHand(plan.model, parseStructure(plan.structure, plan.model));
  return plan;
}

}  // namespace

HandTask::HandTask(const TrainingPlan& plan)
    : plan_(checkedHandPlan(plan)), vocabulary_(handVocabulary()) {}

ModelWeights HandTask::initialWeights() const {
  ModelWeights weights = ModelWeights::zeros(plan_.model);
  Random random(weightSeed(plan_.training));
  const auto draw = [&](Matrix& matrix) {
    for (Scalar& number : matrix.reshaped<Eigen::RowMajor>())
      number = static_cast<Scalar>(random.normal());
  };
  LayerWeights& layer = weights.layers.front();
  layer.attentionNorm.gamma.setOnes();
  layer.feedForwardNorm.gamma.setOnes();
  AttentionWeights& attention = layer.attention;
  draw(weights.embedding.tokens);
  draw(weights.embedding.positions);
  for (LinearWeights* linear :
       {&attention.query, &attention.key, &attention.value, &attention.output})
    draw(linear->weight);
  return weights;
}

DrawnBatch<HandBatch, Index> HandTask::draw(Random& random, Index sentences) const {
  const std::vector<HandSentence> all = handSentences();
  DrawnBatch<HandBatch, Index> drawn;
  drawn.whole = sentences;
  drawn.shards.resize(static_cast<std::size_t>(std::min(sentences, kGradientShards)));
  for (Index i = 0; i < sentences; ++i) {
    HandBatch& shard = drawn.shards[static_cast<std::size_t>(i) % drawn.shards.size()];
    const HandSentence& sentence = all[static_cast<std::size_t>(random.below(all.size()))];
    shard.ids.insert(shard.ids.end(), sentence.ids.begin(), sentence.ids.end());
    shard.answers.push_back(sentence.answer);
  }
  return drawn;
}

HandLosses HandTask::run(const StepContext<Encoder, Index>& context, const HandBatch& shard,
                         HandPass& pass, ModelWeights& gradient) const {
  const Encoder model(plan_.model, roundedToHalves(context.model));
  const auto count = static_cast<Index>(shard.answers.size());
  ForwardOptions options;
  options.structure = context.structure;
  model.forward(shard.ids, Sequences(std::vector<Index>(shard.answers.size(), kHandWords)),
                pass.activations, options);
  const auto verbs = Eigen::seqN(kHandVerb, count, kHandWords);
  const Matrix& table = model.weights().embedding.tokens;
  const Matrix output = model.output(pass.activations)(verbs, Eigen::all);
  const Matrix logits = output * table.transpose();
  Matrix dLogits;
  const auto all = static_cast<double>(context.whole);
  const double share = static_cast<double>(count) / all;
  HandLosses losses;
  losses.loss = share * crossEntropy(logits, shard.answers, share, dLogits);
  for (Index i = 0; i < count; ++i) {
    Index most = 0;
    logits.row(i).maxCoeff(&most);
    losses.right += most == shard.answers[static_cast<std::size_t>(i)] ? 1 / all : 0;
  }
  pass.dOutput.setZero(count * kHandWords, table.cols());
  pass.dOutput(verbs, Eigen::all) = dLogits * table;
  model.backward(pass.activations, pass.dOutput, pass.dActivations, gradient);
  gradient.embedding.tokens += dLogits.transpose() * output;
  gradient.layers.front().feedForward.compress.bias.setZero();
  return losses;
}

HandMeasures HandTask::evaluate(const Encoder& model, const Structure& /*structure*/) const {
  return measureByHand(roundedToHalves(model));
}

std::string HandTask::summary(const Losses& losses) {
  char text[64];
  std::snprintf(text, sizeof text, "%.3f nats, right %.3f", losses.loss, losses.right);
  return text;
}

ModelWeights roundedToHalves(const Encoder& model) {
  std::vector<Scalar> numbers;
  forEachParameter(model.weights(), [&](const std::string&, const auto& tensor) {
    numbers.insert(numbers.end(), tensor.data(), tensor.data() + tensor.size());
  });
  ModelWeights rounded = ModelWeights::zeros(model.config());
  const Scalar* from = numbers.data();
  forEachParameter(rounded, [&](const std::string&, auto& tensor) {
    std::transform(from, from + tensor.size(), tensor.data(),
                   [](Scalar x) { return std::round(2 * x) / 2 + 0; });  // no -0
    from += tensor.size();
  });
  return rounded;
}

TrainingPlan handPlan() {
  TrainingPlan plan;
  plan.size = "hand";
  plan.structure = "norm=none";
  plan.model.dModel = 2;
  plan.model.dFf = 1;
  plan.model.layers = 1;
  plan.model.heads = 1;
  plan.model.vocabSize = handVocabulary().size();
  plan.model.maxPositions = kHandWords;
  plan.model.positions = PositionEmbedding::kAbsolute;
  plan.model.embeddingScale = false;
  plan.model.addSpecialTokens = false;
  plan.training.seed = 2;
  plan.training.scoreDecay = 0.15;
  plan.training.steps = 3000;
  plan.training.sentencesPerStep = 180;
  plan.training.warmupSteps = 100;
  plan.training.peakRate = 0.03;
  return plan;
}

}  // namespace fovea
