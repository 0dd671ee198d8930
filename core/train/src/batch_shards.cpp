#include <algorithm>

#include "fovea/train/batch.h"

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
TrainingBatch sequencesBetween(const TrainingBatch& batch, Index first, Index last) {
  const Index begin = batch.sequences.begin(first);
  const Index end = batch.sequences.begin(last);
  std::vector<Index> lengths;
  for (Index s = first; s < last; ++s) lengths.push_back(batch.sequences.length(s));
  return {TokenIds(batch.ids.begin() + begin, batch.ids.begin() + end), Sequences(lengths),
          targetsBetween(batch.maskedWords, begin, end),
          targetsBetween(batch.references, begin, end)};
}

}  // namespace

BatchSize sizeOf(const TrainingBatch& batch) {
  return {batch.sequences.tokens(), static_cast<Index>(batch.maskedWords.rows.size()),
          static_cast<Index>(batch.references.rows.size())};
}

std::vector<TrainingBatch> cut(const TrainingBatch& batch, Index count) {
  const Sequences& sequences = batch.sequences;
  std::vector<TrainingBatch> parts;
  Index first = 0;
  for (Index i = 1; i <= count; ++i) {
    Index last = first;
    while (last < sequences.count() && sequences.begin(last) * count < sequences.tokens() * i)
      ++last;
    if (last > first) parts.push_back(sequencesBetween(batch, first, last));
    first = last;
  }
  return parts;
}

TrainingBatch sentenceOf(const TrainingBatch& batch, Index sentence) {
  return sequencesBetween(batch, sentence, sentence + 1);
}

}  // namespace fovea
