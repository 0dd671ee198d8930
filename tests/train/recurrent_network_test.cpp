#include "fovea/train/recurrent_network.h"

#include "catch2.h"
#include "closeness.h"
#include "fovea/train/loss.h"
#include "model_error.h"
#include "numeric_gradient.h"
#include "samples.h"

// Compiled in double precision.
using namespace fovea;
using namespace fovea::test;

namespace {

ModelConfig recurrentConfig() {
  ModelConfig config = smallConfig();
  config.dFf = 4 * config.dModel;
  config.maskedWordHead = true;
  return config;
}

TrainingBatch maskedBatch() {
  TrainingBatch batch;
  batch.ids = {4, 1, 9, 2, 0, 7, 7};
  batch.sequences = Sequences({4, 3});
  batch.maskedWords = {{1, 6, 4}, {3, 10, 3}};
  return batch;
}

double lossOf(const RecurrentWeights& weights, const TrainingBatch& batch) {
  const RecurrentNetwork network(recurrentConfig(), weights);
  RecurrentActivations activations;
  network.forward(batch.ids, batch.sequences, activations);
  RecurrentWeights unread = RecurrentWeights::zeros(recurrentConfig());
  Matrix dOutput;
  return batchLoss({network.config(), weights.maskedWord, weights.embedding.tokens},
                   RecurrentNetwork::output(activations), batch, sizeOf(batch), 0, dOutput,
                   {unread.maskedWord, unread.embedding.tokens})
      .maskedWords;
}

}  // namespace

TEST_CASE("A recurrent network's gradient is that of differences") {
  const ModelConfig config = recurrentConfig();
  const TrainingBatch batch = maskedBatch();
  RecurrentWeights weights = initialRecurrentWeights(config, 7);
  Random random(3);
  forEachParameter(weights, [&](const std::string&, auto& tensor) {
    for (Scalar& x : tensor.reshaped()) x += static_cast<Scalar>(0.1 * random.normal());
  });
  const RecurrentNetwork network(config, weights);
  RecurrentActivations activations;
  network.forward(batch.ids, batch.sequences, activations);
  RecurrentWeights gradient = RecurrentWeights::zeros(config);
  Matrix dOutput;
  batchLoss({config, weights.maskedWord, weights.embedding.tokens},
            RecurrentNetwork::output(activations), batch, sizeOf(batch), 0, dOutput,
            {gradient.maskedWord, gradient.embedding.tokens});
  EmbeddingActivations dEmbedding;
  network.backward(activations, dOutput, dEmbedding, gradient);

  // Some numbers of each tensor: a network is run for each of them.
  std::vector<Matrix> slopes;
  forEachParameter(weights, [&](const std::string&, auto& tensor) {
    RowVector slope(std::min<Index>(3, tensor.size()));
    for (Index i = 0; i < slope.size(); ++i) {
      Scalar& x = tensor.data()[i * (tensor.size() / slope.size())];
      Matrix one = Matrix::Constant(1, 1, x);
      slope(i) = numericGradient(one, [&] {
        const Scalar before = x;
        x = one(0, 0);
        const double loss = lossOf(weights, batch);
        x = before;
        return loss;
      })(0, 0);
    }
    slopes.emplace_back(slope);
  });
  std::size_t i = 0;
  forEachParameter(gradient, [&](const std::string& name, const auto& tensor) {
    INFO(name);
    const Matrix& slope = slopes[i++];
    for (Index k = 0; k < slope.size(); ++k)
      CHECK(std::abs(tensor.data()[k * (tensor.size() / slope.size())] - slope(0, k)) < 1e-8);
  });
}

TEST_CASE("A recurrent network has about the parameters of its encoder") {
  ModelConfig config = recurrentConfig();
  for (const Index width : {8, 32, 48, 128}) {
    config.dModel = width;
    config.dFf = 4 * width;
    const double share = double(recurrentParameterCount(config)) / double(parameterCount(config));
    CHECK(std::abs(share - 1) < 0.02);
  }
}

TEST_CASE("A recurrent network refuses what it cannot stand beside") {
  const auto refuses = [](const std::string& message, void (*change)(ModelConfig&)) {
    ModelConfig config = recurrentConfig();
    change(config);
    checkError(ErrorCode::kInvalidConfig, message,
               [&] { RecurrentNetwork(config, RecurrentWeights::zeros(config)); });
  };
  refuses("4 times the hidden_size", [](ModelConfig& config) { config.dFf = config.dModel; });
  refuses("its norms after the residual connections",
          [](ModelConfig& config) { config.normOrder = NormOrder::kPre; });
  const std::string plain = "a plain encoder, not for a variant of it";
  refuses(plain, [](ModelConfig& config) { config.gated = true; });
  for (const auto change :
       {+[](ModelConfig& config) { config.positions = PositionEmbedding::kAlibi; },
        +[](ModelConfig& config) { config.positions = PositionEmbedding::kRotary; }})
    refuses(plain, change);

  const RecurrentNetwork network(recurrentConfig(), RecurrentWeights::zeros(recurrentConfig()));
  const auto refusesIds = [&](const TokenIds& ids, const Sequences& sequences) {
    RecurrentActivations activations;
    checkError(ErrorCode::kInvalidInput, "reads sequences of 1 to 9 ids from 0 to 10",
               [&] { network.forward(ids, sequences, activations); });
  };
  refusesIds({}, Sequences());
  refusesIds({11}, Sequences({1}));
  refusesIds(TokenIds(10, 1), Sequences({10}));
}

TEST_CASE("A recurrent network refuses weights and passes of another shape") {
  const ModelConfig config = recurrentConfig();
  RecurrentWeights wrong = RecurrentWeights::zeros(config);
  wrong.layers[1].backward.input.bias.resize(3);
  const auto refusesShape = [](const std::string& message, auto&& call) {
    checkError(ErrorCode::kTensorShape, message, call);
  };
  const std::string named = "recurrent.layer.1.backward.input.bias has another shape";
  refusesShape(named, [&] { RecurrentNetwork(config, wrong); });
  refusesShape("0 layers, but", [&] { RecurrentNetwork(config, {}); });
  RecurrentNetwork network(config, RecurrentWeights::zeros(config));
  refusesShape(named,
               [&] { network.updateWeights([&](RecurrentWeights& weights) { weights = wrong; }); });

  network = RecurrentNetwork(config, RecurrentWeights::zeros(config));
  RecurrentActivations pass;
  EmbeddingActivations dEmbedding;
  RecurrentWeights gradient = RecurrentWeights::zeros(config);
  const auto refuses = [&](const std::string& message, Index rows) {
    checkError(ErrorCode::kInvalidInput, message, [&] {
      network.backward(pass, Matrix::Ones(rows, config.dModel), dEmbedding, gradient);
    });
  };
  checkError(ErrorCode::kInvalidInput, "no forward pass yet",
             [&] { RecurrentNetwork::output(pass); });
  refuses("no forward pass yet", 3);
  network.forward({1, 2, 3}, Sequences({3}), pass);
  refuses("the gradient of the output must have its shape", 2);
  refusesShape(named,
               [&] { network.backward(pass, Matrix::Ones(3, config.dModel), dEmbedding, wrong); });
  pass.layers.resize(1);
  refuses("the pass comes from another network", 3);
}
