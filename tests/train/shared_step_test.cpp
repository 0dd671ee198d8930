#include <cmath>

#include "catch2.h"
#include "fovea/parameters.h"
#include "fovea/train/sentence_pass.h"
#include "model_error.h"
#include "samples.h"
#include "tiny_training.h"

using namespace fovea;
using namespace fovea::test;

namespace {

using Gradients = std::vector<std::vector<Scalar>>;

// Those that a trainer has run itself, every second from `first` on, left out.
Gradients withoutOwn(Gradients gradients, std::size_t first) {
  for (std::size_t i = first; i < gradients.size(); i += 2) gradients[i].clear();
  return gradients;
}

// What several trainers compute of a step begun, each every so manieth shard.
Gradients sharedGradients(const std::vector<ReferenceTrainer*>& trainers) {
  Gradients gradients;
  for (std::size_t i = 0; i < trainers.front()->shards().size(); ++i)
    gradients.push_back(trainers[i % trainers.size()]->gradientOf(static_cast<Index>(i)));
  return gradients;
}

// Of the first pair of shards what one trainer made, of the second what another did.
Gradients pairedGradients(ReferenceTrainer& first, ReferenceTrainer& second) {
  return {first.gradientOf(0, true), {}, second.gradientOf(2, true), {}};
}

void checkSame(const ReferenceTrainer::Report& a, const ReferenceTrainer::Report& b) {
  CHECK(a.step == b.step);
  CHECK(a.tokens == b.tokens);
  CHECK(a.loss.maskedWords == b.loss.maskedWords);
  CHECK(a.loss.references == b.loss.references);
  CHECK(a.attention.overlap == b.attention.overlap);
  CHECK(a.balance.loss == b.balance.loss);
  CHECK(a.balance.shares == b.balance.shares);
  CHECK(a.rate == b.rate);
  CHECK(a.gradientNorm == b.gradientNorm);
}

}  // namespace

TEST_CASE("Two trainers that share their steps make what one makes alone, bit for bit") {
  TrainingPlan plan = tinyPlan(2);
  plan.training.softenSteps = 1;
  const auto one = tinyTrainer(plan);
  const auto two = tinyTrainer(plan);
  const auto three = tinyTrainer(plan);
  while (!one->finished()) {
    two->beginStep();
    three->beginStep();
    const Gradients gradients = sharedGradients({two.get(), three.get()});
    CHECK(gradients.size() == static_cast<std::size_t>(kGradientShards));
    const ReferenceTrainer::Report report = one->step();
    checkSame(two->finishStep(withoutOwn(gradients, 0)), report);
    checkSame(three->finishStep(gradients), report);
    CHECK(two->checkpoint() == one->checkpoint());
    CHECK(three->checkpoint() == one->checkpoint());
  }
}

TEST_CASE("The sums of pairs, and a batch that is drawn ahead, make the same bit for bit") {
  TrainingPlan plan = tinyPlan(4);
  plan.model.experts = 3;
  const auto one = tinyTrainer(plan);
  const auto two = tinyTrainer(plan);
  const auto three = tinyTrainer(plan);
  two->drawAhead();  // no step is begun: nothing is drawn
  while (!one->finished()) {
    two->beginStep();
    three->beginStep();
    Gradients gradients = pairedGradients(*two, *three);
    two->drawAhead();
    const ReferenceTrainer::Report report = one->step();
    checkSame(three->finishStep({gradients[0], {}, {}, {}}), report);
    checkSame(two->finishStep({{}, {}, gradients[2], {}}), report);
    CHECK(two->checkpoint() == one->checkpoint());
    CHECK(three->checkpoint() == one->checkpoint());
  }
}

TEST_CASE("A batch that was drawn ahead is forgotten with the step that it follows") {
  const auto trainer = tinyTrainer(tinyPlan(4));
  const auto other = tinyTrainer(tinyPlan(4));
  const std::vector<std::uint8_t> start = trainer->checkpoint();
  trainer->beginStep();
  trainer->drawAhead();
  trainer->restore(start.data(), start.size());
  for (int i = 0; i < 2; ++i) {
    trainer->step();
    other->step();
  }
  CHECK(trainer->checkpoint() == other->checkpoint());
}

TEST_CASE("A step that a change of weights gives up is begun again with its own batch") {
  const auto trainer = tinyTrainer(tinyPlan(4));
  const auto other = tinyTrainer(tinyPlan(4));
  trainer->beginStep();
  trainer->drawAhead();
  trainer->changeWeights([](ModelWeights&) {});
  CHECK(trainer->shards().empty());
  for (int i = 0; i < 2; ++i) checkSame(trainer->step(), other->step());
  CHECK(trainer->checkpoint() == other->checkpoint());
}

