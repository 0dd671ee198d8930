#include "fovea/train/recurrent_layer.h"

#include "catch2.h"
#include "closeness.h"
#include "fixture.h"

// Compiled in single and in double precision.
using namespace fovea;
using namespace fovea::test;

namespace {

Sequences lengthsIn(const Fixture& fixture) {
  const std::vector<std::int32_t> lengths = fixture.integers("lengths");
  return Sequences(std::vector<Index>(lengths.begin(), lengths.end()));
}

LstmWeights lstmOf(const Fixture& fixture, const std::string& prefix) {
  return {fixture.linear(prefix + "input."), fixture.linear(prefix + "recurrent.")};
}

RecurrentLayerWeights weightsOf(const Fixture& fixture, const std::string& prefix) {
  return {lstmOf(fixture, prefix + "forward."), lstmOf(fixture, prefix + "backward."),
          fixture.linear(prefix + "output."), fixture.norm(prefix + "norm.")};
}

RecurrentLayerWeights zerosLike(const RecurrentLayerWeights& weights) {
  RecurrentLayerWeights zeros = weights;
  for (LinearWeights* linear : {&zeros.forward.input, &zeros.forward.recurrent,
                                &zeros.backward.input, &zeros.backward.recurrent, &zeros.output}) {
    linear->weight.setZero();
    linear->bias.setZero();
  }
  zeros.norm.gamma.setZero();
  zeros.norm.beta.setZero();
  return zeros;
}

void checkLinear(const LinearWeights& actual, const LinearWeights& expected) {
  CHECK(relativeError(actual.weight, expected.weight) < kBackwardTolerance);
  CHECK(relativeError(actual.bias, expected.bias) < kBackwardTolerance);
}

}  // namespace

TEST_CASE("A recurrent layer computes what PyTorch's LSTM does, forward and backward") {
  const Fixture fixture("recurrent");
  const Sequences sequences = lengthsIn(fixture);
  const RecurrentLayerWeights weights = weightsOf(fixture, "");
  const Matrix x = fixture.matrix("x");
  RecurrentLayerActivations a;
  recurrentLayerForward(weights, 1e-5, sequences, x, a);
  CHECK(relativeError(a.states, fixture.matrix("states")) < kForwardTolerance);
  CHECK(relativeError(a.norm.output, fixture.matrix("y")) < kForwardTolerance);

  RecurrentLayerWeights gradient = zerosLike(weights);
  Matrix dx;
  recurrentLayerBackward(weights, a, fixture.matrix("g.y"), gradient, dx);
  CHECK(relativeError(dx, fixture.matrix("g.x")) < kBackwardTolerance);
  const RecurrentLayerWeights expected = weightsOf(fixture, "g.");
  checkLinear(gradient.forward.input, expected.forward.input);
  checkLinear(gradient.forward.recurrent, expected.forward.recurrent);
  checkLinear(gradient.backward.input, expected.backward.input);
  checkLinear(gradient.backward.recurrent, expected.backward.recurrent);
  checkLinear(gradient.output, expected.output);
  CHECK(relativeError(gradient.norm.gamma, expected.norm.gamma) < kBackwardTolerance);
  CHECK(relativeError(gradient.norm.beta, expected.norm.beta) < kBackwardTolerance);
}

TEST_CASE("Sequences that lie end to end are read as each alone, whichever is the longest") {
  const Fixture fixture("recurrent");
  const RecurrentLayerWeights weights = weightsOf(fixture, "");
  const Matrix x = fixture.matrix("x");
  const Sequences sequences({2, 4, 3});
  RecurrentLayerActivations together;
  recurrentLayerForward(weights, 1e-5, sequences, x, together);
  for (Index i = 0; i < sequences.count(); ++i) {
    RecurrentLayerActivations alone;
    const Matrix rows = x.middleRows(sequences.begin(i), sequences.length(i));
    recurrentLayerForward(weights, 1e-5, Sequences({sequences.length(i)}), rows, alone);
    CHECK(relativeError(together.norm.output.middleRows(sequences.begin(i), sequences.length(i)),
                        alone.norm.output) < kForwardTolerance);
  }
}
