#pragma once

#include <cstdint>
#include <vector>

#include "fovea/matrix.h"

namespace fovea {

/// Sequences of different lengths laid end to end, without padding: sequence i holds the rows
/// begin(i) … begin(i + 1) − 1 of every n × d tensor. Attention stays within a sequence; all else
/// is position-wise and takes the rows at once. A single sentence is the case count() == 1.
class Sequences {
 public:
  /// Throws ModelError{kInvalidInput} for a length below 0 or beyond all that can be encoded.
  explicit Sequences(const std::vector<Index>& lengths = {});

  /// Becomes one sequence, in the memory there is. Throws as the constructor does.
  void assign(Index length);

  /// How many sequences there are.
  Index count() const { return static_cast<Index>(begins_.size()) - 1; }
  /// The rows of all of them.
  Index tokens() const { return begins_.back(); }
  /// The first row of sequence i.
  Index begin(Index i) const { return begins_[static_cast<std::size_t>(i)]; }
  /// The rows of sequence i.
  Index length(Index i) const { return begin(i + 1) - begin(i); }
  /// Rows × columns of all n_i × n_i attention matrices before sequence i, of one head: where an
  /// Index has 32 bits, more than one can hold.
  std::int64_t pairsBefore(Index i) const { return pairs_[static_cast<std::size_t>(i)]; }
  /// Of all sequences.
  std::int64_t pairs() const { return pairs_.back(); }
  /// The length of the longest; 0 where there is none.
  Index longest() const;

 private:
  void append(Index length);

  std::vector<Index> begins_;
  std::vector<std::int64_t> pairs_;
};

}  // namespace fovea
