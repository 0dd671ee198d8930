#include "fovea/train/attention_loss.h"

#include "catch2.h"
#include "closeness.h"
#include "fixture.h"
#include "fovea/softmax.h"
#include "numeric_gradient.h"
#include "samples.h"

// Compiled in double precision.
using namespace fovea;
using namespace fovea::test;

namespace {

constexpr Index kHeads = 3;

// Activations of which only the attention weights are filled, layers of `heads` heads.
EncoderActivations weightsOnly(const Sequences& sequences, std::vector<RowVector> layers) {
  EncoderActivations activations;
  activations.sequences = sequences;
  activations.layers.resize(layers.size());
  for (std::size_t l = 0; l < layers.size(); ++l)
    activations.layers[l].attention.weights = std::move(layers[l]);
  return activations;
}

Sequences sequencesOf(const Fixture& fixture) {
  const std::vector<std::int32_t> lengths = fixture.integers("lengths");
  return Sequences(std::vector<Index>(lengths.begin(), lengths.end()));
}

// visit(sequence, head) for every attention matrix.
template <typename Visit>
void forEachMatrix(const Sequences& sequences, Visit&& visit) {
  for (Index s = 0; s < sequences.count(); ++s)
    for (Index h = 0; h < kHeads; ++h) visit(s, h);
}

RowVector softmaxOf(const RowVector& scores, const Sequences& sequences,
                    const AttentionMask& mask) {
  RowVector weights(scores.size());
  const AttentionSetting setting{kHeads, sequences, sequences, mask};
  forEachMatrix(sequences, [&](Index s, Index h) {
    softmaxForward(attentionMatrix(scores, setting, s, h), 1, mask, sequences.begin(s),
                   attentionMatrix(weights, setting, s, h));
  });
  return weights;
}

RowVector softmaxGradient(const RowVector& weights, const RowVector& dWeights,
                          const Sequences& sequences) {
  RowVector dScores(weights.size());
  const AttentionMask none;
  const AttentionSetting setting{kHeads, sequences, sequences, none};
  forEachMatrix(sequences, [&](Index s, Index h) {
    softmaxBackward(attentionMatrix(weights, setting, s, h),
                    attentionMatrix(dWeights, setting, s, h), 1,
                    attentionMatrix(dScores, setting, s, h));
  });
  return dScores;
}

ModelConfig threeHeads() {
  ModelConfig config = smallConfig();
  config.dModel = 6;
  config.heads = kHeads;
  config.activation = Activation::kGelu;  // without a kink
  return config;
}

const TokenIds kIds = {4, 1, 9, 2, 0, 7, 7, 3};
const Sequences kSequences({4, 1, 3});
constexpr double kOutputScale = 0.1;

double outputLoss(const Matrix& output) { return kOutputScale * output.squaredNorm() / 2; }

// A loss of the output, and the terms as they are defined.
double lossOf(const ModelWeights& weights, const AttentionTerms& terms) {
  const Encoder encoder(threeHeads(), weights);
  EncoderActivations a;
  encoder.forward(kIds, kSequences, a);
  const auto rows = static_cast<double>(kSequences.tokens());
  const double cap = std::log(terms.peakCap / (1 - terms.peakCap));
  double peak = 0;
  double overlap = 0;
  for (const LayerActivations& layer : a.layers) {
    const auto matrixOf = [&](Index s, Index h) {
      return attentionMatrix(layer.attention.weights, kSequences, kHeads, s, h);
    };
    forEachMatrix(kSequences, [&](Index s, Index h) {
      for (Index i = 0; i < kSequences.length(s) && kSequences.length(s) > 1; ++i) {
        const double p = matrixOf(s, h).row(i).maxCoeff();
        peak += std::pow(std::max(0.0, std::log(p / (1 - p)) - cap), 2) / (rows * kHeads);
      }
      for (Index other = 0; other < h; ++other)
        overlap += matrixOf(s, h).cwiseProduct(matrixOf(s, other)).sum() / (rows * 3);
    });
  }
  return outputLoss(encoder.output(a)) + terms.peakWeight * peak + terms.overlapWeight * overlap;
}

}  // namespace

