#include "fovea/attention.h"

#include <cmath>

#include "catch2.h"
#include "closeness.h"
#include "fixture.h"
#include "samples.h"

using namespace fovea;
using namespace fovea::test;

namespace {

struct AttentionCase {
  std::string place;
  Index heads;
  AttentionMask mask;
};

const std::vector<AttentionCase> kCases = {
    {"attention.none/", 2, {}},
    {"attention.causal/", 4, {true, {}}},
    {"attention.padding/", 1, {false, {1, 1, 0, 1, 0, 1}}},
    {"attention.one_token/", 2, {}},
};

AttentionActivations attend(const AttentionWeights& weights, Index heads, const Matrix& x,
                            const AttentionMask& mask = {}) {
  AttentionActivations activations;
  const Sequences sequences({x.rows()});
  attentionForward(weights, {heads, sequences, sequences, mask}, x, x, activations);
  return activations;
}

// The key's bias adds the same to every score of a row, so its true gradient is 0: what is left of
// it is rounding, to be measured against the query's gradient.
void checkGradient(const AttentionWeights& actual, const AttentionWeights& expected) {
  CHECK(relativeError(actual.query.weight, expected.query.weight) <= kBackwardTolerance);
  CHECK(relativeError(actual.query.bias, expected.query.bias) <= kBackwardTolerance);
  CHECK(relativeError(actual.key.weight, expected.key.weight) <= kBackwardTolerance);
  CHECK(actual.key.bias.norm() <= kBackwardTolerance * expected.query.bias.norm());
  CHECK(relativeError(actual.value.weight, expected.value.weight) <= kBackwardTolerance);
  CHECK(relativeError(actual.value.bias, expected.value.bias) <= kBackwardTolerance);
  CHECK(relativeError(actual.output.weight, expected.output.weight) <= kBackwardTolerance);
  CHECK(relativeError(actual.output.bias, expected.output.bias) <= kBackwardTolerance);
}

}  // namespace

TEST_CASE("attention is PyTorch's under every mask", "[attention][fixture]") {
  const Fixture fixture("layers");
  for (const auto& [place, heads, mask] : kCases) {
    DYNAMIC_SECTION(place) {
      const AttentionWeights weights = fixture.attention(place);
      const Matrix x = fixture.matrix(place + "x");
      const Sequences sequences({x.rows()});
      const AttentionActivations a = attend(weights, heads, x, mask);
      CHECK(relativeError(a.weights, fixture.row(place + "weights")) <= kForwardTolerance);
      CHECK(relativeError(a.output, fixture.matrix(place + "output")) <= kForwardTolerance);

      AttentionWeights gradient = AttentionWeights::zeros(8);
      AttentionActivations dActivations;
      dActivations.output = fixture.matrix(place + "g.output");
      Matrix dx;
      attentionBackward(weights, {heads, sequences, sequences, mask}, x, x, a, dActivations,
                        gradient, dx, dx);
      CHECK(relativeError(dx, fixture.matrix(place + "g.x")) <= kBackwardTolerance);
      checkGradient(gradient, fixture.attention(place + "g."));
    }
  }
}

TEST_CASE("the heads are one big product, split", "[attention]") {
  constexpr Index kHeads = 4;
  constexpr Index kDk = 3;
  constexpr Index kTokens = 5;
  Random random(1);
  const AttentionWeights weights = randomAttention(random, kHeads * kDk);
  const Matrix x = randomMatrix(random, kTokens, kHeads * kDk);
  const AttentionActivations joint = attend(weights, kHeads, x);

  Matrix output = Matrix::Zero(kTokens, kHeads * kDk);
  for (Index h = 0; h < kHeads; ++h) {
    // A head on its own: its rows of W_Q, W_K, W_V and its columns of W_O.
    const auto project = [&](const LinearWeights& linear) -> Matrix {
      Matrix y = x * linear.weight.middleRows(h * kDk, kDk).transpose();
      y.rowwise() += linear.bias.segment(h * kDk, kDk);
      return y;
    };
    const Matrix scores = project(weights.query) * project(weights.key).transpose();
    Matrix shares = (scores.array() / std::sqrt(Scalar(kDk))).exp();
    shares.array().colwise() /= shares.rowwise().sum().array();
    const Matrix head = shares * project(weights.value);
    output += head * weights.output.weight.middleCols(h * kDk, kDk).transpose();

    const Sequences sequences({kTokens});
    CHECK(relativeError(attentionMatrix(joint.scores, sequences, kHeads, 0, h), scores) < 2e-6);
    CHECK(relativeError(attentionMatrix(joint.weights, sequences, kHeads, 0, h), shares) < 2e-6);
    CHECK(relativeError(joint.heads.middleCols(h * kDk, kDk), head) < 2e-6);
  }
  output.rowwise() += weights.output.bias;
  CHECK(relativeError(joint.output, output) < 2e-6);
}

