#include "windowed_attention.h"

#include <algorithm>
#include <cstdlib>

#include "kernels/attend.h"
#include "kernels/rows.h"

namespace fovea {

void hideByDistance(const AttentionSetting& setting, Index firstQuery, Index firstKey,
                    Matrix& scores) {
  for (Index i = 0; i < scores.rows(); ++i)
    for (Index j = 0; j < scores.cols(); ++j)
      if (!setting.isInWindow(firstQuery + i, firstKey + j)) scores(i, j) = kernels::kMinusInfinity;
}

void attendInWindow(const HeadOfSequence& head, AttentionActivations& a) {
  const AttentionSetting& setting = head.setting;
  const auto query = head.query(a);
  const auto key = head.key(a);
  const auto value = head.ofKeys(a.value);
  auto out = head.ofQueries(a.heads);
  const Scalar slope = head.slope() / head.scale(a);
  const Index reach = setting.isWindowed() ? setting.window : key.rows();
  RowVector biases;
  if (setting.hasRelativeBias())
    biases = relativeBiases(*setting.relativeBias, head.head, key.rows()) / head.scale(a);
  Matrix scores;
  for (Index first = 0; first < query.rows(); first += kernels::kQueriesAtOnce) {
    const Index queries = std::min(kernels::kQueriesAtOnce, query.rows() - first);
    const Index low = std::max<Index>(first - reach, 0);
    const Index keys = std::min(first + queries + reach, key.rows()) - low;
    scores.resize(queries, keys);
    multiplyInto(scores, strided(query.middleRows(first, queries)),
                 strided(key.middleRows(low, keys)).transposed());
    if (setting.isWindowed()) hideByDistance(setting, first, low, scores);
    for (Index i = 0; i < queries; ++i) {
      Scalar* const row = scores.row(i).data();
      if (setting.hasRelativeBias())
        scores.row(i) += biases.segment(key.rows() - 1 - first - i, keys);
      for (Index j = 0; j < keys && slope != 0; ++j)
        row[j] -= slope * static_cast<Scalar>(std::abs(first + i - low - j));
      const Scalar* const allowed =
          kernels::maskRow({setting.mask, first + i, low, head.firstKey()}, row, keys, row);
      kernels::softmaxRow(allowed, keys, head.scale(a), row);
    }
    multiplyInto(out.middleRows(first, queries), strided(scores),
                 strided(value.middleRows(low, keys)));
  }
}

}  // namespace fovea
