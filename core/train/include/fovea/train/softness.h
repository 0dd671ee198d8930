#pragma once

#include <vector>

#include "fovea/config.h"
#include "fovea/train/pronoun_reading.h"

namespace fovea {

/// How softly one head looks from pronouns: whether its rows show that something was weighed.
struct Softness {
  double medianLargest = 0;  ///< of the rows' largest weights
  double between = 0;        ///< share of rows whose largest weight lies in kSoftest … kSharpest
  double entropy = 0;        ///< mean, in bits
  double seen = 0;           ///< mean number of weights above kSeen
  double otherShown = 0;     ///< share of rows with the other noun among the three largest
};

constexpr double kSoftest = 0.5;
constexpr double kSharpest = 0.8;

/// `head` is layer · heads + head. Throws ModelError{kInvalidInput} for no readings.
Softness softness(const std::vector<PronounReading>& readings, std::size_t head);

/// What a row teaches, 0 to 1: nothing where the other noun is not among its three largest
/// weights, else clamp(min(H, 3 − H), 0, 1) of its entropy H in bits, which is 1 from 1 to 2 bits
/// and 0 where all lies on one token or is spread over eight.
double teaching(const HeadReading& row);

/// The head that a figure of attention opens with.
struct ShowcaseHead {
  std::size_t head = 0;  ///< layer · heads + head
  double right = 0;      ///< share of rows with the largest weight on the antecedent
  double teaching = 0;   ///< mean of the rows
};

constexpr double kAboutAsOften = 0.01;

/// The head whose largest weight is most often on the antecedent, and those for which that is so
/// in a share of the readings at most kAboutAsOften lower; in order. Throws as softness.
std::vector<std::size_t> mostAccurateHeads(const std::vector<PronounReading>& readings);

/// Of the most accurate heads the one whose rows teach most. Throws as softness.
ShowcaseHead showcaseHead(const std::vector<PronounReading>& readings);

constexpr double kAlike = 0.8;

/// For each layer the number of its heads that look where an earlier head of it looks: whose
/// largest weight lies on the same token in kAlike of the readings or more. Throws as softness.
std::vector<Index> repeatingHeads(const std::vector<PronounReading>& readings,
                                  const ModelConfig& config);

}  // namespace fovea
