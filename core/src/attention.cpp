#include "fovea/attention.h"

#include <cmath>

#include "fovea/softmax.h"

namespace fovea {
namespace {

Index matrixOffset(const Sequences& sequences, Index heads, Index sequence, Index head) {
  const Index n = sequences.length(sequence);
  return heads * sequences.pairsBefore(sequence) + head * n * n;
}

Scalar scoreScale(Index dK) { return 1 / std::sqrt(static_cast<Scalar>(dK)); }

}  // namespace

AttentionWeights AttentionWeights::zeros(Index dModel) {
  const LinearWeights square = LinearWeights::zeros(dModel, dModel);
  return {square, square, square, square};
}

Eigen::Map<const Matrix> attentionMatrix(const RowVector& tensor, const Sequences& sequences,
                                         Index heads, Index sequence, Index head) {
  const Index n = sequences.length(sequence);
  return {tensor.data() + matrixOffset(sequences, heads, sequence, head), n, n};
}

Eigen::Map<Matrix> attentionMatrix(RowVector& tensor, const Sequences& sequences, Index heads,
                                   Index sequence, Index head) {
  const Index n = sequences.length(sequence);
  return {tensor.data() + matrixOffset(sequences, heads, sequence, head), n, n};
}

void attentionForward(const AttentionWeights& weights, Index heads, const Sequences& sequences,
                      const AttentionMask& mask, const Matrix& x,
                      AttentionActivations& activations) {
  linearForward(weights.query, x, activations.query);
  linearForward(weights.key, x, activations.key);
  linearForward(weights.value, x, activations.value);
  activations.scores.resize(heads * sequences.pairs());
  activations.weights.resize(heads * sequences.pairs());
  activations.heads.resize(x.rows(), x.cols());

  const Index dK = x.cols() / heads;
  for (Index s = 0; s < sequences.count(); ++s) {
    const Index begin = sequences.begin(s);
    const Index n = sequences.length(s);
    for (Index h = 0; h < heads; ++h) {
      auto scores = attentionMatrix(activations.scores, sequences, heads, s, h);
      auto shares = attentionMatrix(activations.weights, sequences, heads, s, h);
      scores.noalias() = activations.query.block(begin, h * dK, n, dK) *
                         activations.key.block(begin, h * dK, n, dK).transpose();
      softmaxForward(scores, scoreScale(dK), mask, begin, shares);
      activations.heads.block(begin, h * dK, n, dK).noalias() =
          shares * activations.value.block(begin, h * dK, n, dK);
    }
  }
  linearForward(weights.output, activations.heads, activations.output);
}

void attentionBackward(const AttentionWeights& weights, Index heads, const Sequences& sequences,
                       const Matrix& x, const AttentionActivations& activations,
                       const Matrix& dOutput, AttentionWeights& gradient, Matrix& dx) {
  Matrix dHeads;
  linearBackward(weights.output, activations.heads, dOutput, gradient.output, dHeads);

  Matrix dQuery(x.rows(), x.cols());
  Matrix dKey(x.rows(), x.cols());
  Matrix dValue(x.rows(), x.cols());
  Matrix dScores;
  const Index dK = x.cols() / heads;
  for (Index s = 0; s < sequences.count(); ++s) {
    const Index begin = sequences.begin(s);
    const Index n = sequences.length(s);
    dScores.resize(n, n);
    for (Index h = 0; h < heads; ++h) {
      const auto ofHead = [&](auto& m) { return m.block(begin, h * dK, n, dK); };
      const auto shares = attentionMatrix(activations.weights, sequences, heads, s, h);
      ofHead(dValue).noalias() = shares.transpose() * ofHead(dHeads);
      dScores.noalias() = ofHead(dHeads) * ofHead(activations.value).transpose();
      softmaxBackward(shares, dScores, scoreScale(dK), dScores);
      ofHead(dQuery).noalias() = dScores * ofHead(activations.key);
      ofHead(dKey).noalias() = dScores.transpose() * ofHead(activations.query);
    }
  }

  Matrix part;
  linearBackward(weights.query, x, dQuery, gradient.query, dx);
  linearBackward(weights.key, x, dKey, gradient.key, part);
  dx += part;
  linearBackward(weights.value, x, dValue, gradient.value, part);
  dx += part;
}

}  // namespace fovea
