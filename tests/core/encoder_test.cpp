#include "fovea/encoder.h"

#include "catch2.h"
#include "closeness.h"
#include "fixture.h"
#include "fovea/error.h"
#include "fovea/parameters.h"
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
    const EncoderLayerActivations& layer = activations.layer(l);
    const std::string name = "layers." + std::to_string(l);
    CHECK(relativeError(layerOutput(c.encoder.config(), layer), c.expected(name + ".output")) <=
          kForwardTolerance);
    if (c.sequences.count() == 1)
      CHECK(relativeError(layer.attention.weights, c.fixture.row(c.prefix + name + ".weights")) <=
            kForwardTolerance);
  }
  if (c.encoder.config().maskedWordHead)
    CHECK(relativeError(activations.maskedWord.logits, c.expected("logits")) <= kForwardTolerance);
}

// The gradient of Σ output ∘ g.output + Σ logits ∘ g.logits.
EncoderWeights gradientOf(const Case& c, const EncoderActivations& activations) {
  const EncoderConfig& config = c.encoder.config();
  const EncoderWeights& weights = c.encoder.weights();
  EncoderWeights gradient = EncoderWeights::zeros(config);
  Matrix dOutput = c.expected("g.output");
  if (config.maskedWordHead) {
    Matrix dx;
    maskedWordBackward(config, weights.maskedWord, weights.embedding.tokens,
                       c.encoder.output(activations), activations.maskedWord,
                       c.expected("g.logits"), gradient.maskedWord, gradient.embedding.tokens, dx);
    dOutput += dx;
  }
  c.encoder.backward(activations, dOutput, gradient);
  return gradient;
}

double largest(const EncoderWeights& weights) {
  double result = 0;
  forEachParameter(weights, [&](const std::string&, const auto& tensor) {
    result = std::max<double>(result, tensor.cwiseAbs().maxCoeff());
  });
  return result;
}

void checkBackward(const Case& c, const EncoderWeights& gradient) {
  const EncoderWeights expected = c.fixture.encoder(c.encoder.config(), c.prefix + "g.");
  const double scale = largest(expected);
  forEachPair(gradient, expected, [&](const std::string& name, const Matrix& a, const Matrix& b) {
    INFO(name);
    // A key's bias shifts all scores of a row alike: its true gradient is 0, the rest is rounding.
    if (name.find("key.bias") != std::string::npos) {
      CHECK((a - b).cwiseAbs().maxCoeff() <= kBackwardTolerance * scale);
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
  const EncoderConfig config = smallConfig();
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
        "a sequence of 10 tokens, but the model takes at most 9");
  CHECK(message(TokenIds(10, 1), Sequences({5, 5})) == "accepted");
  CHECK(message({1, 2, 3}, Sequences({2})) == "the sequences hold 2 tokens, but there are 3 ids");
  CHECK(message({1, 2}, Sequences({2}), {Capture::kAllLayers, {false, {1, 1, 1}}}) ==
        "a mask of 3 entries for 2 tokens");
}

TEST_CASE("predict and backward say what they lack", "[encoder]") {
  const EncoderConfig config = smallConfig();
  const Encoder encoder(config, randomWeights(config, 1));
  EncoderActivations activations;
  encoder.forward({1, 2}, activations, {Capture::kNone, {}});
  try {
    encoder.predict(activations);
    FAIL("predicted without a head");
  } catch (const ModelError& error) {
    CHECK(error.code() == ErrorCode::kInvalidConfig);
  }
  CHECK_FALSE(activations.predicted);

  EncoderWeights gradient = EncoderWeights::zeros(config);
  try {
    encoder.backward(activations, Matrix::Ones(2, 8), gradient);
    FAIL("went back without the layers");
  } catch (const ModelError& error) {
    CHECK(error.code() == ErrorCode::kInvalidInput);
  }
}
