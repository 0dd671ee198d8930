#include "fovea/attention.h"

#include <cstdlib>

#include "attention_heads.h"
#include "fovea/relative_positions.h"
#include "fovea/softmax.h"
#include "kernels/attend.h"
#include "kernels/product.h"
#include "kernels/rows.h"
#include "row_products.h"
#include "windowed_attention.h"

namespace fovea {
namespace {

void score(const HeadOfSequence& head, AttentionActivations& a) {
  multiplyInto(head.matrix(a.scores), strided(head.query(a)), strided(head.key(a)).transposed());
}

auto softmaxWith(SoftmaxBug bug) {
  switch (bug) {
    case SoftmaxBug::kColumns:
      return &softmaxOverColumns;
    case SoftmaxBug::kUnshifted:
      return &softmaxUnshifted;
    case SoftmaxBug::kNone:
      break;
  }
  return &softmaxForward;
}

void normalise(const HeadOfSequence& head, AttentionActivations& a) {
  const auto softmax = softmaxWith(head.setting.bugs.softmax);
  const Scalar scale = head.scale(a);
  if (!head.setting.isWindowed() && !head.setting.hasBiases())
    return softmax(head.matrix(a.scores), scale, head.setting.mask, head.firstKey(),
                   head.matrix(a.weights));
  Matrix seen = head.matrix(a.scores);
  if (head.setting.hasBiases()) seen += head.matrix(a.biases) / scale;
  if (head.setting.isWindowed()) hideByDistance(head.setting, 0, 0, seen);
  softmax(seen, scale, head.setting.mask, head.firstKey(), head.matrix(a.weights));
}

void mix(const HeadOfSequence& head, AttentionActivations& a) {
  multiplyInto(head.ofQueries(a.heads), strided(head.matrix(a.weights)),
               strided(head.ofKeys(a.value)));
}

/// Scores, weights and their sum of values, of one query to a cache.
void attendInStep(const HeadOfSequence& head, AttentionActivations& a) {
  multiplyByRows(head.query(a).data(), strided(head.key(a)), head.matrix(a.scores).data());
  normalise(head, a);
  sumOfRows(head.matrix(a.weights).data(), strided(head.ofKeys(a.value)),
            head.ofQueries(a.heads).data());
}

void attendInTiles(const HeadOfSequence& head, AttentionActivations& a) {
  if (head.setting.isWindowed() || head.setting.hasRelativeBias()) return attendInWindow(head, a);
  auto out = head.ofQueries(a.heads);
  const Scalar scale = head.scale(a);
  kernels::attend({strided(head.query(a)), strided(head.key(a)), strided(head.ofKeys(a.value)),
                   head.slope() / scale},
                  scale, head.setting.mask, head.firstKey(), out.data(), out.outerStride());
}

/// Numbers in `scores`, in `biases` and in `weights`.
Index pairsOfHeads(const AttentionSetting& setting) {
  return setting.heads * static_cast<Index>(setting.pairsBefore(setting.queries.count()));
}

void resize(const AttentionSetting& setting, Capture capture, AttentionActivations& a) {
  const Index pairs = capture == Capture::kNone ? 0 : pairsOfHeads(setting);
  a.scores.resize(pairs);
  a.weights.resize(pairs);
  a.heads.resize(a.query.rows(), a.query.cols());
}

/// Turns the queries and keys of every head, or their gradients back.
void rotate(const AttentionSetting& setting, bool back, AttentionActivations& a) {
  const Index first = setting.firstQuery();
  (back ? a.query : a.rotatedQuery).resizeLike(back ? a.rotatedQuery : a.query);
  (back ? a.key : a.rotatedKey).resizeLike(back ? a.rotatedKey : a.key);
  forEachHead(setting, [&](const HeadOfSequence& head) {
    rotateRows(head.ofQueries(back ? a.rotatedQuery : a.query),
               head.ofQueries(back ? a.query : a.rotatedQuery), back, first, setting.rotaryBase);
    if (head.isFirstSharing())
      rotateRows(head.ofKeysFrom(first, back ? a.rotatedKey : a.key),
                 head.ofKeysFrom(first, back ? a.key : a.rotatedKey), back, first,
                 setting.rotaryBase);
  });
}

/// Keys or values of the memory; in a cache, those of its last rows.
void project(const AttentionSetting& setting, const LinearWeights& weights, const Matrix& memory,
             Capture capture, Matrix& m) {
  if (!kWithVariants || !setting.cached) return linearForward(weights, memory, m, capture);
  if (memory.rows() == 0) return;
  Matrix rows;
  linearForward(weights, memory, rows, capture);
  m.middleRows(setting.keys.tokens() - rows.rows(), rows.rows()) = rows;
}

/// The gradients of one head's weights, scores, biases, query, key and value. Heads that share
/// keys and values add to their gradients.
void headBackward(const HeadOfSequence& head, const AttentionActivations& a,
                  AttentionActivations& da) {
  const auto dHeads = strided(head.ofQueries(da.heads));
  const auto weights = head.matrix(a.weights);
  auto dWeights = head.matrix(da.weights);
  auto dScores = head.matrix(da.scores);
  const kernels::Start start = head.isFirstSharing() ? kernels::Start() : kernels::kAdd;
  multiplyInto(head.ofKeys(da.value), strided(weights).transposed(), dHeads, start);
  multiplyInto(dWeights, dHeads, strided(head.ofKeys(a.value)).transposed());
  if (da.weightsDirect.size() > 0) dWeights += head.matrix(da.weightsDirect);
  softmaxBackward(weights, dWeights, head.scale(a), dScores);
  if (head.setting.hasBiases()) head.matrix(da.biases) = dScores / head.scale(a);
  multiplyInto(head.query(da), strided(dScores), strided(head.key(a)));
  multiplyInto(head.key(da), strided(dScores).transposed(), strided(head.query(a)), start);
}

}  // namespace

AttentionWeights AttentionWeights::zeros(Index dModel) {
  const LinearWeights square = LinearWeights::zeros(dModel, dModel);
  return {square, square, square, square};
}

std::int64_t AttentionSetting::pairsBefore(Index i) const {
  if (&queries == &keys) return queries.pairsBefore(i);
  std::int64_t pairs = 0;
  for (Index s = 0; s < i; ++s) pairs += std::int64_t{queries.length(s)} * keys.length(s);
  return pairs;
}

Eigen::Map<const Matrix> attentionMatrix(const RowVector& tensor, const AttentionSetting& setting,
                                         Index sequence, Index head) {
  return {tensor.data() + matrixOffset(setting, sequence, head), setting.queries.length(sequence),
          setting.keys.length(sequence)};
}

Eigen::Map<Matrix> attentionMatrix(RowVector& tensor, const AttentionSetting& setting,
                                   Index sequence, Index head) {
  return {tensor.data() + matrixOffset(setting, sequence, head), setting.queries.length(sequence),
          setting.keys.length(sequence)};
}

Eigen::Map<const Matrix> attentionMatrix(const RowVector& tensor, const Sequences& sequences,
                                         Index heads, Index sequence, Index head) {
  return attentionMatrix(tensor, AttentionSetting{heads, sequences, sequences, {}}, sequence, head);
}

RowVector attentionRow(const AttentionActivations& activations, const AttentionSetting& setting,
                       Index sequence, Index head, Index query) {
  const HeadOfSequence place{setting, sequence, head};
  const auto queries = place.query(activations);
  const auto keys = place.key(activations);
  const Index m = keys.rows();
  RowVector scores(m);
  RowVector weights(m);
  kernels::multiply(strided(queries.middleRows(query, 1)), strided(keys).transposed(),
                    scores.data(), m);
  const Scalar slope = place.slope() / place.scale(activations);
  for (Index j = 0; j < m && slope != 0; ++j)
    scores(j) -= slope * static_cast<Scalar>(std::abs(query - j));
  if (setting.hasRelativeBias())
    scores += relativeBiases(*setting.relativeBias, head, m).segment(m - 1 - query, m) /
              place.scale(activations);
  for (Index j = 0; j < m; ++j)
    if (!setting.isInWindow(query, j)) scores(j) = kernels::kMinusInfinity;
  const Scalar* const allowed = kernels::maskRow({setting.mask, query, 0, place.firstKey()},
                                                 scores.data(), m, weights.data());
  kernels::softmaxRow(allowed, m, place.scale(activations), weights.data());
  return weights;
}

void attentionProject(const AttentionWeights& weights, const AttentionSetting& setting,
                      const Matrix& x, const Matrix& memory, AttentionActivations& activations,
                      Capture capture) {
  linearForward(weights.query, x, activations.query, capture);
  project(setting, weights.key, memory, capture, activations.key);
  project(setting, weights.value, memory, capture, activations.value);
}

void attentionRotate(const AttentionSetting& setting, AttentionActivations& activations) {
  rotate(setting, false, activations);
}

void attentionBias(const AttentionSetting& setting, AttentionActivations& activations) {
  activations.biases.resize(pairsOfHeads(setting));
  forEachHead(setting, [&](const HeadOfSequence& head) {
    auto biases = head.matrix(activations.biases);
    if (!setting.hasRelativeBias()) return alibiBiases(head.slope(), biases, setting.firstQuery());
    const Index n = biases.cols();
    const RowVector all = relativeBiases(*setting.relativeBias, head.head, n);
    for (Index i = 0; i < n; ++i) biases.row(i) = all.segment(n - 1 - i, n);
  });
}

void attentionScore(const AttentionSetting& setting, AttentionActivations& activations) {
  resize(setting, Capture::kAllLayers, activations);
  forEachHead(setting, [&](const HeadOfSequence& head) { score(head, activations); });
}

void attentionNormalise(const AttentionSetting& setting, AttentionActivations& activations) {
  forEachHead(setting, [&](const HeadOfSequence& head) { normalise(head, activations); });
}

void attentionMix(const AttentionSetting& setting, AttentionActivations& activations) {
  forEachHead(setting, [&](const HeadOfSequence& head) { mix(head, activations); });
}

void attentionOutput(const AttentionWeights& weights, const AttentionSetting& setting,
                     AttentionActivations& activations, Capture capture) {
  if (setting.bugs.missingOutput) {
    activations.output = activations.heads;
  } else {
    linearForward(weights.output, activations.heads, activations.output, capture);
  }
}

void attentionForward(const AttentionWeights& weights, const AttentionSetting& setting,
                      const Matrix& x, const Matrix& memory, AttentionActivations& activations,
                      Capture capture) {
  attentionProject(weights, setting, x, memory, activations, capture);
  if (isRotary(setting.positions)) attentionRotate(setting, activations);
  if (setting.hasBiases() && capture != Capture::kNone) attentionBias(setting, activations);
  resize(setting, capture, activations);
  // Head by head, so that a head's scores are still in the cache when its values are mixed.
  shared::forEachHead(setting, [&](const HeadOfSequence& head) {
    if (capture == Capture::kNone) {
      attendInTiles(head, activations);
    } else if (kWithVariants && setting.cached && setting.queries.tokens() == 1) {
      attendInStep(head, activations);
    } else {
      score(head, activations);
      normalise(head, activations);
      mix(head, activations);
    }
  });
  attentionOutput(weights, setting, activations, capture);
}

void attentionBackward(const AttentionWeights& weights, const AttentionSetting& setting,
                       const Matrix& x, const Matrix& memory,
                       const AttentionActivations& activations, AttentionActivations& dActivations,
                       AttentionWeights& gradient, Matrix& dx, Matrix& dMemory) {
  AttentionActivations& da = dActivations;
  linearBackward(weights.output, activations.heads, da.output, gradient.output, da.heads);

  scoredQuery(setting, da).resizeLike(activations.query);
  scoredKey(setting, da).resizeLike(activations.key);
  da.value.resizeLike(activations.value);
  da.biases.resize(setting.hasBiases() ? activations.weights.size() : 0);
  da.scores.resize(activations.weights.size());
  da.weights.resize(activations.weights.size());
  forEachHead(setting, [&](const HeadOfSequence& head) { headBackward(head, activations, da); });
  if (isRotary(setting.positions)) rotate(setting, true, da);

  linearBackward(weights.query, x, da.query, gradient.query, dx);
  if (&dMemory != &dx) dMemory.setZero(memory.rows(), memory.cols());
  Matrix part;
  linearBackward(weights.key, memory, da.key, gradient.key, part);
  dMemory += part;
  linearBackward(weights.value, memory, da.value, gradient.value, part);
  dMemory += part;
}

void relativeBiasBackward(const AttentionSetting& setting, const AttentionActivations& dActivations,
                          Matrix& gradient) {
  forEachHead(setting, [&](const HeadOfSequence& head) {
    const auto dBiases = head.matrix(dActivations.biases);
    const Index n = dBiases.cols();
    RowVector sums = RowVector::Zero(2 * n - 1);
    for (Index i = 0; i < n; ++i) sums.segment(n - 1 - i, n) += dBiases.row(i);
    for (Index i = 0; i < sums.size(); ++i)
      gradient(relativeBucket(i - n + 1), head.head) += sums(i);
  });
}

}  // namespace fovea
