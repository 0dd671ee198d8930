#include "attend.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "product.h"
#include "rows.h"

namespace fovea::kernels {
namespace {

StridedView rowsOf(StridedView m, Index first, Index count) {
  m.data += first * m.rowStride;
  m.rows = count;
  return m;
}

/// Of one query: its largest score so far, and the sum of e^{scale·(score − largest)}.
struct Running {
  Scalar largest = kMinusInfinity;
  Scalar total = 0;
};

/// The query is at `query`, counted from the row's first key.
void lowerByDistance(Scalar* row, Index keys, Index query, Scalar slope) {
  for (Index j = 0; j < keys; ++j) row[j] -= slope * static_cast<Scalar>(std::abs(query - j));
}

/// Attention of one head, tile by tile. Kept from call to call to reuse its buffers.
class TiledAttention {
 public:
  void run(const Head& head, Scalar scale, const AttentionMask& mask, Index firstKey, Scalar* out,
           Index outStride) {
    const Index n = head.query.rows;
    const Index m = head.key.rows;
    running_.assign(static_cast<std::size_t>(n), Running());
    scores_.resize(static_cast<std::size_t>(kQueriesAtOnce * kKeysAtOnce));
    for (Index key = 0; key < m; key += kKeysAtOnce) {
      const Index keys = std::min(kKeysAtOnce, m - key);
      keys_.assign(rowsOf(head.key, key, keys).transposed());
      values_.assign(rowsOf(head.value, key, keys));
      for (Index i = 0; i < n; i += kQueriesAtOnce) {
        const Index queries = std::min(kQueriesAtOnce, n - i);
        multiply(rowsOf(head.query, i, queries), keys_, scores_.data(), keys);
        for (Index r = 0; r < queries; ++r) {
          Scalar* const row = scores_.data() + r * keys;
          maskRow({mask, i + r, key, firstKey}, row, keys, row);
          if (head.slope != 0) lowerByDistance(row, keys, i + r - key, head.slope);
          weigh(row, keys, scale, at(i + r), out + (i + r) * outStride, head.value.columns);
        }
        multiply({scores_.data(), queries, keys, keys, 1}, values_, out + i * outStride, outStride,
                 {nullptr, key > 0});
      }
    }
    for (Index i = 0; i < n; ++i) {
      const Scalar total = at(i).total;
      // A NaN is not 0 and so makes the row NaN.
      scaleRow(out + i * outStride, head.value.columns, total == 0 ? Scalar(0) : 1 / total);
    }
  }

 private:
  Running& at(Index i) { return running_[static_cast<std::size_t>(i)]; }

  /// Turns a row of scores into weights relative to the sum so far, and rescales `out` to it.
  static void weigh(Scalar* row, Index keys, Scalar scale, Running& running, Scalar* out,
                    Index columns) {
    const Scalar largestSoFar = std::max(running.largest, largest(row, keys));
    if (largestSoFar == kMinusInfinity) {
      running.total += weightsOfNothing(row, keys, row);
      return;
    }
    const Scalar factor = std::exp((running.largest - largestSoFar) * scale);
    // Before the first key `out` is uninitialised; after it, a factor of 0 clears the row.
    if (running.total > 0 && factor < 1) scaleRow(out, columns, factor);
    running.largest = largestSoFar;
    running.total = running.total * factor + exponentials(row, keys, scale, largestSoFar, row);
  }

  PackedMatrix keys_;
  PackedMatrix values_;
  std::vector<Scalar> scores_;
  std::vector<Running> running_;
};

}  // namespace

void attend(const Head& head, Scalar scale, const AttentionMask& mask, Index firstKey, Scalar* out,
            Index outStride) {
  static thread_local TiledAttention attention;
  attention.run(head, scale, mask, firstKey, out, outStride);
}

}  // namespace fovea::kernels