TEST_CASE("padded keys weigh 0 and later tokens are unseen, in every head", "[attention]") {
  Random random(2);
  const AttentionWeights weights = randomAttention(random, 8);
  const Matrix x = randomMatrix(random, 9, 8);
  const AttentionMask mask{true, {1, 1, 0, 1, 1, 1, 0, 0, 1}};
  const AttentionActivations a = attend(weights, 2, x, mask);
  for (Index h = 0; h < 2; ++h) {
    const auto shares = attentionMatrix(a.weights, Sequences({9}), 2, 0, h);
    for (Index i = 0; i < 9; ++i)
      for (Index j = 0; j < 9; ++j) CHECK((shares(i, j) == 0) == !mask.allows(i, j));
  }
}

TEST_CASE("packed sequences attend as they would alone", "[attention]") {
  const std::vector<Index> lengths = {3, 1, 4};
  const Sequences packed(lengths);
  Random random(3);
  const AttentionWeights weights = randomAttention(random, 8);
  const Matrix x = randomMatrix(random, 8, 8);
  const Matrix dOutput = randomMatrix(random, 8, 8);
  const AttentionMask everyKey;
  const AttentionSetting setting{2, packed, packed, everyKey};
  AttentionActivations all;
  attentionForward(weights, setting, x, x, all);
  AttentionWeights gradientOfAll = AttentionWeights::zeros(8);
  AttentionActivations dAll;
  dAll.output = dOutput;
  Matrix dxOfAll;
  attentionBackward(weights, setting, x, x, all, dAll, gradientOfAll, dxOfAll, dxOfAll);

  AttentionWeights gradient = AttentionWeights::zeros(8);
  for (Index s = 0; s < packed.count(); ++s) {
    const Index begin = packed.begin(s);
    const Index n = packed.length(s);
    const Sequences single({n});
    const Matrix rows = x.middleRows(begin, n);
    const AttentionActivations alone = attend(weights, 2, rows);
    CHECK(relativeError(all.output.middleRows(begin, n), alone.output) < 2e-6);
    for (Index h = 0; h < 2; ++h)
      CHECK(relativeError(attentionMatrix(all.weights, packed, 2, s, h),
                          attentionMatrix(alone.weights, single, 2, 0, h)) < 2e-6);
    AttentionActivations dAlone;
    dAlone.output = dOutput.middleRows(begin, n);
    Matrix dx;
    attentionBackward(weights, {2, single, single, everyKey}, rows, rows, alone, dAlone, gradient,
                      dx, dx);
    CHECK(relativeError(dxOfAll.middleRows(begin, n), dx) < 1e-5);
  }
  checkGradient(gradientOfAll, gradient);
}

TEST_CASE("attentionMatrix writes where it reads", "[attention]") {
  const Sequences sequences({2, 3});
  RowVector tensor = RowVector::Zero(2 * static_cast<Index>(sequences.pairs()));
  const AttentionMask everyKey;
  attentionMatrix(tensor, AttentionSetting{2, sequences, sequences, everyKey}, 1, 0).setConstant(5);
  // Both heads of sequence 0 (2 × 4 cells) come first, then head 0 of sequence 1 (9 cells).
  CHECK(tensor.segment(8, 9) == RowVector::Constant(9, 5));
  CHECK(tensor.sum() == 45);
  const RowVector& readable = tensor;
  CHECK(attentionMatrix(readable, sequences, 2, 1, 0) == Matrix::Constant(3, 3, 5));
}
