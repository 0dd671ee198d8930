#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fovea/train/lexicon.h"

namespace fovea {

/// Which sentences a pair of content words may stand in. Training sentences hold no validation and
/// no held-out pair: what a model says of those it cannot have seen. Choices (of a seed, of a head)
/// are made on validation pairs, so that the held-out ones stay a fair test.
enum class Split { kTraining, kValidation, kHeldOut };

/// The split of two lemmas, whatever their order: FNV-1a32 of "a|b", alphabetically, modulo 12:
/// 0 held out, 1 validation. The words of the demo sentences are held out by name.
Split pairSplit(const std::string& a, const std::string& b);

/// The rule above for all pairs of a lexicon, worked out once.
class PairSplits {
 public:
  explicit PairSplits(const Lexicon& lexicon);

  /// Of two content words by index; two adjectives are no pair: kTraining.
  Split of(int a, int b) const;

  /// Whether no pair of the sentence's words is kept from training.
  bool allowsTraining(const std::vector<std::string>& words) const;
  /// Whether some pair of the sentence's words belongs to the split.
  bool holdsPair(const std::vector<std::string>& words, Split split) const;

 private:
  std::vector<int> contentOf(const std::vector<std::string>& words) const;

  const Lexicon& lexicon_;
  std::size_t count_;
  std::vector<Split> splits_;  ///< count × count
};

}  // namespace fovea
