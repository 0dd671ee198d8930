#pragma once

#include <vector>

#include "fovea/sequences.h"
#include "fovea/train/corpus.h"
#include "fovea/train/sentence_encoder.h"
#include "fovea/train/training_options.h"

namespace fovea {

/// Rows of the encoder's output and the ids that the prediction there is scored against.
struct Targets {
  std::vector<Index> rows;
  TokenIds ids;

  void add(Index row, std::int32_t id) {
    rows.push_back(row);
    ids.push_back(id);
  }
};

/// Sentences laid end to end, with what they ask of the model.
struct TrainingBatch {
  TokenIds ids;
  Sequences sequences;
  Targets maskedWords;  ///< the words that stood where ids were changed
  Targets references;   ///< at a pronoun: the first piece of its antecedent
};

/// Over how many a loss of a batch is a mean.
struct BatchSize {
  Index tokens;
  Index maskedWords;
  Index references;
};

BatchSize sizeOf(const TrainingBatch& batch);

/// Cuts between sequences into at most `count` batches of about as many tokens, none empty. What
/// they are depends on the batch and the count alone.
std::vector<TrainingBatch> cut(const TrainingBatch& batch, Index count);

/// One of the sentences alone.
TrainingBatch sentenceOf(const TrainingBatch& batch, Index sentence);

/// Makes batches of fresh sentences. All chance comes from the Random passed in.
class BatchMaker {
 public:
  BatchMaker(const Corpus& corpus, const Tokenizer& tokenizer, const TrainingOptions& options);
  // It keeps references.
  BatchMaker(const Corpus&&, const Tokenizer&, const TrainingOptions&) = delete;
  BatchMaker(const Corpus&, const Tokenizer&&, const TrainingOptions&) = delete;

  /// As many sentences as the options say of a step.
  TrainingBatch draw(Random& random, Split split);
  TrainingBatch draw(Random& random, Split split, Index sentences);

  /// A sentence of the corpus, now and then with a made-up noun or a full stop, as the options say.
  Sentence drawSentence(Random& random, Split split) const;

 private:
  void append(const Sentence& sentence, Random& random, TrainingBatch& batch);
  void maskWords(const Sentence& sentence, const EncodedSentence& encoded, Index begin,
                 Random& random, TrainingBatch& batch) const;
  std::int32_t replacement(std::int32_t id, Random& random) const;

  const Corpus& corpus_;
  const Vocabulary& vocabulary_;
  TrainingOptions options_;
  SentenceEncoder encoder_;
  std::int32_t maskId_;
};

}  // namespace fovea
