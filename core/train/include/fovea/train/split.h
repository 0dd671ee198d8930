#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fovea/train/lexicon.h"

namespace fovea {

/// Which sentences a pair of content words may appear in. Training sentences contain no validation
/// and no held-out pairs, so the model cannot have memorised those. Choices (of a seed, of a head)
/// are made on validation pairs, which keeps the held-out pairs a fair test.
enum class Split { kTraining, kValidation, kHeldOut };

/// The split of two lemmas, whatever their order: FNV-1a32 of "a|b", alphabetically, modulo 12:
/// 0 held out, 1 validation. The words of the demo sentences are held out by name.
Split pairSplit(const std::string& a, const std::string& b);

/// pairSplit for all pairs of a lexicon, computed once.
class PairSplits {
 public:
  explicit PairSplits(const Lexicon& lexicon);
  explicit PairSplits(const Lexicon&& lexicon) = delete;  // it keeps a reference

  /// The split of two content words, by index; kTraining for two adjectives, which form no pair.
  Split of(int a, int b) const;

  /// Whether every pair of the sentence's content words may be trained on.
  bool allowsTraining(const std::vector<std::string>& words) const;
  /// Whether at least one pair of the sentence's content words belongs to the split.
  bool holdsPair(const std::vector<std::string>& words, Split split) const;

 private:
  std::vector<int> contentOf(const std::vector<std::string>& words) const;

  const Lexicon& lexicon_;
  std::size_t count_;
  std::vector<Split> splits_;  ///< count × count
};

}  // namespace fovea
