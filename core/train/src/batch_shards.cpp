#include "fovea/train/batch.h"
#include "sequence_parts.h"

namespace fovea {
namespace {

// Those of the rows begin … end − 1, counted from begin.
Targets targetsBetween(const Targets& targets, Index begin, Index end) {
  Targets part;
  for (std::size_t i = 0; i < targets.rows.size(); ++i)
    if (targets.rows[i] >= begin && targets.rows[i] < end)
      part.add(targets.rows[i] - begin, targets.ids[i]);
  return part;
}

// The sequences first … last − 1.
TrainingBatch between(const TrainingBatch& batch, Index first, Index last) {
  const Index begin = batch.sequences.begin(first);
  const Index end = batch.sequences.begin(last);
  return {TokenIds(batch.ids.begin() + begin, batch.ids.begin() + end),
          sequencesBetween(batch.sequences, first, last),
          targetsBetween(batch.maskedWords, begin, end),
          targetsBetween(batch.references, begin, end)};
}

}  // namespace

BatchSize sizeOf(const TrainingBatch& batch) {
  return {batch.sequences.tokens(), static_cast<Index>(batch.maskedWords.rows.size()),
          static_cast<Index>(batch.references.rows.size())};
}

std::vector<TrainingBatch> cut(const TrainingBatch& batch, Index count) {
  std::vector<TrainingBatch> parts;
  for (const auto& [first, last] : evenParts(batch.sequences, count))
    parts.push_back(between(batch, first, last));
  return parts;
}

TrainingBatch sentenceOf(const TrainingBatch& batch, Index sentence) {
  return between(batch, sentence, sentence + 1);
}

}  // namespace fovea
