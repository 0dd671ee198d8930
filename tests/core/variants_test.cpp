#include <nlohmann/json.hpp>

#include "catch2.h"
#include "closeness.h"
#include "fixture.h"
#include "fovea/attention.h"
#include "fovea/model_file.h"
#include "fovea/parameters.h"
#include "model_error.h"
#include "structure_fixture.h"

// Encoders of other kinds than BERT's, against PyTorch and against themselves. The docstring of
// tests/tools/variant_fixtures.py says what the fixture holds.
using namespace fovea;
using namespace fovea::test;

namespace {

std::vector<std::string> modelsOf(const Fixture& fixture) {
  return nlohmann::json::parse(fixture.metadata().at("models")).get<std::vector<std::string>>();
}

Vocabulary nineWords() { return Vocabulary("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\nc\nd"); }

ForwardOptions optionsOf(const Encoder& encoder, const std::string& structure, Capture capture) {
  return {capture, {}, parseStructure(structure, encoder.config())};
}

}  // namespace

TEST_CASE("every tensor and gradient of every variant is PyTorch's", "[variants][fixture]") {
  const Fixture fixture("variants");
  const RowVector direction = fixture.row("direction");
  const std::vector<std::string> models = modelsOf(fixture);
  CHECK(models.size() == 8);
  for (const std::string& name : models) {
    const TracedModel model(fixture, name);
    const std::vector<std::string> structures = model.strings("projected");
    const Matrix expected = model.matrix("projected");
    for (std::size_t i = 0; i < structures.size(); ++i) {
      INFO(name << " run with " << structures[i]);
      checkProjections(model.run(optionsOf(model.encoder(), structures[i], Capture::kAllLayers)),
                       model.strings("columns"), expected.row(static_cast<Index>(i)), direction);
    }
  }
}

TEST_CASE("a variant that captures nothing yields the same, row by row too", "[variants]") {
  const Fixture fixture("variants");
  for (const std::string& name : modelsOf(fixture)) {
    const TracedModel model(fixture, name);
    const Encoder& encoder = model.encoder();
    for (const std::string& text : model.strings("projected")) {
      INFO(name << " run with " << text);
      EncoderActivations all;
      encoder.forward(model.ids(), all, optionsOf(encoder, text, Capture::kAllLayers));
      EncoderActivations none;
      ForwardOptions options = optionsOf(encoder, text, Capture::kNone);
      options.afterLayer = [&](Index l, const LayerActivations& layer) {
        const AttentionSetting setting =
            selfAttention(encoder.config(), none.structure.ofLayer(l), none.ofLayers());
        CHECK(layer.attention.biases.size() == 0);
        const auto captured =
            attentionMatrix(all.layer(l).attention.weights, setting, 0, setting.heads - 1);
        CHECK(relativeError(attentionRow(layer.attention, setting, 0, setting.heads - 1, 1),
                            captured.row(1)) < 1e-5);
      };
      encoder.forward(model.ids(), none, options);
      CHECK(relativeError(encoder.output(none), encoder.output(all)) < 5e-6);
    }
  }
}

TEST_CASE("sequences laid end to end are each as by themselves in every variant", "[variants]") {
  const Fixture fixture("variants");
  for (const std::string& name : modelsOf(fixture)) {
    INFO(name);
    const Encoder encoder = TracedModel(fixture, name).encoder();
    EncoderActivations both;
    encoder.forward({3, 1, 4, 1, 5}, Sequences({2, 3}), both);
    EncoderActivations second;
    encoder.forward({4, 1, 5}, second);
    CHECK(relativeError(encoder.output(both).bottomRows(3), encoder.output(second)) < 5e-6);
  }
}

TEST_CASE("model files hold what a variant has of its own", "[variants][model_file]") {
  const Fixture fixture("variants");
  for (const std::string& name : modelsOf(fixture)) {
    const TracedModel traced(fixture, name);
    const Encoder& encoder = traced.encoder();
    EncoderActivations expected;
    encoder.forward(traced.ids(), expected);
    for (const auto& [dtype, tolerance] : {std::pair(Dtype::kF32, 1e-6),
                                           {Dtype::kF16, 0.02},
                                           {Dtype::kBF16, 0.1},
                                           {Dtype::kI8, 0.1}}) {
      INFO(name << ", dtype " << static_cast<int>(dtype));
      const std::vector<std::uint8_t> bytes =
          writeModel(encoder.config(), encoder.weights(), nineWords(), {}, dtype);
      const Model model = readModel(MemorySource(bytes));
      CHECK(toJson(model.encoder.config()) == toJson(encoder.config()));
      EncoderActivations actual;
      model.encoder.forward(traced.ids(), actual);
      CHECK(relativeError(model.encoder.output(actual), encoder.output(expected)) < tolerance);
    }
  }
}

