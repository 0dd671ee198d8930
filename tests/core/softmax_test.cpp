#include "fovea/softmax.h"

#include <cmath>
#include <limits>

#include "catch2.h"
#include "closeness.h"
#include "fixture.h"
#include "samples.h"

using namespace fovea;
using namespace fovea::test;

namespace {

constexpr auto kScoreScale = Scalar(0.35355339059327379);  // of the fixtures: 1 ÷ √8
const std::vector<std::uint8_t> kKeep = {1, 1, 0, 1, 0, 1};

Matrix softmax(const Matrix& scores, Scalar scale = 1, const AttentionMask& mask = {},
               Index firstToken = 0) {
  Matrix weights(scores.rows(), scores.cols());
  softmaxForward(scores, scale, mask, firstToken, weights);
  return weights;
}

}  // namespace

TEST_CASE("softmax is PyTorch's under every mask", "[softmax][fixture]") {
  const Fixture fixture("layers");
  const std::map<std::string, AttentionMask> cases = {{"softmax.none/", {}},
                                                      {"softmax.causal/", {true, {}}},
                                                      {"softmax.padding/", {false, kKeep}},
                                                      {"softmax.both/", {true, kKeep}}};
  for (const auto& [place, mask] : cases) {
    DYNAMIC_SECTION(place) {
      const Matrix weights = softmax(fixture.matrix(place + "x"), kScoreScale, mask);
      CHECK(relativeError(weights, fixture.matrix(place + "output")) <= kForwardTolerance);

      Matrix dScores(6, 6);
      softmaxBackward(weights, fixture.matrix(place + "g.output"), kScoreScale, dScores);
      CHECK(relativeError(dScores, fixture.matrix(place + "g.x")) <= kBackwardTolerance);
    }
  }
}

TEST_CASE("rows sum to 1 whatever the size of the scores", "[softmax]") {
  const double size = GENERATE(0.0, 1.0, 100.0, 1e4, 1e10, 1e30);
  const Index n = GENERATE(1, 2, 7, 33);
  Random random(1);
  const Matrix weights = softmax(randomMatrix(random, n, n, size), kScoreScale);
  CHECK(weights.allFinite());
  CHECK(weights.minCoeff() >= 0);
  CHECK(largestMagnitude(weights.rowwise().sum().array() - 1) < 1e-6);
}

TEST_CASE("scores of ±10 000 give the weights 1 and 0", "[softmax]") {
  Matrix scores(2, 2);
  scores << Scalar(1e4), Scalar(-1e4), Scalar(-1e4), Scalar(1e4);
  const Matrix weights = softmax(scores);
  CHECK(largestMagnitude(weights - Matrix::Identity(2, 2)) < 1e-30);
}

TEST_CASE("a shift of all scores changes nothing", "[softmax]") {
  Random random(2);
  const Matrix scores = randomMatrix(random, 5, 5);
  const Matrix shifted = scores.array() + 64;
  CHECK(relativeError(softmax(shifted), softmax(scores)) < 2e-5);
}

TEST_CASE("equal scores share the weight", "[softmax]") {
  CHECK(softmax(Matrix::Constant(4, 4, 3)) == Matrix::Constant(4, 4, Scalar(0.25)));
}

TEST_CASE("a forbidden key weighs 0 exactly, even where its score is largest", "[softmax]") {
  const Index n = 11;  // more than a vector register holds
  Random random(3);
  Matrix scores = randomMatrix(random, n, n);
  scores.col(4).setConstant(Scalar(1e4));
  AttentionMask mask{true, std::vector<std::uint8_t>(11, 1)};
  mask.keep[4] = 0;
  const Matrix weights = softmax(scores, 1, mask);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) CHECK((weights(i, j) == 0) == !mask.allows(i, j));
    CHECK(std::abs(weights.row(i).sum() - 1) < 1e-6);
  }
}

TEST_CASE("a query that may see no key gives no weight", "[softmax]") {
  const Matrix scores = Matrix::Ones(3, 3);
  CHECK(softmax(scores, 1, {false, {0, 0, 0}}) == Matrix::Zero(3, 3));
  const Matrix weights = softmax(scores, 1, {true, {0, 1, 1}});
  CHECK(weights.row(0) == RowVector::Zero(3));
  CHECK(weights(1, 1) == 1);
}

TEST_CASE("a score that is not a number leaves no number in its row", "[softmax]") {
  const Scalar none = std::numeric_limits<Scalar>::quiet_NaN();
  const Index n = 11;
  for (Index at = 0; at < n; ++at) {
    Matrix scores = Matrix::Ones(n, n);
    scores(at, at) = none;
    const Matrix weights = softmax(scores);
    for (Index i = 0; i < n; ++i) CHECK(weights.row(i).array().isNaN().all() == (i == at));
    // The only key that row `at` may see; forbidden, it is as good as any.
    AttentionMask mask{false, std::vector<std::uint8_t>(11, 0)};
    mask.keep[static_cast<std::size_t>(at)] = 1;
    CHECK(softmax(scores, 1, mask).row(at).array().isNaN().all());
    mask.keep[static_cast<std::size_t>(at)] = 0;
    CHECK(softmax(scores, 1, mask) == Matrix::Zero(n, n));
  }
}

TEST_CASE("firstToken is where the mask begins to count", "[softmax]") {
  const Matrix scores = Matrix::Ones(2, 2);
  const Matrix weights = softmax(scores, 1, {false, {0, 0, 1, 0}}, 2);
  CHECK(weights.col(0) == Matrix::Ones(2, 1));
  CHECK(weights.col(1) == Matrix::Zero(2, 1));
}

TEST_CASE("backward may write over dWeights", "[softmax]") {
  Random random(4);
  const Matrix weights = softmax(randomMatrix(random, 6, 6));
  const Matrix dWeights = randomMatrix(random, 6, 6);
  Matrix apart(6, 6);
  softmaxBackward(weights, dWeights, kScoreScale, apart);
  Matrix inPlace = dWeights;
  softmaxBackward(weights, inPlace, kScoreScale, inPlace);
  CHECK(inPlace == apart);
}
