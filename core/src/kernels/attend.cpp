#include "attend.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "packing.h"
#include "product.h"
#include "rows.h"
#include "scratch.h"

namespace FOVEA_KERNELS {
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
void subtractAlibi(Scalar* row, Index keys, Index query, Scalar slope) {
  for (Index j = 0; j < keys; ++j) row[j] -= slope * static_cast<Scalar>(std::abs(query - j));
}

/// Turns a row of scores into weights relative to the sum so far, and rescales `out` to it.
void weigh(Scalar* row, Index keys, Scalar scale, Running& running, Scalar* out, Index columns) {
  const Scalar largestSoFar = std::max(running.largest, largest(row, keys));
  if (largestSoFar == kMinusInfinity) {
    running.total += weightsOfMaskedRow(row, keys, row);
    return;
  }
  const Scalar factor = std::exp((running.largest - largestSoFar) * scale);
  // Before the first key `out` is uninitialised; after it, a factor of 0 clears the row.
  if (running.total > 0 && factor < 1) scaleRow(out, columns, factor);
  running.largest = largestSoFar;
  running.total = running.total * factor + exponentials(row, keys, scale, largestSoFar, row);
}

}  // namespace

void attend(const Head& head, Scalar scale, const MaskView& mask, Index firstKey, Scalar* out,
            Index outStride) {
  const Index n = head.query.rows;
  const Index m = head.key.rows;
  const Index columns = head.value.columns;
  auto* const running = reinterpret_cast<Running*>(scratch(Scratch::kRunning, 2 * n));
  std::fill_n(running, n, Running());
  Scalar* const scores = scratch(Scratch::kScores, kQueriesAtOnce * kKeysAtOnce);
  for (Index key = 0; key < m; key += kKeysAtOnce) {
    const Index keys = std::min(kKeysAtOnce, m - key);
    const PackedView packedKeys =
        packAside(Scratch::kKeys, rowsOf(head.key, key, keys).transposed());
    const PackedView packedValues = packAside(Scratch::kValues, rowsOf(head.value, key, keys));
    for (Index i = 0; i < n; i += kQueriesAtOnce) {
      const Index queries = std::min(kQueriesAtOnce, n - i);
      multiply(rowsOf(head.query, i, queries), packedKeys, scores, keys);
      for (Index r = 0; r < queries; ++r) {
        Scalar* const row = scores + r * keys;
        maskRow({mask, i + r, key, firstKey}, row, keys, row);
        if (head.slope != 0) subtractAlibi(row, keys, i + r - key, head.slope);
        weigh(row, keys, scale, running[i + r], out + (i + r) * outStride, columns);
      }
      multiply({scores, queries, keys, keys, 1}, packedValues, out + i * outStride, outStride,
               {nullptr, key > 0});
    }
  }
  for (Index i = 0; i < n; ++i) {
    const Scalar total = running[i].total;
    // What is not a number is not 0 either, and spreads to the whole row.
    scaleRow(out + i * outStride, columns, total == 0 ? Scalar(0) : 1 / total);
  }
}

}  // namespace FOVEA_KERNELS
