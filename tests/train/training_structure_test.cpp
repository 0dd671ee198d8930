#include "catch2.h"
#include "fovea/train/loss.h"
#include "fovea/train/reference_task.h"
#include "fovea/train/variant.h"
#include "model_error.h"
#include "samples.h"
#include "tiny_training.h"

using namespace fovea;
using namespace fovea::test;

namespace {

TrainingPlan planAs(const std::string& structure, Index steps = 4) {
  TrainingPlan plan = tinyPlan(steps);
  plan.structure = structure;
  return plan;
}

// The gradient of a trainer's first shard, as the encoder alone computes it.
std::vector<Scalar> gradientOfFirst(const ReferenceTrainer& trainer, const Structure& structure) {
  const TrainingBatch& shard = trainer.shards().front();
  BatchSize size{0, 0, 0};
  for (const TrainingBatch& each : trainer.shards()) {
    size.tokens += each.sequences.tokens();
    size.maskedWords += static_cast<Index>(each.maskedWords.rows.size());
    size.references += static_cast<Index>(each.references.rows.size());
  }
  const Encoder& encoder = trainer.model();
  EncoderActivations activations;
  EncoderActivations dActivations;
  ModelWeights gradient = ModelWeights::zeros(encoder.config());
  Matrix dOutput;
  ForwardOptions options;
  options.structure = structure;
  encoder.forward(shard.ids, shard.sequences, activations, options);
  batchLoss(encoder, activations, shard, size, trainer.options().referenceWeight, dOutput,
            gradient);
  encoder.backward(activations, dOutput, dActivations, gradient);
  std::vector<Scalar> flat;
  forEachParameter(gradient, [&](const std::string&, const auto& tensor) {
    flat.insert(flat.end(), tensor.data(), tensor.data() + tensor.size());
  });
  return flat;
}

}  // namespace

TEST_CASE("A trainer's gradients are those of its structure") {
  const std::string text = GENERATE("residual=off", "scale=off", "norm=none,residual=0.5",
                                    "mask=causal", "layer@1=off", "activation=none");
  const auto trainer = tinyTrainer(planAs(text));
  trainer->beginStep();
  std::vector<Scalar> gradient = trainer->gradientOf(0);
  gradient.resize(gradient.size() - 5);  // the losses, and of how many shards
  const Structure own = parseStructure(text, trainer->model().config());
  CHECK(trainer->structure() == own);
  CHECK(gradient == gradientOfFirst(*trainer, own));
  CHECK(gradient != gradientOfFirst(*trainer, Structure::of(trainer->model().config())));
}

TEST_CASE("What a config can say of a structure it says, and the same model runs by itself") {
  const auto trainer = tinyTrainer(planAs("positions=off,norm=pre,activation=gelu"));
  const ModelConfig& config = trainer->model().config();
  CHECK(config.positions == PositionEmbedding::kNone);
  CHECK(config.normOrder == NormOrder::kPre);
  CHECK(config.activation == Activation::kGelu);
  CHECK(trainer->structure() == Structure::of(config));
  CHECK(trainer->model().weights().finalNorm.gamma.size() == config.dModel);
}

TEST_CASE("Positions of attention's own are said by the config") {
  const auto rotary = tinyTrainer(planAs("positions=rotary"));
  CHECK(rotary->model().config().positions == PositionEmbedding::kRotary);
  const auto alibi = tinyTrainer(planAs("positions=alibi"));
  CHECK(alibi->model().config().positions == PositionEmbedding::kAlibi);
  CHECK(alibi->structure() == Structure::of(alibi->model().config()));
}

TEST_CASE("Trainings without positions or residual paths, and a pre-norm one, learn", "[long]") {
  const std::string text = GENERATE("positions=off", "residual=off", "norm=pre");
  TrainingPlan plan = planAs(text, 40);
  plan.training.peakRate = 5e-3;
  const auto trainer = tinyTrainer(plan);
  const double first = trainer->step().loss.maskedWords;
  double last = 0;
  while (!trainer->finished()) last = trainer->step().loss.maskedWords;
  CHECK(last < first - 0.7);
}

