#include <array>
#include <cmath>

#include "catch2.h"
#include "fovea/bugs.h"
#include "fovea/encoder.h"
#include "fovea/softmax.h"
#include "fovea/trace.h"
#include "model_error.h"
#include "samples.h"

// The well-known bugs that a structure can have. What they compute is PyTorch's:
// structure_fixture_test.cpp.
using namespace fovea;
using namespace fovea::test;

namespace {

constexpr std::array kBugs = {"softmax=columns", "softmax@1=unshifted", "norm_axis@0=tokens",
                              "heads=reshaped",  "output@1=off",        "embedding_scale=off",
                              "mask=leaky"};

ModelConfig withHead() {
  ModelConfig config = smallConfig();
  config.maskedWordHead = true;
  return config;
}

EncoderActivations runWith(const Encoder& encoder, const std::string& structure,
                           const std::vector<std::string>& changes = {}) {
  ForwardOptions options;
  options.structure = parseStructure(structure, encoder.config());
  for (const std::string& change : changes)
    options.interventions.push_back(parseIntervention(change));
  EncoderActivations activations;
  encoder.forward({3, 7, 1, 4}, activations, options);
  encoder.predict(activations, options);
  return activations;
}

Matrix softmaxBy(const Matrix& scores, const AttentionMask& mask, decltype(&softmaxForward) f) {
  Matrix weights(scores.rows(), scores.cols());
  f(scores, Scalar(0.5), mask, 0, weights);
  return weights;
}

}  // namespace

TEST_CASE("a softmax over columns makes them sum to 1", "[softmax][bugs]") {
  Random random(3);
  const Matrix scores = randomMatrix(random, 5, 5, 1e4);
  const Matrix weights = softmaxBy(scores, {}, &softmaxOverColumns);
  CHECK((weights.colwise().sum().array() - 1).abs().maxCoeff() < 1e-6);
  CHECK((weights.rowwise().sum().array() - 1).abs().maxCoeff() > 0.01);

  const Matrix masked = softmaxBy(scores, {true, {1, 1, 0, 1, 1}}, &softmaxOverColumns);
  CHECK(masked.col(2) == Matrix::Zero(5, 1));
  CHECK(masked(0, 1) == 0);
  CHECK(masked(4, 4) == 1);

  Matrix later(5, 5);  // of a sequence that begins at key 2 of the mask
  softmaxOverColumns(scores, Scalar(0.5), {true, {1, 0, 1, 1, 0, 1, 1}}, 2, later);
  CHECK(later == masked);
}

TEST_CASE("a softmax without the shift overflows where the scores are large", "[softmax][bugs]") {
  Random random(3);
  Matrix scores = randomMatrix(random, 4, 4);
  const AttentionMask mask{true, {0, 1, 1, 1}};
  const Matrix right = softmaxBy(scores, mask, &softmaxForward);
  const Matrix unshifted = softmaxBy(scores, mask, &softmaxUnshifted);
  CHECK((right - unshifted).cwiseAbs().maxCoeff() < 1e-6);
  CHECK(unshifted.row(0) == Matrix::Zero(1, 4));

  // e^90 is beyond a float, and ∞ ÷ ∞ no number; the others are divided by ∞.
  scores(3, 2) = 180;
  const Matrix overflown = softmaxBy(scores, mask, &softmaxUnshifted);
  CHECK(std::isnan(overflown(3, 2)));
  CHECK(overflown(3, 1) == 0);
  CHECK(overflown.topRows(3) == unshifted.topRows(3));
}

TEST_CASE("what overflows is in the trace as it is, and nothing refuses it", "[bugs]") {
  const Encoder encoder(withHead(), randomWeights(withHead(), 7));
  const auto a = runWith(encoder, "softmax=unshifted", {"layers.0.attention.key[2,:]*=1e5"});
  CHECK(a.layer(0).attention.weights.hasNaN());
  CHECK(encoder.output(a).hasNaN());
  CHECK(a.maskedWord.logits.hasNaN());
  bool finite = true;
  forEachTensor(encoder, a, [&](const TraceTensor& tensor) {
    if (tensor.name == "layers.1.attention.scores") finite = std::isfinite(tensor.values[0]);
  });
  CHECK_FALSE(finite);
}

TEST_CASE("no gradients are computed of a bug", "[bugs]") {
  const Encoder encoder(withHead(), randomWeights(withHead(), 7));
  const auto backward = [&](const std::string& structure) {
    const EncoderActivations a = runWith(encoder, structure);
    EncoderActivations dActivations;
    ModelWeights gradient = ModelWeights::zeros(encoder.config());
    encoder.backward(a, PredictionLoss{1, 2}, dActivations, gradient);
  };
  for (std::string bug : kBugs) {
    INFO(bug);
    const std::size_t at = bug.find('@');
    std::string named = bug;
    if (at != std::string::npos) named.erase(at, 2);
    checkError(ErrorCode::kInvalidInput, named + " runs forward only", [&] { backward(bug); });
  }
  CHECK_NOTHROW(backward("softmax=columns,softmax@0=rows,softmax@1=rows"));
  CHECK_NOTHROW(backward("scale=2,residual@1=0.5,layer@0=off,mask=padding"));
}

TEST_CASE("a bug is the same with every field of the pass open to changes", "[bugs]") {
  const Encoder encoder(withHead(), randomWeights(withHead(), 7));
  const Matrix right = runWith(encoder, "").maskedWord.logits;
  for (const std::string bug : kBugs) {
    INFO(bug);
    const Matrix logits = runWith(encoder, bug).maskedWord.logits;
    CHECK(logits != right);
    CHECK(runWith(encoder, bug, {"embedding.tokens*=1"}).maskedWord.logits == logits);
  }
}

TEST_CASE("a changed norm over tokens has a mean for every number of the vector", "[bugs]") {
  const Encoder encoder(withHead(), randomWeights(withHead(), 7));
  const auto a = runWith(encoder, "norm_axis=tokens", {"layers.0.attention.norm.mean[7]=4"});
  const LayerNormActivations& norm = a.layer(0).attentionNorm;
  CHECK(norm.mean.size() == 8);
  CHECK(norm.mean(7) == 4);
  const Matrix means = norm.output.colwise().mean();
  const auto& weights = encoder.weights().layers[0].attentionNorm;
  CHECK((means.leftCols(7) - weights.beta.leftCols(7)).cwiseAbs().maxCoeff() < 1e-6);
  CHECK(std::abs(means(7) - weights.beta(7)) > 0.1);
}

TEST_CASE("a bug that a pass cannot have is refused", "[bugs]") {
  const ModelConfig config = smallConfig();
  const Encoder encoder(config, randomWeights(config, 7));
  EncoderActivations a;
  for (const char* text : {"softmax@1=columns", "softmax=unshifted"})
    checkError(ErrorCode::kInvalidInput, "need a pass that captures all layers", [&] {
      encoder.forward({1, 2}, a, {Capture::kNone, {}, parseStructure(text, config)});
    });
  checkError(ErrorCode::kInvalidInput, "norm_axis=tokens needs a pass of one sequence", [&] {
    encoder.forward({1, 2}, Sequences({1, 1}), a,
                    {Capture::kAllLayers, {}, parseStructure("norm_axis@1=tokens", config)});
  });
}
