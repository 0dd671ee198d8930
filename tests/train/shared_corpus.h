#pragma once

#include "fovea/train/vocabulary_builder.h"

namespace fovea::test {

/// Made once in a program of tests: with sanitizers that takes a quarter of a minute.
inline const Corpus& sharedCorpus() {
  static const Corpus corpus;
  return corpus;
}

inline const Vocabulary& sharedVocabulary() {
  static const Vocabulary vocabulary = buildVocabulary(sharedCorpus());
  return vocabulary;
}

}  // namespace fovea::test
