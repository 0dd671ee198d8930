#include "fovea/encoder.h"

#include "catch2.h"
#include "closeness.h"
#include "fixture.h"
#include "fovea/error.h"
#include "fovea/parameters.h"
#include "model_error.h"
#include "samples.h"

using namespace fovea;
using namespace fovea::test;

namespace {

// One case of encoders.safetensors: the encoder, what goes in, and what PyTorch made of it.
struct Case {
  Case(const Fixture& file, const std::string& name, const std::string& json)
      : fixture(file),
        prefix(name + "/"),
        encoder(parseConfig(json), file.encoder(parseConfig(json), prefix)),
        ids(file.integers(prefix + "ids")) {
    std::vector<Index> lengths;
    for (const auto length : file.integers(prefix + "lengths")) lengths.push_back(length);
    sequences = Sequences(lengths);
    options.mask.causal = file.integers(prefix + "causal")[0] != 0;
    if (file.has(prefix + "keep"))
      for (const auto keep : file.integers(prefix + "keep"))
        options.mask.keep.push_back(static_cast<std::uint8_t>(keep));
  }

  Matrix expected(const std::string& name) const { return fixture.matrix(prefix + name); }

  const Fixture& fixture;
  std::string prefix;
  Encoder encoder;
  TokenIds ids;
  Sequences sequences;
  ForwardOptions options;
};

void checkForward(const Case& c, const EncoderActivations& activations) {
  CHECK(relativeError(c.encoder.output(activations), c.expected("output")) <= kForwardTolerance);
  for (Index l = 0; l < c.encoder.config().layers; ++l) {
    INFO("layer " << l);
    const LayerActivations& layer = activations.layer(l);
    const std::string name = "layers." + std::to_string(l);
    CHECK(relativeError(layerOutput(activations.structure, layer), c.expected(name + ".output")) <=
          kForwardTolerance);
    if (c.sequences.count() == 1)
      CHECK(relativeError(layer.attention.weights, c.fixture.row(c.prefix + name + ".weights")) <=
            kForwardTolerance);
  }
  if (c.encoder.config().maskedWordHead)
    CHECK(relativeError(activations.maskedWord.logits, c.expected("logits")) <= kForwardTolerance);
}

// The gradient of Σ output ∘ g.output + Σ logits ∘ g.logits.
ModelWeights gradientOf(const Case& c, const EncoderActivations& activations) {
  const ModelConfig& config = c.encoder.config();
  const ModelWeights& weights = c.encoder.weights();
  ModelWeights gradient = ModelWeights::zeros(config);
  Matrix dOutput = c.expected("g.output");
  EncoderActivations dActivations;
  if (config.maskedWordHead) {
    dActivations.maskedWord.logits = c.expected("g.logits");
    Matrix dx;
    maskedWordBackward(config, weights.maskedWord, weights.embedding.tokens,
                       c.encoder.output(activations), activations.maskedWord,
                       dActivations.maskedWord, gradient.maskedWord, gradient.embedding.tokens, dx);
    dOutput += dx;
  }
  c.encoder.backward(activations, dOutput, dActivations, gradient);
  return gradient;
}

double largest(const ModelWeights& weights) {
  double result = 0;
  forEachParameter(weights, [&](const std::string&, const auto& tensor) {
    result = std::max(result, largestMagnitude(tensor));
  });
  return result;
}

void checkBackward(const Case& c, const ModelWeights& gradient) {
  const ModelWeights expected = c.fixture.encoder(c.encoder.config(), c.prefix + "g.");
  const double scale = largest(expected);
  forEachPair(gradient, expected, [&](const std::string& name, const Matrix& a, const Matrix& b) {
    INFO(name);
    // A key's bias shifts all scores of a row alike: its true gradient is 0, the rest is rounding.
    if (name.find("key.bias") != std::string::npos) {
      CHECK(largestMagnitude(a - b) <= kBackwardTolerance * scale);
    } else {
      CHECK(relativeError(a, b) <= kBackwardTolerance);
    }
  });
}

}  // namespace

TEST_CASE("whole encoders are PyTorch's, forward and backward", "[encoder][fixture]") {
  const Fixture fixture("encoders");
  REQUIRE(fixture.metadata().size() == 11);
  for (const auto& [name, json] : fixture.metadata()) {
    DYNAMIC_SECTION(name) {
      const Case c(fixture, name, json);
      EncoderActivations activations;
      c.encoder.forward(c.ids, c.sequences, activations, c.options);
      if (c.encoder.config().maskedWordHead) c.encoder.predict(activations);
      checkForward(c, activations);
      checkBackward(c, gradientOf(c, activations));
    }
  }
}

TEST_CASE("input that cannot be encoded is refused with the reason", "[encoder]") {
  const ModelConfig config = smallConfig();
  const Encoder encoder(config, randomWeights(config, 1));
  EncoderActivations activations;
  const auto message = [&](const TokenIds& ids, const Sequences& sequences,
                           const ForwardOptions& options = {}) -> std::string {
    try {
      encoder.forward(ids, sequences, activations, options);
    } catch (const ModelError& error) {
      CHECK(error.code() == ErrorCode::kInvalidInput);
      return error.what();
    }
    return "accepted";
  };
  CHECK(message({1, 2}, Sequences({2})) == "accepted");
  CHECK(message({}, Sequences({0})) == "no tokens to encode: give at least one id");
  CHECK(message({11}, Sequences({1})) == "token id 11 is outside the vocabulary, 0 to 10");
  CHECK(message({-1}, Sequences({1})) == "token id -1 is outside the vocabulary, 0 to 10");
  CHECK(message(TokenIds(10, 1), Sequences({10})) ==
        "a sequence has 10 tokens, but the model takes at most 9");
  CHECK(message(TokenIds(10, 1), Sequences({5, 5})) == "accepted");
  CHECK(message({1, 2, 3}, Sequences({2})) == "the sequences hold 2 tokens, but there are 3 ids");
  CHECK(message({1, 2}, Sequences({2}), {Capture::kAllLayers, {false, {1, 1, 1}}}) ==
        "the mask has 3 entries for 2 tokens");
}

