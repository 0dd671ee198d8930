#pragma once

#include <vector>

#include "fovea/sequences.h"
#include "fovea/train/batch.h"

namespace fovea {

/// What a decoder is taught: texts laid end to end, and of each token the one after it.
struct SequenceBatch {
  TokenIds source;    ///< what the encoder reads; empty for a model without one
  Sequences sources;  ///< as many sequences as there are targets, or none
  TokenIds inputs;    ///< [CLS] and the text
  TokenIds outputs;   ///< the text and [SEP]
  Sequences targets;  ///< of inputs and of outputs
  /// Rows whose output is the first piece of what a pronoun stands for.
  std::vector<Index> referents;
};

/// Cuts between sequences into at most `count` batches of about as many tokens, none empty.
std::vector<SequenceBatch> cut(const SequenceBatch& batch, Index count);

/// Makes batches of fresh sentences. For a model with an encoder a source is a sentence and its
/// target the sentence rewritten (rewriting.h); sentences without a pronoun are copied, and are
/// rarer than in the corpus. For one without, a target is a sentence as it is. Sentences that the
/// model is too short for are left out.
class SequenceBatchMaker {
 public:
  SequenceBatchMaker(const Corpus& corpus, const Tokenizer& tokenizer, const ModelConfig& config,
                     const TrainingOptions& options);
  // It keeps references.
  SequenceBatchMaker(const Corpus&&, const Tokenizer&, const ModelConfig&,
                     const TrainingOptions&) = delete;
  SequenceBatchMaker(const Corpus&, const Tokenizer&&, const ModelConfig&,
                     const TrainingOptions&) = delete;

  /// Throws ModelError{kInvalidConfig} for a model that is too short for nearly all sentences.
  SequenceBatch draw(Random& random, Split split, Index sentences);

 private:
  Sentence drawSentence(Random& random, Split split) const;
  /// Whether the sentence fits the model.
  bool append(const Sentence& sentence, SequenceBatch& batch);

  const Corpus& corpus_;
  BatchMaker sentences_;
  SentenceEncoder encoder_;
  bool rewrites_;
  Index longest_;  ///< of a text, in tokens
};

}  // namespace fovea
