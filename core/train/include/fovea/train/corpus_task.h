#pragma once

#include <string>
#include <utility>

#include "fovea/error.h"
#include "fovea/tokenizer.h"
#include "fovea/train/corpus.h"
#include "fovea/train/training_plan.h"

namespace fovea {

/// Throws ModelError{kInvalidVocabulary} where the vocabulary lacks a piece that training needs.
inline void requirePiece(const Vocabulary& vocabulary, const std::string& piece) {
  if (vocabulary.id(piece) < 0)
    refuse(ErrorCode::kInvalidVocabulary, "training needs the piece " + piece);
}

/// What the tasks whose batches are sentences have in common.
class CorpusTask {
 public:
  CorpusTask(const CorpusTask&) = delete;
  CorpusTask& operator=(const CorpusTask&) = delete;

  const TrainingPlan& plan() const { return plan_; }
  const Tokenizer& tokenizer() const { return tokenizer_; }
  const Vocabulary& vocabulary() const { return tokenizer_.vocabulary(); }

 protected:
  /// The corpus must outlive the task.
  CorpusTask(const Corpus& corpus, const Vocabulary& vocabulary, TrainingPlan plan)
      : corpus_(corpus), plan_(std::move(plan)), tokenizer_(plan_.model, vocabulary) {}
  ~CorpusTask() = default;

  const Corpus& corpus_;
  TrainingPlan plan_;
  Tokenizer tokenizer_;
};

}  // namespace fovea