TEST_CASE("a file whose tensors are of another kind than its config is refused", "[variants]") {
  const Fixture fixture("variants");
  const auto refused = [&](const char* name, const std::string& message, auto&& change) {
    const TracedModel traced(fixture, name);
    ModelConfig config = traced.encoder().config();
    const ModelWeights& weights = traced.encoder().weights();
    change(config);
    const std::vector<std::uint8_t> bytes =  // which writeModel would refuse
        writeSafetensors(tensorsToWrite(weights, Dtype::kF32),
                         {{"config", toJson(config)}, {"vocab", nineWords().lines()}});
    try {
      readModel(MemorySource(bytes));
      FAIL("read");
    } catch (const ModelError& error) {
      INFO(error.what());
      CHECK(std::string(error.what()).find(message) != std::string::npos);
    }
  };
  refused("grouped", "key.weight\" is 4 × 8, but the config implies 2 × 8",
          [](ModelConfig& c) { c.kvHeads = 1; });
  refused("gated", "intermediate.up.", [](ModelConfig& c) { c.gated = false; });
  refused("rms", "embeddings.LayerNorm.bias\" is not in the file",
          [](ModelConfig& c) { c.normType = NormType::kLayerNorm; });
  refused("experts", "router.weight\" is 4 × 8, but the config implies 5 × 8",
          [](ModelConfig& c) { c.experts = 5; });
}

TEST_CASE("weights of another kind than the config are refused", "[variants]") {
  const Fixture fixture("variants");
  ModelConfig config = TracedModel(fixture, "rms").encoder().config();
  ModelWeights weights = TracedModel(fixture, "rms").encoder().weights();
  weights.layers[1].attentionNorm.beta.setZero(8);
  checkError(ErrorCode::kTensorShape, "LayerNorm.bias is 8, but the config implies 0",
             [&] { Encoder(config, weights); });
  config = TracedModel(fixture, "experts").encoder().config();
  weights = TracedModel(fixture, "experts").encoder().weights();
  weights.layers[1].mixture.experts.resize(2);
  checkError(ErrorCode::kTensorShape, "weights of 2 experts in a layer, but the config has 4",
             [&] { Encoder(config, weights); });
  config = smallConfig();
  config.decoderLayers = 1;
  config.experts = config.expertsPerToken = 2;
  weights = randomWeights(config, 1);
  weights.decoder.layers[0].mixture.experts.resize(3);
  checkError(ErrorCode::kTensorShape, "weights of 3 experts in a layer, but the config has 2",
             [&] { Encoder(config, weights); });
}

TEST_CASE("backward refuses a pass with other experts than the model has", "[variants]") {
  const Fixture fixture("variants");
  const TracedModel model(fixture, "experts");
  EncoderActivations a;
  model.encoder().forward(model.ids(), a);
  const Matrix dOutput = model.encoder().output(a);
  EncoderActivations da;
  ModelWeights gradient = ModelWeights::zeros(model.encoder().config());
  const auto refused = [&](const std::string& message) {
    checkError(ErrorCode::kInvalidInput, message,
               [&] { model.encoder().backward(a, dOutput, da, gradient); });
  };
  da.layers.resize(1);
  da.layers[0].mixture.probabilitiesDirect.setZero(1, 4);  // of one word
  refused("the gradient of layer 0's feedForward.probabilities is 1 × 4, but this pass needs 1 × ");
  a.layers[0].mixture.experts.pop_back();
  refused("the pass has 3 experts, but the model has 4");
}

TEST_CASE("a word that is sent to another expert is computed by it", "[variants][intervention]") {
  const Fixture fixture("variants");
  const TracedModel model(fixture, "experts");
  const auto with = [&](const std::string& change) {
    ForwardOptions options = optionsOf(model.encoder(), "", Capture::kAllLayers);
    if (!change.empty()) options.interventions = {parseIntervention(change)};
    EncoderActivations activations;
    model.encoder().forward(model.ids(), activations, options);
    return activations.layer(0);
  };
  const LayerActivations own = with("");
  Index other = 0;
  while (own.mixture.choice(1, other) != 0) ++other;
  const std::string expert = std::to_string(other);
  CHECK(own.mixture.experts[static_cast<std::size_t>(other)].output.row(1).isZero(0));
  const LayerActivations sent = with("layers.0.feedForward.choice[1," + expert + "]=0.5");
  const RowVector added = sent.mixture.experts[static_cast<std::size_t>(other)].output.row(1);
  CHECK_FALSE(added.isZero(0));
  CHECK(relativeError(sent.feedForward.output.row(1), own.feedForward.output.row(1) + added / 2) <
        1e-5);
  CHECK(sent.feedForward.output.row(0) == own.feedForward.output.row(0));
}
