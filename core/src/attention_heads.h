#pragma once

#include <cmath>

#include "fovea/attention.h"
#include "fovea/relative_positions.h"
#include "kernels/product.h"
#include "parallel.h"

// Where a head of a sequence finds its numbers in the tensors of attention.
namespace fovea {

/// Where the matrix of a sequence and head begins in `scores` and `weights`.
inline Index matrixOffset(const AttentionSetting& setting, Index sequence, Index head) {
  return setting.heads * static_cast<Index>(setting.pairsBefore(sequence)) +
         head * setting.queries.length(sequence) * setting.keys.length(sequence);
}

/// What scores are made of, or their gradients.
template <typename Activations>
auto& scoredQuery(const AttentionSetting& setting, Activations& a) {
  return isRotary(setting.positions) ? a.rotatedQuery : a.query;
}
template <typename Activations>
auto& scoredKey(const AttentionSetting& setting, Activations& a) {
  return isRotary(setting.positions) ? a.rotatedKey : a.key;
}

/// One head of one sequence, and its block of the n × dModel or m × dKv tensors.
struct HeadOfSequence {
  const AttentionSetting& setting;
  Index sequence;
  Index head;

  template <typename M>
  auto ofQueries(M& m) const {
    return block(m, setting.queries, head, setting.heads);
  }
  template <typename M>
  auto ofKeys(M& m) const {
    const Index sharing = setting.sharing();
    return block(m, setting.keys, head / sharing, setting.heads / sharing);
  }
  /// Without those of a cache, which precede the first query.
  template <typename M>
  auto ofKeysFrom(Index first, M& m) const {
    auto keys = ofKeys(m);
    return keys.bottomRows(keys.rows() - first);
  }
  template <typename Activations>
  auto query(Activations& a) const {
    return ofQueries(scoredQuery(setting, a));
  }
  template <typename Activations>
  auto key(Activations& a) const {
    return ofKeys(scoredKey(setting, a));
  }
  /// Whether it is the first of those that share its keys and values.
  bool isFirstSharing() const { return head % setting.sharing() == 0; }
  /// In `scores` or `weights`.
  template <typename V>
  auto matrix(V& tensor) const {
    return attentionMatrix(tensor, setting, sequence, head);
  }
  Index firstKey() const { return setting.keys.begin(sequence); }
  /// What a scaled score loses for each token of distance.
  Scalar slope() const {
    return isAlibi(setting.positions) ? alibiSlope(head, setting.heads) : Scalar(0);
  }
  Scalar scale(const AttentionActivations& a) const {
    const Index dK = a.query.cols() / setting.heads;
    const auto divisor = setting.divisor;
    return 1 / (divisor ? static_cast<Scalar>(*divisor) : std::sqrt(static_cast<Scalar>(dK)));
  }

 private:
  template <typename M>
  auto block(M& m, const Sequences& rows, Index part, Index parts) const {
    using View = Eigen::Map<M, Eigen::Unaligned, Eigen::OuterStride<>>;
    const Index n = rows.length(sequence);
    const Index dK = m.cols() / parts;
    auto* const first = m.data() + rows.begin(sequence) * m.cols();
    return setting.bugs.reshapedHeads ? View(first + part * n * dK, n, dK, {dK})
                                      : View(first + part * dK, n, dK, {m.cols()});
  }
};

template <typename Visit>
void forEachHead(const AttentionSetting& setting, Visit&& visit) {
  for (Index s = 0; s < setting.queries.count(); ++s)
    for (Index h = 0; h < setting.heads; ++h) visit(HeadOfSequence{setting, s, h});
}

namespace shared {

#if defined(FOVEA_WITHOUT_THREADS)
using fovea::forEachHead;
#else
/// The same on the threads of a pass, for what a head does by itself.
template <typename Visit>
void forEachHead(const AttentionSetting& setting, Visit&& visit) {
  constexpr Index kWorkOfPair = 128;  // multiply-adds, of heads as wide as usual
  const Index count = setting.queries.count();
  const Index threads = threadsFor(kWorkOfPair * setting.heads * setting.pairsBefore(count));
  if (threads == 1) return fovea::forEachHead(setting, visit);
  const auto visitHead = [&](Index i) {
    visit(HeadOfSequence{setting, i / setting.heads, i % setting.heads});
  };
  forEachInParallel(count * setting.heads, threads, std::ref(visitHead));
}
#endif

}  // namespace shared

/// a·b into a block of a matrix.
template <typename Block>
void multiplyInto(Block&& out, const StridedView& a, const StridedView& b,
                  kernels::Start start = {}) {
  kernels::multiply(a, b, out.data(), out.outerStride(), start);
}

}  // namespace fovea
