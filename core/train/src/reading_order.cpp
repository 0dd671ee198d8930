#include "fovea/train/reading_order.h"

#include <algorithm>
#include <numeric>

namespace fovea {

ReadingOrder::ReadingOrder(const Sequences& sequences, Reading reading) {
  std::vector<Index> longestFirst(static_cast<std::size_t>(sequences.count()));
  std::iota(longestFirst.begin(), longestFirst.end(), 0);
  std::stable_sort(longestFirst.begin(), longestFirst.end(),
                   [&](Index a, Index b) { return sequences.length(a) > sequences.length(b); });
  for (Index step = 0; step < sequences.longest(); ++step) {
    for (const Index sequence : longestFirst) {
      if (sequences.length(sequence) <= step) break;
      rows_.push_back(reading == Reading::kForward ? sequences.begin(sequence) + step
                                                   : sequences.begin(sequence + 1) - 1 - step);
    }
    begins_.push_back(static_cast<Index>(rows_.size()));
  }
}

Matrix ReadingOrder::ordered(const Matrix& x) const {
  Matrix result(static_cast<Index>(rows_.size()), x.cols());
  for (std::size_t i = 0; i < rows_.size(); ++i)
    result.row(static_cast<Index>(i)) = x.row(rows_[i]);
  return result;
}

void ReadingOrder::addTo(const Matrix& rows, Index column, Matrix& x) const {
  for (std::size_t i = 0; i < rows_.size(); ++i)
    x.row(rows_[i]).segment(column, rows.cols()) += rows.row(static_cast<Index>(i));
}

}  // namespace fovea
