#include "fovea/attention.h"

#include <cmath>

#include "fovea/softmax.h"
#include "kernels/attend.h"
#include "kernels/product.h"
#include "kernels/rows.h"

namespace fovea {
namespace {

// Encoder has checked that heads · pairs() fits.
Index matrixOffset(const Sequences& sequences, Index heads, Index sequence, Index head) {
  const Index n = sequences.length(sequence);
  return heads * static_cast<Index>(sequences.pairsBefore(sequence)) + head * n * n;
}

Scalar scoreScale(Index dK) { return 1 / std::sqrt(static_cast<Scalar>(dK)); }

/// One head of one sequence, and the block of an n × dModel tensor that belongs to it.
struct HeadOfSequence {
  Index heads;
  const Sequences& sequences;
  Index sequence;
  Index head;

  Index begin() const { return sequences.begin(sequence); }
  Index dK(const Matrix& m) const { return m.cols() / heads; }

  template <typename M>
  auto of(M& m) const {
    return m.block(begin(), head * dK(m), sequences.length(sequence), dK(m));
  }
};

/// Keeps the scores and the weights.
void attend(const HeadOfSequence& head, const AttentionMask& mask, AttentionActivations& a) {
  auto scores = attentionMatrix(a.scores, head.sequences, head.heads, head.sequence, head.head);
  auto shares = attentionMatrix(a.weights, head.sequences, head.heads, head.sequence, head.head);
  auto out = head.of(a.heads);
  kernels::multiply(strided(head.of(a.query)), strided(head.of(a.key)).transposed(), scores.data(),
                    scores.cols());
  softmaxForward(scores, scoreScale(out.cols()), mask, head.begin(), shares);
  kernels::multiply(strided(shares), strided(head.of(a.value)), out.data(), out.outerStride());
}

void attendInTiles(const HeadOfSequence& head, const AttentionMask& mask, AttentionActivations& a) {
  auto out = head.of(a.heads);
  kernels::attend({strided(head.of(a.query)), strided(head.of(a.key)), strided(head.of(a.value))},
                  scoreScale(out.cols()), mask, head.begin(), out.data(), out.outerStride());
}

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

RowVector attentionRow(const AttentionActivations& activations, Index heads,
                       const Sequences& sequences, const AttentionMask& mask, Index sequence,
                       Index head, Index query) {
  const HeadOfSequence place{heads, sequences, sequence, head};
  const Index begin = place.begin();
  const auto queries = place.of(activations.query);
  const auto keys = place.of(activations.key);
  const Index n = keys.rows();
  RowVector scores(n);
  RowVector weights(n);
  kernels::multiply(strided(queries.middleRows(query, 1)), strided(keys).transposed(),
                    scores.data(), n);
  const Scalar* const allowed =
      kernels::maskRow(mask, begin + query, begin, scores.data(), n, weights.data());
  kernels::softmaxRow(allowed, n, scoreScale(keys.cols()), weights.data());
  return weights;
}

void attentionForward(const AttentionWeights& weights, Index heads, const Sequences& sequences,
                      const AttentionMask& mask, const Matrix& x, AttentionActivations& activations,
                      Capture capture) {
  linearForward(weights.query, x, activations.query);
  linearForward(weights.key, x, activations.key);
  linearForward(weights.value, x, activations.value);
  activations.heads.resize(x.rows(), x.cols());
  const Index pairs = capture == Capture::kNone ? 0 : heads * static_cast<Index>(sequences.pairs());
  activations.scores.resize(pairs);
  activations.weights.resize(pairs);
  for (Index s = 0; s < sequences.count(); ++s) {
    for (Index h = 0; h < heads; ++h) {
      if (capture == Capture::kNone) {
        attendInTiles({heads, sequences, s, h}, mask, activations);
      } else {
        attend({heads, sequences, s, h}, mask, activations);
      }
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
  for (Index s = 0; s < sequences.count(); ++s) {
    dScores.resize(sequences.length(s), sequences.length(s));
    for (Index h = 0; h < heads; ++h) {
      const HeadOfSequence head{heads, sequences, s, h};
      const auto view = [&](const Matrix& m) { return strided(head.of(m)); };
      const auto multiplyInto = [&](Matrix& m, const StridedView& a, const StridedView& b) {
        auto out = head.of(m);
        kernels::multiply(a, b, out.data(), out.outerStride());
      };
      const auto shares = attentionMatrix(activations.weights, sequences, heads, s, h);
      multiplyInto(dValue, strided(shares).transposed(), view(dHeads));
      kernels::multiply(view(dHeads), view(activations.value).transposed(), dScores.data(),
                        dScores.cols());
      softmaxBackward(shares, dScores, scoreScale(x.cols() / heads), dScores);
      multiplyInto(dQuery, strided(dScores), view(activations.key));
      multiplyInto(dKey, strided(dScores).transposed(), view(activations.query));
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
