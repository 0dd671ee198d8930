#include "fovea/masked_word_head.h"

#include "catch2.h"
#include "closeness.h"
#include "fixture.h"
#include "fovea/encoder.h"
#include "samples.h"

using namespace fovea;
using namespace fovea::test;

namespace {

ModelConfig headConfig() {
  ModelConfig config;
  config.dModel = 6;
  config.vocabSize = 9;
  config.activation = Activation::kGelu;
  config.layerNormEps = 1e-12;
  config.maskedWordHead = true;
  return config;
}

MaskedWordWeights read(const Fixture& fixture, const std::string& prefix) {
  return {fixture.linear(prefix + "transform."), fixture.norm(prefix + "norm."),
          fixture.row(prefix + "bias")};
}

}  // namespace

TEST_CASE("the masked-word head is PyTorch's", "[masked_word_head][fixture]") {
  const Fixture fixture("layers");
  const std::string place = "masked_word_head/";
  const ModelConfig config = headConfig();
  const MaskedWordWeights weights = read(fixture, place);
  const Matrix embeddings = fixture.matrix(place + "embeddings");
  const Matrix x = fixture.matrix(place + "x");
  MaskedWordActivations activations;
  maskedWordForward(config, weights, embeddings, x, activations);
  CHECK(relativeError(activations.logits, fixture.matrix(place + "output")) <= kForwardTolerance);

  MaskedWordWeights gradient = MaskedWordWeights::zeros(config);
  Matrix dEmbeddings = Matrix::Ones(9, 6);  // backward adds to what is there
  Matrix dx;
  MaskedWordActivations dActivations;
  dActivations.logits = fixture.matrix(place + "g.output");
  maskedWordBackward(config, weights, embeddings, x, activations, dActivations, gradient,
                     dEmbeddings, dx);
  CHECK(relativeError(dx, fixture.matrix(place + "g.x")) <= kBackwardTolerance);
  CHECK(relativeError(dEmbeddings - Matrix::Ones(9, 6), fixture.matrix(place + "g.embeddings")) <=
        kBackwardTolerance);
  const MaskedWordWeights expected = read(fixture, place + "g.");
  CHECK(relativeError(gradient.transform.weight, expected.transform.weight) <= kBackwardTolerance);
  CHECK(relativeError(gradient.transform.bias, expected.transform.bias) <= kBackwardTolerance);
  CHECK(relativeError(gradient.norm.gamma, expected.norm.gamma) <= kBackwardTolerance);
  CHECK(relativeError(gradient.norm.beta, expected.norm.beta) <= kBackwardTolerance);
  CHECK(relativeError(gradient.bias, expected.bias) <= kBackwardTolerance);
}

TEST_CASE("a config without the head has no weights for it", "[masked_word_head]") {
  ModelConfig config = headConfig();
  config.maskedWordHead = false;
  const MaskedWordWeights none = MaskedWordWeights::zeros(config);
  CHECK(none.transform.weight.size() == 0);
  CHECK(none.norm.gamma.size() == 0);
  CHECK(none.bias.size() == 0);
}

TEST_CASE("an encoder predicts with a packed copy of its table, and the same to the bit",
          "[masked_word_head]") {
  ModelConfig config = smallConfig();
  config.maskedWordHead = true;
  const Encoder encoder(config, randomWeights(config, 3));
  const ModelWeights& weights = encoder.weights();
  CHECK(weights.embedding.packedTokens.columns() == config.vocabSize);
  EncoderActivations activations;
  encoder.forward({1, 2, 3}, activations);
  encoder.predict(activations);
  MaskedWordActivations plain;
  maskedWordForward(config, weights.maskedWord, weights.embedding.tokens,
                    encoder.output(activations), plain);
  CHECK(plain.logits == activations.maskedWord.logits);
}
