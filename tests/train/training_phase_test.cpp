#include "fovea/train/training_phase.h"

#include "catch2.h"
#include "tiny_training.h"

using namespace fovea;
using namespace fovea::test;

TEST_CASE("The rate rises to its peak and falls to its final share") {
  TrainingOptions options;
  options.steps = 100;
  options.warmupSteps = 20;
  options.peakRate = 0.01;
  options.finalRateShare = 0.1;
  CHECK(learningRate(options, 1) == Approx(0.0005));
  CHECK(learningRate(options, 20) == Approx(0.01));
  CHECK(learningRate(options, 60) == Approx(0.0055));
  CHECK(learningRate(options, 100) == Approx(0.001));
}

TEST_CASE("The softening has its own steps, batch, rate, decay and terms") {
  TrainingOptions options;
  options.steps = 100;
  options.finalRateShare = 0.1;
  options.softenSteps = 50;
  options.softenSentencesPerStep = 7;
  options.softenPeakRate = 0.02;
  options.softenWarmupSteps = 10;
  options.softenScoreDecay = 0.3;
  CHECK(totalSteps(options) == 150);
  CHECK(learningRate(options, 101) == Approx(0.002));
  CHECK(learningRate(options, 110) == Approx(0.02));
  CHECK(learningRate(options, 130) == Approx(0.011));
  CHECK(learningRate(options, 150) == Approx(0.002));

  const TrainingPhase plain = phaseAt(options, 100);
  CHECK(plain.sentencesPerStep == options.sentencesPerStep);
  CHECK(plain.scoreDecay == options.scoreDecay);
  CHECK(plain.terms.peakWeight == 0);
  CHECK(plain.terms.overlapWeight == 0);
  const TrainingPhase softening = phaseAt(options, 101);
  CHECK(softening.sentencesPerStep == 7);
  CHECK(softening.scoreDecay == 0.3);
  CHECK(softening.terms.peakWeight == options.peakWeight);
  CHECK(softening.terms.peakCap == options.peakCap);
  CHECK(softening.terms.overlapWeight == options.overlapWeight);
}

TEST_CASE("Each phase decays queries and keys by its own rate") {
  const auto trained = [](double decay) {
    TrainingPlan plan = tinyPlan(1);
    plan.training.warmupSteps = 1;
    plan.training.softenSteps = 1;
    plan.training.softenWarmupSteps = 1;
    plan.training.softenScoreDecay = decay;
    auto trainer = tinyTrainer(plan);
    trainer->step();
    const Matrix first = trainer->model().weights().layers[0].attention.query.weight;
    trainer->step();
    const AttentionWeights& second = trainer->model().weights().layers[0].attention;
    return std::vector<Matrix>{first, second.query.weight, second.value.weight};
  };
  const std::vector<Matrix> without = trained(0);
  const std::vector<Matrix> with = trained(0.5);
  CHECK(with[0] == without[0]);
  CHECK(with[1] != without[1]);
  CHECK(with[2] == without[2]);
}