TEST_CASE("A sentence of the batch is seen as the step sees it") {
  const auto trainer = tinyTrainer(tinyPlan(4));
  checkError(ErrorCode::kInvalidInput, "there is no sentence to look at",
             [&] { passOfExample(*trainer); });
  trainer->beginStep();
  const SentencePass pass = passOfExample(*trainer);
  REQUIRE(!pass.sentence.maskedWords.rows.empty());
  REQUIRE(!pass.sentence.references.rows.empty());
  CHECK(pass.sentence.sequences.count() == 1);
  const auto tokens = static_cast<Index>(pass.sentence.ids.size());
  CHECK(pass.activations.maskedWord.logits.rows() == tokens);
  CHECK(trainer->model().output(pass.dActivations).rows() == tokens);
  CHECK(trainer->model().output(pass.dActivations).norm() > 0);
  const auto answers = answersTo(trainer->model(), trainer->structure(), pass.sentence);
  REQUIRE(answers.size() ==
          pass.sentence.maskedWords.rows.size() + pass.sentence.references.rows.size());
  const auto row = pass.activations.maskedWord.logits.row(pass.sentence.maskedWords.rows[0]);
  const auto piece = pass.sentence.maskedWords.ids[0];
  const double sum = (row.array() - row.maxCoeff()).exp().sum();
  CHECK(answers[0] == Approx(std::exp(row(piece) - row.maxCoeff()) / sum).epsilon(1e-4));
}

TEST_CASE("A step begun and not finished leaves no trace") {
  const auto trainer = tinyTrainer(tinyPlan(4));
  const std::vector<std::uint8_t> before = trainer->checkpoint();
  trainer->beginStep();
  const TokenIds ids = trainer->shards().front().ids;
  trainer->gradientOf(0);
  CHECK(trainer->checkpoint() == before);
  trainer->beginStep();
  CHECK(trainer->shards().front().ids == ids);
  trainer->restore(before.data(), before.size());
  CHECK(trainer->shards().empty());

  const auto other = tinyTrainer(tinyPlan(4));
  trainer->step();
  other->step();
  CHECK(trainer->checkpoint() == other->checkpoint());
}

TEST_CASE("A batch of fewer sentences than shards is shared all the same") {
  TrainingPlan plan = tinyPlan(2);
  plan.training.sentencesPerStep = 2;
  const auto one = tinyTrainer(plan);
  const auto two = tinyTrainer(plan);
  two->beginStep();
  CHECK(two->shards().size() == 2);
  checkSame(two->finishStep(sharedGradients({two.get()})), one->step());
  CHECK(two->checkpoint() == one->checkpoint());
}

TEST_CASE("Shards that there are not, and gradients of another size are refused") {
  const auto trainer = tinyTrainer(tinyPlan(2));
  checkError(ErrorCode::kInvalidInput, "there is no shard 0: begin a step first",
             [&] { trainer->gradientOf(0); });
  checkError(ErrorCode::kInvalidInput, "0 gradients, but the step has 0 shards",
             [&] { trainer->finishStep({}); });
  trainer->beginStep();
  checkError(ErrorCode::kInvalidInput, "there is no shard 4: the step has 4",
             [&] { trainer->gradientOf(4); });
  checkError(ErrorCode::kInvalidInput, "there is no shard -1", [&] { trainer->gradientOf(-1); });
  checkError(ErrorCode::kInvalidInput, "1 gradients, but the step has 4 shards",
             [&] { trainer->finishStep({{}}); });
  checkError(ErrorCode::kInvalidInput, "has its partner before it",
             [&] { trainer->gradientOf(1, true); });
  trainer->runShard(0);
  checkError(ErrorCode::kInvalidInput, "a gradient has 0 numbers", [&] {
    trainer->finishStep({{}, {}, {}, {}});
  });
  for (const Index shard : {2, 3}) trainer->runShard(shard);
  checkError(ErrorCode::kInvalidInput, "a gradient has 0 numbers", [&] {
    trainer->finishStep({{}, {}, {}, {}});  // shard 0 was run, but not added to shard 1
  });
  Gradients gradients = sharedGradients({trainer.get()});
  gradients[3].pop_back();
  const std::vector<std::uint8_t> before = trainer->checkpoint();
  checkError(ErrorCode::kInvalidInput, "numbers, but needs",
             [&] { trainer->finishStep(gradients); });
  CHECK(trainer->checkpoint() == before);
}

TEST_CASE("A step reports the norms of gradient and update by part") {
  const auto trainer = tinyTrainer(tinyPlan(10));
  const ModelWeights before = trainer->model().weights();
  const ReferenceTrainer::Report report = trainer->step();
  REQUIRE(report.parts.size() == 4);
  const char* names[] = {"embedding", "layers.0", "layers.1", "prediction"};
  double gradient = 0;
  double update = 0;
  for (std::size_t i = 0; i < report.parts.size(); ++i) {
    CHECK(report.parts[i].part == names[i]);
    CHECK(report.parts[i].gradient > 0);
    CHECK(report.parts[i].update > 0);
    gradient += report.parts[i].gradient * report.parts[i].gradient;
    update += report.parts[i].update * report.parts[i].update;
  }
  CHECK(std::sqrt(gradient) == Approx(report.gradientNorm));

  double moved = 0;
  double ofLayer = 0;
  forEachPair(before, trainer->model().weights(),
              [&](const std::string& name, const auto& a, const auto& b) {
                const double squares = (a - b).template cast<double>().squaredNorm();
                moved += squares;
                if (name.rfind("encoder.layer.1.", 0) == 0) ofLayer += squares;
              });
  CHECK(std::sqrt(moved) == Approx(std::sqrt(update)).epsilon(1e-4));
  CHECK(std::sqrt(ofLayer) == Approx(report.parts[2].update).epsilon(1e-4));
}