TEST_CASE("A variant that cannot be is refused, by the key") {
  const auto refused = [](const Variant& variant, const std::string& message) {
    TrainingPlan plan = planAs("");
    checkError(ErrorCode::kInvalidConfig, message, [&] {
      plan.model = varied(plan.model, variant);
      tinyTrainer(plan);
    });
  };
  refused({"round", {}, {}, {}, false, false}, "position_embedding_type is \"round\"");
  refused({"", 3, {}, {}, false, false}, "num_key_value_heads is 3");
  refused({"", {}, 2, 3, false, false}, "num_experts_per_tok is 3");
}

TEST_CASE("A layer's router and its experts are parts of their own") {
  TrainingPlan plan = planAs("");
  plan.model = varied(plan.model, {"", {}, 3, {}, true, true});
  std::vector<std::string> parts;
  for (const PartChange& change : tinyTrainer(plan)->step().parts) {
    parts.push_back(change.part);
    CHECK(change.gradient > 0);
    CHECK(change.update > 0);
  }
  CHECK(parts == std::vector<std::string>{"embedding", "layers.0", "layers.0.router",
                                          "layers.0.experts", "layers.1", "layers.1.router",
                                          "layers.1.experts", "prediction"});
}

TEST_CASE("Every variant learns", "[long]") {
  const Variant variant =
      GENERATE(Variant{"rotary", 1, {}, {}, false, false}, Variant{"alibi", {}, {}, {}, true, true},
               Variant{"absolute", {}, 4, {}, false, false});
  TrainingPlan plan = planAs("", 40);
  plan.model = varied(plan.model, variant);
  plan.training.peakRate = 5e-3;
  const auto trainer = tinyTrainer(plan);
  const double first = trainer->step().loss.maskedWords;
  double last = 0;
  while (!trainer->finished()) last = trainer->step().loss.maskedWords;
  CHECK(last < first - 0.7);
}

TEST_CASE("A training with a structure goes on where its checkpoint is") {
  const TrainingPlan plan = planAs("positions=off,residual=off", 6);
  const auto whole = tinyTrainer(plan);
  const auto first = tinyTrainer(plan);
  for (int i = 0; i < 3; ++i) first->step();
  const std::vector<std::uint8_t> saved = first->checkpoint();

  const TrainingPlan read = checkpointPlan(saved.data(), saved.size());
  CHECK(read.structure == plan.structure);
  CHECK(read.corpus == CorpusSize::kFull);
  const auto second = tinyTrainer(read);
  second->restore(saved.data(), saved.size());
  while (!second->finished()) second->step();
  while (!whole->finished()) whole->step();
  CHECK(second->checkpoint() == whole->checkpoint());

  const auto other = tinyTrainer(planAs("positions=off,residual=0.5", 6));
  checkError(ErrorCode::kInvalidConfig, "its structure is \"positions=off,residual=off\"",
             [&] { other->restore(saved.data(), saved.size()); });
}

TEST_CASE("A structure that has no backward pass is refused, and one that the model cannot be") {
  checkError(ErrorCode::kInvalidInput, "softmax=columns runs forward only",
             [] { tinyTrainer(planAs("softmax=columns")); });
  checkError(ErrorCode::kInvalidInput, "there is no layer \"7\"",
             [] { tinyTrainer(planAs("scale@7=off")); });
}

TEST_CASE("Each preset is a plan of its name; another name is refused with those") {
  for (const std::string& name : presetNames()) {
    const TrainingPlan plan = presetPlan(name);
    CHECK(plan.size == name);
    validate(plan.training);
  }
  CHECK(presetPlan("shipped").training.softenSteps == 1000);
  checkError(ErrorCode::kInvalidConfig, "size \"huge\"; the sizes are tiny, small, shipped",
             [] { presetPlan("huge"); });
}

TEST_CASE("A checkpoint says which preset it is of") {
  TrainingPlan plan = presetPlan("small");
  plan.training.sentencesPerStep = 4;
  const auto trainer = tinyTrainer(plan);
  trainer->step();
  const std::vector<std::uint8_t> saved = trainer->checkpoint();
  const TrainingPlan read = checkpointPlan(saved.data(), saved.size());
  CHECK(read.size == "small");
  CHECK(toJson(read.training) == toJson(plan.training));
}
