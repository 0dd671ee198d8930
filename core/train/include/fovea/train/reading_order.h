#pragma once

#include <vector>

#include "fovea/sequences.h"

namespace fovea {

/// Which way a recurrent network reads.
enum class Reading { kForward, kBackward };

/// The rows of sequences laid end to end, in the order in which a recurrent network reads them: the
/// first words of all sequences, then the second ones, and so on, so that a step is one product for
/// all. Within a step the longest sequence comes first: the sequences that go on are the first rows
/// of the step before. kBackward begins with the last words.
class ReadingOrder {
 public:
  /// An order of no rows.
  ReadingOrder() = default;
  /// Of these sequences.
  ReadingOrder(const Sequences& sequences, Reading reading);

  /// As many as the longest sequence has words.
  Index steps() const { return static_cast<Index>(begins_.size()) - 1; }
  /// Where the rows of a step begin.
  Index begin(Index step) const { return begins_[static_cast<std::size_t>(step)]; }
  /// How many sequences are still read in a step.
  Index count(Index step) const { return begin(step + 1) - begin(step); }

  /// The rows of x in this order.
  Matrix ordered(const Matrix& x) const;
  /// Adds rows in this order to those of x, from a column on.
  void addTo(const Matrix& rows, Index column, Matrix& x) const;

 private:
  std::vector<Index> rows_;
  std::vector<Index> begins_ = {0};
};

}  // namespace fovea
