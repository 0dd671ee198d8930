#pragma once

#include <cstdint>
#include <vector>

#include "fovea/matrix.h"

namespace fovea {

/// Sequences of different lengths laid end to end, without padding: sequence i is rows begin(i) …
/// begin(i + 1) − 1 of every n × d tensor. Attention stays within a sequence; everything else is
/// position-wise and takes all rows at once. For a single sentence count() is 1.
class Sequences {
 public:
  /// Throws ModelError{kInvalidInput} for a length that is negative or too large to encode.
  explicit Sequences(const std::vector<Index>& lengths = {});

  /// Becomes a single sequence, without allocating. Throws as the constructor does.
  void assign(Index length);

  /// How many sequences there are.
  Index count() const { return static_cast<Index>(begins_.size()) - 1; }
  /// Rows of all sequences together.
  Index tokens() const { return begins_.back(); }
  /// The first row of sequence i.
  Index begin(Index i) const { return begins_[static_cast<std::size_t>(i)]; }
  /// Number of rows of sequence i.
  Index length(Index i) const { return begin(i + 1) - begin(i); }
  /// Elements in one head's n_i × n_i attention matrices of the sequences before i. May exceed an
  /// Index of 32 bits.
  std::int64_t pairsBefore(Index i) const { return pairs_[static_cast<std::size_t>(i)]; }
  /// The same for all sequences.
  std::int64_t pairs() const { return pairs_.back(); }
  /// The length of the longest sequence; 0 if there is none.
  Index longest() const;

 private:
  void append(Index length);

  std::vector<Index> begins_;
  std::vector<std::int64_t> pairs_;
};

}  // namespace fovea
