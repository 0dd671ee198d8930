#include "fovea/train/hand_task.h"

#include <algorithm>
#include <cmath>

#include "catch2.h"
#include "fovea/model_file.h"
#include "model_error.h"

using namespace fovea;
using namespace fovea::test;

namespace {

constexpr double kSecondsPerOperation = 6;

const Model& shippedForPaper() {
  static const Model model = readModel(std::string(FOVEA_MODELS) + "/fovea-hand.safetensors");
  return model;
}

bool isOfHalves(const ModelWeights& weights) {
  bool all = true;
  forEachParameter(weights, [&](const std::string&, const auto& tensor) {
    all = all && ((2 * tensor.array()).round() == 2 * tensor.array()).all();
  });
  return all;
}

}  // namespace

TEST_CASE("The grammar for paper has 180 sentences of 12 words, half of which the subject leads") {
  const std::vector<HandSentence> sentences = handSentences();
  CHECK(sentences.size() == 180);
  CHECK(handVocabulary().size() == 13);
  const auto leading = std::count_if(
      sentences.begin(), sentences.end(),
      [](const HandSentence& sentence) { return sentence.answer == sentence.ids.front(); });
  CHECK(leading == 90);
}

TEST_CASE(
    "The shipped model for paper is right by hand, within 40 multiplications and 15 minutes") {
  const ModelWeights& weights = shippedForPaper().encoder.weights();
  CHECK(isOfHalves(weights));
  const HandMeasures measures = measureByHand(weights);
  CHECK(measures.right >= 0.95);
  CHECK(measures.multiplications <= 40);
  CHECK(measures.operations * kSecondsPerOperation <= 15 * 60);
  CHECK(shippedForPaper().metadata.at("evaluation") == toJson(measures));
}

TEST_CASE("Computed by hand, an output is the core's but for what two decimals leave off") {
  const Encoder& encoder = shippedForPaper().encoder;
  ForwardOptions options;
  options.structure = parseStructure("norm=none", encoder.config());
  EncoderActivations activations;
  double largest = 0;
  for (const HandSentence& sentence : handSentences()) {
    encoder.forward(sentence.ids, activations, options);
    const HandComputation c = computeByHand(encoder.weights(), sentence.ids);
    for (Index at = 0; at < encoder.config().dModel; ++at)
      largest = std::max(largest, std::abs(c.output[static_cast<std::size_t>(at)] -
                                           double{encoder.output(activations)(kHandVerb, at)}));
  }
  // A weight is off by up to .01 or so, a value up to 10 or so.
  CHECK(largest < 0.25);
  CHECK(largest > 0);
}

TEST_CASE(
    "A training for paper computes with rounded weights, and its feed-forward network stays 0") {
  TrainingPlan plan = handPlan();
  plan.training.steps = 40;
  HandTrainer trainer(plan);
  double first = 0;
  HandLosses last;
  while (!trainer.finished()) {
    last = trainer.step();
    if (trainer.stepsDone() == 1) first = last.loss;
  }
  CHECK(last.loss < first);
  CHECK_FALSE(isOfHalves(trainer.model().weights()));
  CHECK(isOfHalves(roundedToHalves(trainer.model())));
  const FeedForwardWeights& network = trainer.model().weights().layers.front().feedForward;
  CHECK(network.expand.unpacked().isZero());
  CHECK(network.compress.unpacked().isZero());
  CHECK(network.compress.bias.isZero());
}

TEST_CASE("What is not computed by hand is refused") {
  TrainingPlan plan = handPlan();
  plan.structure = "";
  checkError(ErrorCode::kInvalidConfig, "has no norms", [&] { HandTrainer trainer(plan); });
  plan = handPlan();
  plan.model.layers = 2;
  checkError(ErrorCode::kInvalidConfig, "one layer and one head",
             [&] { HandTrainer trainer(plan); });
}

TEST_CASE("Two of the first three seeds learn the whole grammar for paper", "[long]") {
  int right = 0;
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    TrainingPlan plan = handPlan();
    plan.training.seed = seed;
    HandTrainer trainer(plan);
    while (!trainer.finished()) trainer.step();
    right += trainer.evaluate().right >= 0.95 ? 1 : 0;
  }
  CHECK(right >= 2);
}