TEST_CASE("The terms on the weights, and the scores' gradients, are PyTorch's") {
  const Fixture fixture("attention_terms");
  const Sequences sequences = sequencesOf(fixture);
  AttentionMask mask;
  for (const std::int32_t keep : fixture.integers("keep"))
    mask.keep.push_back(static_cast<std::uint8_t>(keep));
  std::vector<RowVector> layers;
  for (const char* scores : {"scores.0", "scores.1"})
    layers.push_back(softmaxOf(fixture.row(scores), sequences, mask));
  const EncoderActivations a = weightsOnly(sequences, layers);
  EncoderActivations da;
  const AttentionLoss loss = attentionLoss({0.7, 0.45, 1.3}, kHeads, sequences.tokens(), a, da);
  CHECK(loss.peak == Approx(double(fixture.row("peak")(0))).epsilon(kBackwardTolerance));
  CHECK(loss.overlap == Approx(double(fixture.row("overlap")(0))).epsilon(kBackwardTolerance));
  for (std::size_t l = 0; l < layers.size(); ++l)
    CHECK(relativeError(softmaxGradient(layers[l], da.layers[l].attention.weightsDirect, sequences),
                        fixture.row("g.scores." + std::to_string(l))) < kBackwardTolerance);
}

TEST_CASE("Through the backward pass the terms' gradient is that of differences") {
  const AttentionTerms terms = GENERATE(AttentionTerms{0.8, 0.35, 0}, AttentionTerms{0, 0.35, 1.5},
                                        AttentionTerms{0.8, 0.35, 1.5});
  ModelWeights weights = randomWeights(threeHeads(), 5);
  const Encoder encoder(threeHeads(), weights);
  EncoderActivations a;
  encoder.forward(kIds, kSequences, a);
  EncoderActivations da;
  ModelWeights gradient = ModelWeights::zeros(threeHeads());
  const AttentionLoss loss = attentionLoss(terms, kHeads, kSequences.tokens(), a, da);
  encoder.backward(a, kOutputScale * encoder.output(a), da, gradient);
  CHECK(outputLoss(encoder.output(a)) + terms.peakWeight * loss.peak +
            terms.overlapWeight * loss.overlap ==
        Approx(lossOf(weights, terms)).epsilon(1e-12));
  std::vector<Matrix> slopes;
  forEachParameter(weights, [&](const std::string&, auto& tensor) {
    slopes.emplace_back(numericGradient(tensor, [&] { return lossOf(weights, terms); }));
  });
  std::size_t i = 0;
  forEachParameter(gradient, [&](const std::string& name, const auto& tensor) {
    INFO(name);
    CHECK(largestMagnitude(Matrix(tensor) - slopes[i]) < 1e-8);
    ++i;
  });
}

TEST_CASE("A row of one weight alone adds nothing, a nearly saturated one a finite gradient") {
  const Sequences one({2});
  RowVector weights(kHeads * 4);
  weights << 1, 0, 0.5, 0.5, 1, 1e-28, 0.5, 0.5, 0.4, 0.6, 0.7, 0.3;
  EncoderActivations da;
  const AttentionLoss loss = attentionLoss({1, 0.6, 0}, kHeads, 2, weightsOnly(one, {weights}), da);
  const double saturated = 28 * std::log(10.0) - std::log(1.5);
  const double soft = std::log(7.0 / 3) - std::log(1.5);
  CHECK(loss.peak == Approx((saturated * saturated + soft * soft) / 6));
  const RowVector& gradient = da.layers[0].attention.weightsDirect;
  CHECK(gradient.head(4).isZero(0));
  CHECK(gradient.allFinite());
  const RowVector dScores = softmaxGradient(weights, gradient, one);
  CHECK(dScores(4) == Approx(2 * saturated / 6));
  CHECK(dScores(5) == Approx(-2 * saturated / 6));
}

TEST_CASE("Without weights the terms are left alone, and what an earlier pass set is taken back") {
  EncoderActivations a;
  const Encoder encoder(threeHeads(), randomWeights(threeHeads(), 5));
  encoder.forward(kIds, kSequences, a);
  EncoderActivations da;
  attentionLoss({0, 0.6, 1}, kHeads, 8, a, da);
  CHECK(da.layers[0].attention.weightsDirect.size() > 0);
  const AttentionLoss none = attentionLoss({0, 0.6, 0}, kHeads, 8, a, da);
  CHECK(none.overlap == 0);
  CHECK(da.layers[0].attention.weightsDirect.size() == 0);
}

TEST_CASE("One head overlaps with none") {
  RowVector weights(4);
  weights << 0.4, 0.6, 0.7, 0.3;
  EncoderActivations da;
  const Sequences one({2});
  CHECK(attentionLoss({0, 0.6, 1}, 1, 2, weightsOnly(one, {weights}), da).overlap == 0);
  CHECK(da.layers[0].attention.weightsDirect.isZero(0));
}
