#include "fovea/train/balance_loss.h"

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

ModelConfig threeExperts() {
  ModelConfig config = smallConfig();
  config.activation = Activation::kSilu;
  config.experts = 3;
  config.gated = true;
  return config;
}

const TokenIds kTokens = {4, 1, 9, 2, 0, 7, 7, 3};
const Sequences kTwoSentences({5, 3});
constexpr double kBalanceWeight = 0.7;

EncoderActivations passOfExperts(const ModelWeights& weights, const TokenIds& ids,
                                 const Sequences& sequences) {
  EncoderActivations a;
  Encoder(threeExperts(), weights).forward(ids, sequences, a);
  return a;
}

// A loss of the output, and the term as it is defined.
double lossWithBalance(const ModelWeights& weights) {
  const Encoder encoder(threeExperts(), weights);
  const EncoderActivations a = passOfExperts(weights, kTokens, kTwoSentences);
  double balance = 0;
  for (const LayerActivations& layer : a.layers) {
    const MixtureActivations& m = layer.mixture;
    for (Index e = 0; e < 3; ++e) {
      const auto takers = static_cast<double>((m.choice.col(e).array() > 0).count());
      balance += 3 * (takers / 8) * m.probabilities.col(e).mean();
    }
  }
  return encoder.output(a).squaredNorm() / 2 + kBalanceWeight * balance;
}

}  // namespace

TEST_CASE("The balance of experts, and the router's gradients, are those of Mixtral's training") {
  const Fixture fixture("balance");
  EncoderActivations a;
  a.layers.resize(2);
  for (std::size_t l = 0; l < 2; ++l) {
    a.layers[l].mixture.router = fixture.matrix("router." + std::to_string(l));
    mixtureWeigh(a.layers[l].mixture);
    mixtureChoose(2, a.layers[l].mixture);
  }
  EncoderActivations da;
  const Balance balance = balanceLoss(kBalanceWeight, 7, a, da);
  CHECK(balance.loss == Approx(double(fixture.row("balance")(0))).epsilon(kBackwardTolerance));
  for (std::size_t l = 0; l < 2; ++l) {
    CHECK(relativeError(balance.shares[l], fixture.row("shares." + std::to_string(l))) < 1e-7);
    Matrix dRouter(7, 4);
    softmaxBackward(a.layers[l].mixture.probabilities, da.layers[l].mixture.probabilitiesDirect, 1,
                    dRouter);
    CHECK(relativeError(dRouter, fixture.matrix("g.router." + std::to_string(l))) <
          kBackwardTolerance);
  }
}

TEST_CASE("Through the backward pass the balance's gradient is that of differences") {
  ModelWeights weights = randomWeights(threeExperts(), 5);
  const Encoder encoder(threeExperts(), weights);
  const EncoderActivations a = passOfExperts(weights, kTokens, kTwoSentences);
  EncoderActivations da;
  ModelWeights gradient = ModelWeights::zeros(threeExperts());
  const Balance balance = balanceLoss(kBalanceWeight, 8, a, da);
  encoder.backward(a, encoder.output(a), da, gradient);
  CHECK(encoder.output(a).squaredNorm() / 2 + kBalanceWeight * balance.loss ==
        Approx(lossWithBalance(weights)).epsilon(1e-12));
  LayerWeights& first = weights.layers[0];
  const auto check = [&](Matrix& parameter, const Matrix& slopes) {
    const Matrix numeric = numericGradient(parameter, [&] { return lossWithBalance(weights); });
    CHECK(largestMagnitude(slopes - numeric) < 1e-7);
  };
  for (std::size_t l = 0; l < 2; ++l)
    check(weights.layers[l].mixture.router.weight, gradient.layers[l].mixture.router.weight);
  check(first.attention.output.weight, gradient.layers[0].attention.output.weight);
}

TEST_CASE("Each part of a batch is balanced by itself, and counts for its share of the tokens") {
  const ModelWeights weights = randomWeights(threeExperts(), 5);
  EncoderActivations da;
  const Balance whole = balanceLoss(1, 8, passOfExperts(weights, kTokens, kTwoSentences), da);
  const EncoderActivations first = passOfExperts(weights, {4, 1, 9, 2, 0}, Sequences({5}));
  const EncoderActivations second = passOfExperts(weights, {7, 7, 3}, Sequences({3}));
  const Balance a = balanceLoss(1, 8, first, da);
  const Balance b = balanceLoss(1, 8, second, da);
  for (std::size_t l = 0; l < 2; ++l) {
    CHECK(relativeError(a.shares[l] + b.shares[l], whole.shares[l]) < 1e-12);
    CHECK(whole.shares[l].sum() == Approx(2));
  }
  EncoderActivations alone;
  CHECK(a.loss == Approx(balanceLoss(1, 5, first, alone).loss * 5 / 8));
}

TEST_CASE("Without a weight the balance is told, and what an earlier pass set is taken back") {
  const EncoderActivations a =
      passOfExperts(randomWeights(threeExperts(), 5), kTokens, kTwoSentences);
  EncoderActivations da;
  const double loss = balanceLoss(1, 8, a, da).loss;
  CHECK(da.layers[0].mixture.probabilitiesDirect.size() == 24);
  CHECK(balanceLoss(0, 8, a, da).loss == loss);
  CHECK(da.layers[0].mixture.probabilitiesDirect.size() == 0);
}

TEST_CASE("A model without experts has no balance") {
  EncoderActivations a;
  Encoder(smallConfig(), randomWeights(smallConfig(), 5)).forward(kTokens, kTwoSentences, a);
  EncoderActivations da;
  const Balance none = balanceLoss(1, 8, a, da);
  CHECK(none.loss == 0);
  CHECK(none.shares.empty());
}
