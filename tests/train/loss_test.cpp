#include "fovea/train/loss.h"

#include "catch2.h"
#include "closeness.h"
#include "fovea/train/attention_loss.h"
#include "model_error.h"
#include "numeric_gradient.h"
#include "samples.h"

// Compiled in double precision.
using namespace fovea;
using namespace fovea::test;

namespace {

constexpr double kReferenceWeight = 0.5;
constexpr double kTolerance = 1e-7;

ModelConfig headConfig() {
  ModelConfig config = smallConfig();
  config.maskedWordHead = true;
  return config;
}

TrainingBatch smallBatch() {
  TrainingBatch batch;
  batch.ids = {4, 1, 9, 2, 0, 7, 7};
  batch.sequences = Sequences({4, 3});
  batch.maskedWords = {{1, 6, 4}, {3, 10, 3}};
  batch.references = {{3, 6}, {9, 0}};
  return batch;
}

double meanNll(const ModelConfig& config, const MaskedWordWeights& head, const Matrix& embeddings,
               const Matrix& output, const Targets& targets) {
  MaskedWordActivations activations;
  maskedWordForward(config, head, embeddings, output, activations);
  double sum = 0;
  for (std::size_t i = 0; i < targets.rows.size(); ++i) {
    const auto logits = activations.logits.row(targets.rows[i]);
    sum += std::log(logits.array().exp().sum()) - logits(targets.ids[i]);
  }
  return sum / static_cast<double>(targets.rows.size());
}

// The loss as its definition says, the stop at the head's table and bias made by `frozen`.
double lossOf(const ModelWeights& weights, const ModelWeights& frozen, const TrainingBatch& batch) {
  const Encoder encoder(headConfig(), weights);
  EncoderActivations activations;
  encoder.forward(batch.ids, batch.sequences, activations);
  const Matrix& output = encoder.output(activations);
  MaskedWordWeights stopped = weights.maskedWord;
  stopped.bias = frozen.maskedWord.bias;
  return meanNll(headConfig(), weights.maskedWord, weights.embedding.tokens, output,
                 batch.maskedWords) +
         kReferenceWeight *
             meanNll(headConfig(), stopped, frozen.embedding.tokens, output, batch.references);
}

}  // namespace

TEST_CASE("Cross-entropy is the mean −log softmax, and its gradient that of differences") {
  Random random(1);
  Matrix logits = randomMatrix(random, 3, 5);
  const TokenIds targets = {4, 0, 2};
  Matrix dLogits;
  Matrix unused;
  const double loss = crossEntropy(logits, targets, 0.25, dLogits);
  double expected = 0;
  for (Index i = 0; i < 3; ++i)
    expected += std::log(logits.row(i).array().exp().sum()) -
                logits(i, targets[static_cast<std::size_t>(i)]);
  CHECK(loss == Approx(expected / 3));
  const Matrix numeric =
      numericGradient(logits, [&] { return 0.25 * crossEntropy(logits, targets, 1, unused); });
  CHECK(relativeError(dLogits, numeric) < kTolerance);
}

TEST_CASE("Cross-entropy of large logits stays finite, of no rows is 0") {
  Matrix dLogits;
  const Matrix logits = (Matrix(1, 2) << 1e4, -1e4).finished();
  CHECK(crossEntropy(logits, {1}, 1, dLogits) == Approx(2e4));
  CHECK(crossEntropy(Matrix(0, 2), {}, 1, dLogits) == 0);
  CHECK(dLogits.rows() == 0);
  const auto refused = [&](const TokenIds& targets, const std::string& message) {
    checkError(ErrorCode::kInvalidInput, message,
               [&] { crossEntropy(logits, targets, 1, dLogits); });
  };
  refused({}, "0 targets, but 1 rows of logits");
  refused({2}, "the target 2 is outside the 2 columns");
  refused({-1}, "the target -1");
}

TEST_CASE("The batch's gradient is that of differences, stopped where the reference loss stops") {
  const ModelConfig config = headConfig();
  const TrainingBatch batch = smallBatch();
  ModelWeights weights = randomWeights(config, 7);
  const Encoder encoder(config, weights);
  EncoderActivations activations;
  encoder.forward(batch.ids, batch.sequences, activations);
  ModelWeights gradient = ModelWeights::zeros(config);
  Matrix dOutput;
  const BatchLoss loss =
      batchLoss(encoder, activations, batch, sizeOf(batch), kReferenceWeight, dOutput, gradient);
  EncoderActivations dActivations;
  encoder.backward(activations, dOutput, dActivations, gradient);

  const ModelWeights frozen = weights;
  CHECK(loss.maskedWords + kReferenceWeight * loss.references ==
        Approx(lossOf(weights, frozen, batch)));
  std::vector<Matrix> slopes;
  forEachParameter(weights, [&](const std::string&, auto& tensor) {
    slopes.emplace_back(numericGradient(tensor, [&] { return lossOf(weights, frozen, batch); }));
  });
  std::size_t i = 0;
  forEachParameter(gradient, [&](const std::string& name, const auto& tensor) {
    INFO(name);
    CHECK(largestMagnitude(Matrix(tensor) - slopes[i]) < kTolerance);
    ++i;
  });
}

TEST_CASE("The losses and gradients of the parts that a batch is cut into add up to its own") {
  const ModelConfig config = headConfig();
  const Encoder encoder(config, randomWeights(config, 7));
  const TrainingBatch batch = smallBatch();
  const auto passOf = [&](const TrainingBatch& part, ModelWeights& gradient) {
    EncoderActivations activations;
    EncoderActivations dActivations;
    Matrix dOutput;
    encoder.forward(part.ids, part.sequences, activations);
    const BatchLoss loss =
        batchLoss(encoder, activations, part, sizeOf(batch), kReferenceWeight, dOutput, gradient);
    const AttentionLoss attention =
        attentionLoss({1, 0.2, 1}, config.heads, sizeOf(batch).tokens, activations, dActivations);
    encoder.backward(activations, dOutput, dActivations, gradient);
    return Eigen::Array4d(loss.maskedWords, loss.references, attention.peak, attention.overlap);
  };
  ModelWeights whole = ModelWeights::zeros(config);
  ModelWeights sum = ModelWeights::zeros(config);
  Eigen::Array4d losses = passOf(batch, whole);
  const std::vector<TrainingBatch> parts = cut(batch, 2);
  REQUIRE(parts.size() == 2);
  for (const TrainingBatch& part : parts) losses -= passOf(part, sum);
  CHECK(losses.abs().maxCoeff() < 1e-14);
  forEachPair(sum, whole, [](const std::string& name, const Matrix& a, const Matrix& b) {
    INFO(name);
    CHECK(largestMagnitude(a - b) < 1e-14);
  });
}
