#include "fovea/train/sequence_batch.h"

#include <algorithm>
#include <string>

#include "fovea/error.h"
#include "fovea/train/rewriting.h"
#include "sequence_parts.h"

namespace fovea {
namespace {

constexpr int kMostFailures = 1000;  // sentences in a row that are too long
constexpr double kPlainShare = 0.2;  // of sentences without a pronoun, that stay to be copied

Sequences with(const Sequences& sequences, Index length) {
  std::vector<Index> lengths;
  for (Index i = 0; i < sequences.count(); ++i) lengths.push_back(sequences.length(i));
  lengths.push_back(length);
  return Sequences(lengths);
}

TokenIds rowsOf(const TokenIds& ids, const Sequences& sequences, Index first, Index last) {
  return {ids.begin() + sequences.begin(first), ids.begin() + sequences.begin(last)};
}

// The sequences first … last − 1.
SequenceBatch between(const SequenceBatch& batch, Index first, Index last) {
  SequenceBatch part;
  if (batch.sources.count() > 0) {
    part.source = rowsOf(batch.source, batch.sources, first, last);
    part.sources = sequencesBetween(batch.sources, first, last);
  }
  part.inputs = rowsOf(batch.inputs, batch.targets, first, last);
  part.outputs = rowsOf(batch.outputs, batch.targets, first, last);
  part.targets = sequencesBetween(batch.targets, first, last);
  const Index begin = batch.targets.begin(first);
  for (const Index row : batch.referents)
    if (row >= begin && row < batch.targets.begin(last)) part.referents.push_back(row - begin);
  return part;
}

}  // namespace

std::vector<SequenceBatch> cut(const SequenceBatch& batch, Index count) {
  std::vector<SequenceBatch> parts;
  for (const auto& [first, last] : evenParts(batch.targets, count))
    parts.push_back(between(batch, first, last));
  return parts;
}

SequenceBatchMaker::SequenceBatchMaker(const Corpus& corpus, const Tokenizer& tokenizer,
                                       const ModelConfig& config, const TrainingOptions& options)
    : corpus_(corpus),
      sentences_(corpus, tokenizer, options),
      encoder_(tokenizer),
      rewrites_(config.decoderHasMemory()),
      longest_(config.maxPositions) {}

Sentence SequenceBatchMaker::drawSentence(Random& random, Split split) const {
  while (true) {
    Sentence sentence = sentences_.drawSentence(random, split);
    if (!rewrites_ || !sentence.coreferences.empty() || random.chance(kPlainShare)) return sentence;
  }
}

SequenceBatch SequenceBatchMaker::draw(Random& random, Split split, Index sentences) {
  SequenceBatch batch;
  for (int failures = 0; batch.targets.count() < sentences; ++failures) {
    if (append(drawSentence(random, split), batch)) failures = 0;
    if (failures > kMostFailures)
      refuse(ErrorCode::kInvalidConfig, "max_position_embeddings is " + std::to_string(longest_) +
                                            ", too few for the sentences of the corpus");
  }
  return batch;
}

bool SequenceBatchMaker::append(const Sentence& sentence, SequenceBatch& batch) {
  Rewriting target{sentence.words, {}};
  if (rewrites_) target = rewritten(sentence, corpus_.lexicon());
  const EncodedSentence encoded = encoder_.encode(target.words, true);
  if (static_cast<Index>(encoded.ids.size()) > longest_) return false;
  if (rewrites_) {
    const EncodedSentence source = encoder_.encode(sentence.words, true);
    batch.source.insert(batch.source.end(), source.ids.begin(), source.ids.end());
    batch.sources = with(batch.sources, static_cast<Index>(source.ids.size()));
  }
  const Index begin = batch.targets.tokens();
  batch.inputs.insert(batch.inputs.end(), encoded.ids.begin(), encoded.ids.end() - 1);
  batch.outputs.insert(batch.outputs.end(), encoded.ids.begin() + 1, encoded.ids.end());
  batch.targets = with(batch.targets, static_cast<Index>(encoded.ids.size()) - 1);
  for (const std::size_t word : target.referents)
    batch.referents.push_back(begin + encoded.firstPiece[word] - 1);
  return true;
}

}  // namespace fovea
