#include "catch2.h"
#include "fovea/encoder.h"
#include "fovea/error.h"
#include "fovea/parameters.h"
#include "model_error.h"
#include "samples.h"

// What encoders refuse of activations and gradients; decoder_test.cpp and picture_encoder_test.cpp
// have what theirs refuse besides.
using namespace fovea;
using namespace fovea::test;

TEST_CASE("activations that no pass has filled are refused", "[encoder]") {
  ModelConfig config = smallConfig();
  config.maskedWordHead = true;
  config.normOrder = GENERATE(NormOrder::kPost, NormOrder::kPre);
  const Encoder encoder(config, randomWeights(config, 1));
  EncoderActivations fresh;
  EncoderActivations dActivations;
  ModelWeights gradient = ModelWeights::zeros(config);
  const auto refused = [](auto&& call) {
    checkError(ErrorCode::kInvalidInput, "no forward pass yet", call);
  };
  refused([&] { encoder.output(fresh); });
  refused([&] { encoder.predict(fresh); });
  refused([&] { encoder.backward(fresh, Matrix::Ones(2, 8), dActivations, gradient); });
}

TEST_CASE("predict and backward say what they lack", "[encoder]") {
  const ModelConfig config = smallConfig();
  const Encoder encoder(config, randomWeights(config, 1));
  EncoderActivations activations;
  encoder.forward({1, 2}, activations, {Capture::kNone, {}});
  checkError(ErrorCode::kInvalidConfig, "the model has no masked-word head",
             [&] { encoder.predict(activations); });
  CHECK_FALSE(activations.predicted);

  EncoderActivations dActivations;
  ModelWeights gradient = ModelWeights::zeros(config);
  checkError(ErrorCode::kInvalidInput, "backward needs a forward pass with kAllLayers",
             [&] { encoder.backward(activations, Matrix::Ones(2, 8), dActivations, gradient); });
}

TEST_CASE("gradients of a prediction are there only after a backward pass from it", "[encoder]") {
  const ModelConfig config = configWithAll();
  const Encoder encoder(config, randomWeights(config, 1));
  EncoderActivations activations;
  encoder.forward({1, 2, 3}, activations);
  encoder.predict(activations);
  EncoderActivations dActivations;
  ModelWeights gradient = ModelWeights::zeros(config);
  encoder.backward(activations, PredictionLoss{1, 2}, dActivations, gradient);
  CHECK(dActivations.predicted);
  encoder.backward(activations, Matrix::Ones(3, 8), dActivations, gradient);
  CHECK_FALSE(dActivations.predicted);
}

TEST_CASE("backward refuses what is not of its pass or its model", "[encoder]") {
  const ModelConfig config = configWithAll();
  const Encoder encoder(config, randomWeights(config, 1));
  const auto passOf = [](const Encoder& by, const TokenIds& ids) {
    EncoderActivations activations;
    by.forward(ids, activations);
    by.predict(activations);
    return activations;
  };
  const auto refuses = [&](const std::string& message, const EncoderActivations& activations,
                           const Matrix& dOutput) {
    EncoderActivations dActivations;
    ModelWeights gradient = ModelWeights::zeros(config);
    checkError(ErrorCode::kInvalidInput, message,
               [&] { encoder.backward(activations, dOutput, dActivations, gradient); });
  };
  const EncoderActivations own = passOf(encoder, {1, 2, 3});
  refuses("the gradient of the output is 2 × 8, but this pass needs 3 × 8", own,
          Matrix::Ones(2, 8));
  refuses("the gradient of the output is 3 × 9", own, Matrix::Ones(3, 9));

  const auto ofAnother = [&](void (*change)(ModelConfig&)) {
    ModelConfig other = config;
    change(other);
    return passOf(Encoder(other, randomWeights(other, 1)), {1, 2, 3});
  };
  const Matrix d = Matrix::Ones(3, 8);
  refuses("the output of the pass is 3 × 4, but this pass needs 3 × 8",
          ofAnother([](ModelConfig& c) { c.dModel = 4; }), d);
  refuses("1 layers, but the model has 2", ofAnother([](ModelConfig& c) { c.layers = 1; }), d);
  refuses("layer 0's feedForward.hidden is 3 × 5, but this pass needs 3 × 12",
          ofAnother([](ModelConfig& c) { c.dFf = 5; }), d);
  refuses("layer 0's attention.weights is 1 × 9, but this pass needs 1 × 18",
          ofAnother([](ModelConfig& c) { c.heads = 1; }), d);
  refuses("layer 0's attention.key is 3 × 4, but this pass needs 3 × 8",
          ofAnother([](ModelConfig& c) { c.kvHeads = 1; }), d);
  EncoderActivations changed = own;
  changed.ids.pop_back();
  refuses("the sequences hold 3 tokens, but there are 2 ids", changed, d);
  changed.ids.push_back(11);
  refuses("token id 11 is outside the vocabulary", changed, d);

  changed = own;
  changed.embedding.norm.output.resize(3, 4);
  refuses("the embedding is 3 × 4, but this pass needs 3 × 8", changed, d);

  EncoderActivations dActivations;
  ModelWeights gradient = ModelWeights::zeros(config);
  checkError(ErrorCode::kInvalidInput,
             "the gradient of the logits is 3 × 12, but this pass needs 3 × 11",
             [&] { encoder.backwardFromLogits(own, Matrix::Ones(3, 12), dActivations, gradient); });
  const auto refusesLoss = [&](const std::string& message, const EncoderActivations& activations,
                               const PredictionLoss& loss) {
    checkError(ErrorCode::kInvalidInput, message,
               [&] { encoder.backward(activations, loss, dActivations, gradient); });
  };
  refusesLoss("the loss is at token 3, but the tokens are 0 to 2", own, {3, 2});
  refusesLoss("the loss asks for piece 11, but the pieces are 0 to 10", own, {1, 11});
  changed = own;
  changed.maskedWord.logits.resize(3, 12);
  refusesLoss("the logits of the prediction is 3 × 12, but this pass needs 3 × 11", changed,
              {1, 2});
  dActivations.layers.resize(2);
  dActivations.layers[1].attention.weightsDirect.setZero(4);  // of a shorter pass
  checkError(ErrorCode::kInvalidInput,
             "the gradient of layer 1's attention.weights is 1 × 4, but this pass needs 1 × 18",
             [&] { encoder.backward(own, d, dActivations, gradient); });
  dActivations.layers.clear();
  gradient.layers[1].attention.key = LinearWeights::zeros(7, 8);
  const auto refusesGradient = [&](const std::string& message) {
    checkError(ErrorCode::kTensorShape, message,
               [&] { encoder.backward(own, d, dActivations, gradient); });
    checkError(ErrorCode::kTensorShape, message, [&] {
      encoder.backward(own, PredictionLoss{1, 2}, dActivations, gradient);
    });
  };
  refusesGradient(
      "a gradient whose encoder.layer.1.attention.self.key.weight is 7 × 8, but the config implies "
      "8");
  gradient = {};
  refusesGradient("a gradient of 0 layers, but the config has 2");
}