TEST_CASE("attention of more weights than an Index of 32 bits counts is refused", "[encoder]") {
  if (sizeof(Index) > 4) return;  // there it is only a matter of memory
  ModelConfig config = smallConfig();
  config.dModel = config.heads = 64;
  config.layers = 1;
  config.maxPositions = 8192;
  const Encoder encoder(config, randomWeights(config, 1));
  const TokenIds ids(8192, 1);
  const std::string reason = "64 × 67108864 weights per layer, but at most 536870911 can be kept";
  EncoderActivations activations;
  checkError(ErrorCode::kInvalidInput, reason, [&] { encoder.forward(ids, activations); });
  checkError(ErrorCode::kInvalidInput, reason,
             [&] { encoder.forward(ids, Sequences({8192}), activations); });
  CHECK(activations.layers.empty());
  encoder.forward(ids, activations, {Capture::kNone, {}});
  CHECK(encoder.output(activations).rows() == 8192);
}

TEST_CASE("the prediction at one token is predict's", "[encoder]") {
  ModelConfig config = smallConfig();
  config.maskedWordHead = true;
  const Encoder encoder(config, randomWeights(config, 1));
  EncoderActivations activations;
  ForwardOptions options;
  const std::string change = GENERATE("", "layers.0.attention.weights[0,1,:]=0",
                                      "prediction.hidden[2,:]=1", "logits[2,3]=9");
  if (!change.empty()) options.interventions = {parseIntervention(change)};
  encoder.forward({3, 7, 1}, activations, options);
  const RowVector logits = encoder.predictToken(activations, 2, options);
  encoder.predict(activations, options);
  CHECK(logits == activations.maskedWord.logits.row(2));
  for (const Index token : {-1, 3})
    checkError(ErrorCode::kInvalidInput, "the tokens are 0 to 2",
               [&] { encoder.predictToken(activations, token); });
}

TEST_CASE("weights of other shapes than the config's are refused", "[encoder]") {
  ModelConfig config = smallConfig();
  config.positions = PositionEmbedding::kAbsolute;
  config.typeVocabSize = 2;
  config.embeddingNorm = true;
  config.maskedWordHead = true;
  config.normOrder = NormOrder::kPre;
  const auto refused = [&](const std::string& what, auto&& change) {
    ModelWeights weights = ModelWeights::zeros(config);
    change(weights);
    checkError(ErrorCode::kTensorShape, what, [&] { Encoder(config, weights); });
  };
  refused("embeddings.word_embeddings.weight is 10 × 8, but the config implies 11 × 8",
          [](auto& w) { w.embedding.tokens.resize(10, 8); });
  refused("embeddings.position_embeddings.weight is 9 × 7",
          [](auto& w) { w.embedding.positions.resize(9, 7); });
  refused("embeddings.token_type_embeddings.weight is 0 × 0, but the config implies 2 × 8",
          [](auto& w) { w.embedding.tokenTypes.resize(0, 0); });
  refused("embeddings.LayerNorm.bias is 7, but the config implies 8",
          [](auto& w) { w.embedding.norm.beta.resize(7); });
  refused("of 3 layers, but the config has 2", [](auto& w) { w.layers.resize(3); });
  Encoder updated(config, ModelWeights::zeros(config));
  checkError(ErrorCode::kTensorShape, "of 1 layers, but the config has 2",
             [&] { updated.updateWeights([](ModelWeights& w) { w.layers.pop_back(); }); });
  refused("encoder.layer.0.attention.self.key.bias is 9",
          [](auto& w) { w.layers[0].attention.key.bias.resize(9); });
  refused("encoder.layer.1.intermediate.dense.weight is 8 × 12, but the config implies 12 × 8",
          [](auto& w) { w.layers[1].feedForward.expand.weight.resize(8, 12); });
  refused("encoder.layer.1.attention.output.LayerNorm.weight is 0",
          [](auto& w) { w.layers[1].attentionNorm.gamma.resize(0); });
  refused("encoder.LayerNorm.weight is 9", [](auto& w) { w.finalNorm.gamma.resize(9); });
  refused("cls.predictions.bias is 10", [](auto& w) { w.maskedWord.bias.resize(10); });
  // Packed weights are right by the shape that they were packed in, beside a matrix too.
  refused("encoder.layer.1.attention.self.query.weight is 8 × 9", [](auto& w) {
    w.layers[1].attention.query = LinearWeights::zeros(8, 9).packedOnly(Storage::kScalar);
  });
  refused("encoder.layer.1.attention.self.query.weight is 8 × 8", [](auto& w) {
    w.layers[1].attention.query.packed =
        LinearWeights::zeros(8, 9).packedOnly(Storage::kScalar).packed;
  });
  ModelWeights packed = ModelWeights::zeros(config);
  for (LinearWeights* linear : linears(packed.layers[0]))
    *linear = linear->packedOnly(Storage::kBf16);
  CHECK_NOTHROW(Encoder(config, packed));
}
