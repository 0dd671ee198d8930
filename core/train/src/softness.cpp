#include "fovea/train/softness.h"

#include <algorithm>

#include "fovea/error.h"

namespace fovea {
namespace {

void requireReadings(const std::vector<PronounReading>& readings) {
  if (readings.empty())
    refuse(ErrorCode::kInvalidInput, "softness needs at least one pronoun to be measured on");
}

template <typename Value>
double meanOf(const std::vector<PronounReading>& readings, std::size_t head, const Value& value) {
  double sum = 0;
  for (const PronounReading& reading : readings)
    sum += static_cast<double>(value(reading.heads[head]));
  return sum / static_cast<double>(readings.size());
}

// The upper of the two in the middle of an even number.
double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

bool lookAlike(const std::vector<PronounReading>& readings, std::size_t a, std::size_t b) {
  const auto same =
      std::count_if(readings.begin(), readings.end(), [a, b](const PronounReading& reading) {
        return reading.heads[a].shape.largestAt == reading.heads[b].shape.largestAt;
      });
  return static_cast<double>(same) >= kAlike * static_cast<double>(readings.size());
}

}  // namespace

Softness softness(const std::vector<PronounReading>& readings, std::size_t head) {
  requireReadings(readings);
  std::vector<double> largest;
  largest.reserve(readings.size());
  for (const PronounReading& reading : readings)
    largest.push_back(reading.heads[head].shape.largest);
  const auto mean = [&](const auto& value) { return meanOf(readings, head, value); };
  Softness result;
  result.medianLargest = median(largest);
  result.between = mean([](const HeadReading& row) {
    return row.shape.largest >= kSoftest && row.shape.largest <= kSharpest;
  });
  result.entropy = mean([](const HeadReading& row) { return row.shape.entropy; });
  result.seen = mean([](const HeadReading& row) { return row.shape.seen; });
  result.otherShown = mean([](const HeadReading& row) { return row.otherShown; });
  return result;
}

double teaching(const HeadReading& row) {
  const double entropy = row.shape.entropy;
  return row.otherShown ? std::clamp(std::min(entropy, 3 - entropy), 0.0, 1.0) : 0;
}

std::vector<std::size_t> mostAccurateHeads(const std::vector<PronounReading>& readings) {
  requireReadings(readings);
  std::vector<double> right;
  for (std::size_t head = 0; head < readings.front().heads.size(); ++head)
    right.push_back(scoreOf(readings, head).byHead);
  const double least = *std::max_element(right.begin(), right.end()) - kAboutAsOften;
  std::vector<std::size_t> heads;
  for (std::size_t head = 0; head < right.size(); ++head)
    if (right[head] >= least) heads.push_back(head);
  return heads;
}

ShowcaseHead showcaseHead(const std::vector<PronounReading>& readings) {
  ShowcaseHead best;
  best.teaching = -1;
  for (const std::size_t head : mostAccurateHeads(readings)) {
    const double teaches = meanOf(readings, head, teaching);
    if (teaches > best.teaching) best = {head, scoreOf(readings, head).byHead, teaches};
  }
  return best;
}

std::vector<Index> repeatingHeads(const std::vector<PronounReading>& readings,
                                  const ModelConfig& config) {
  requireReadings(readings);
  const auto heads = static_cast<std::size_t>(config.heads);
  std::vector<Index> repeating(static_cast<std::size_t>(config.layers), 0);
  for (std::size_t layer = 0; layer < repeating.size(); ++layer) {
    const std::size_t first = layer * heads;
    for (std::size_t head = first + 1; head < first + heads; ++head) {
      bool repeats = false;
      for (std::size_t earlier = first; earlier < head; ++earlier)
        repeats = repeats || lookAlike(readings, earlier, head);
      repeating[layer] += repeats;
    }
  }
  return repeating;
}

}  // namespace fovea
