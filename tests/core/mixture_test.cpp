#include "fovea/mixture.h"

#include "catch2.h"
#include "closeness.h"
#include "samples.h"

using namespace fovea;
using namespace fovea::test;

namespace {

constexpr Index kTokens = 9;
constexpr Index kExperts = 4;
constexpr Index kPerToken = 2;
constexpr Index kUnused = 3;
constexpr Index kModel = 6;
constexpr Index kHidden = 10;

MixtureWeights randomMixture(Random& random, bool gated) {
  MixtureWeights weights;
  weights.router = randomLinear(random, kExperts, kModel);
  weights.router.bias(kUnused) = -100;
  for (Index e = 0; e < kExperts; ++e) {
    FeedForwardWeights expert{randomLinear(random, kHidden, kModel),
                              randomLinear(random, kModel, kHidden)};
    if (gated) expert.up = randomLinear(random, kHidden, kModel);
    weights.experts.push_back(expert);
  }
  return weights;
}

MixtureWeights zeroGradient(bool gated) {
  MixtureWeights gradient{LinearWeights::zeros(kExperts, kModel), {}};
  gradient.experts.assign(kExperts, FeedForwardWeights::zeros(kModel, kHidden));
  for (FeedForwardWeights& expert : gradient.experts)
    if (gated) expert.up = LinearWeights::zeros(kHidden, kModel);
  return gradient;
}

// Every token through every expert.
MixtureActivations forward(const MixtureWeights& weights, const Matrix& x) {
  MixtureActivations a;
  mixtureRoute(weights, x, a);
  mixtureWeigh(a);
  mixtureChoose(kPerToken, a);
  a.experts.resize(kExperts);
  for (std::size_t e = 0; e < a.experts.size(); ++e)
    feedForwardForward(weights.experts[e], Activation::kSilu, x, a.experts[e]);
  return a;
}

void checkClose(const LinearWeights& linear, const LinearWeights& expected) {
  CHECK(relativeError(linear.weight, expected.weight) <= kBackwardTolerance);
  CHECK(relativeError(linear.bias, expected.bias) <= kBackwardTolerance);
}

}  // namespace

TEST_CASE("of experts that are equally probable the first are taken", "[mixture]") {
  MixtureActivations a;
  a.probabilities = Matrix::Constant(1, kExperts, Scalar(0.25));
  mixtureChoose(2, a);
  CHECK(a.choice.row(0) == RowVector{{Scalar(0.5), Scalar(0.5), 0, 0}});
}

TEST_CASE("experts' gradients of the tokens they take are those of all tokens, the others at 0",
          "[mixture]") {
  const bool gated = GENERATE(false, true);
  Random random(7);
  const MixtureWeights weights = randomMixture(random, gated);
  const Matrix x = randomMatrix(random, kTokens, kModel);
  const Matrix dOutput = randomMatrix(random, kTokens, kModel);
  const MixtureActivations a = forward(weights, x);
  MixtureActivations da;
  MixtureWeights gradient = zeroGradient(gated);
  Matrix dx;
  mixtureBackward(weights, kPerToken, Activation::kSilu, x, a, dOutput, da, gradient, dx);

  MixtureWeights expected = zeroGradient(gated);
  Matrix dxOfAll = da.router * weights.router.weight;
  for (std::size_t e = 0; e < a.experts.size(); ++e) {
    INFO("expert " << e);
    const auto choice = a.choice.col(static_cast<Index>(e));
    FeedForwardActivations all;
    all.output = choice.asDiagonal() * dOutput;
    Matrix part;
    feedForwardBackward(weights.experts[e], Activation::kSilu, x, a.experts[e], all,
                        expected.experts[e], part);
    dxOfAll += part;
    CHECK(relativeError(da.experts[e].output, all.output) <= kBackwardTolerance);
    CHECK(relativeError(da.experts[e].activated, all.activated) <= kBackwardTolerance);
    CHECK(relativeError(da.experts[e].hidden, all.hidden) <= kBackwardTolerance);
    if (gated) CHECK(relativeError(da.experts[e].up, all.up) <= kBackwardTolerance);
    checkClose(gradient.experts[e].expand, expected.experts[e].expand);
    checkClose(gradient.experts[e].compress, expected.experts[e].compress);
    if (gated) checkClose(gradient.experts[e].up, expected.experts[e].up);
    for (Index token = 0; token < kTokens; ++token)
      if (choice(token) == 0) CHECK(da.experts[e].hidden.row(token).isZero(0));
  }
  CHECK(relativeError(dx, dxOfAll) <= kBackwardTolerance);
  CHECK(tokensOfExpert(a, kUnused).empty());
  CHECK(gradient.experts[kUnused].expand.weight.isZero(0));
}
