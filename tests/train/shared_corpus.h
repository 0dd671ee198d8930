#pragma once

#include "fovea/train/vocabulary_builder.h"

#ifdef FOVEA_VOCABULARY_OF_MODEL
#include <fstream>
#include <iterator>

#include "fovea/model_file.h"
#endif

namespace fovea::test {

inline const Corpus& sharedCorpus() {
  static const Corpus corpus;
  return corpus;
}

#ifdef FOVEA_VOCABULARY_OF_MODEL
/// The shipped model's: with sanitizers, the sentences to make one from are drawn in half a minute.
inline Vocabulary vocabularyForTests() {
  std::ifstream file(FOVEA_VOCABULARY_OF_MODEL, std::ios::binary);
  const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
  return readModel(MemorySource(bytes)).tokenizer.vocabulary();
}
#else
inline Vocabulary vocabularyForTests() { return buildVocabulary(sharedCorpus()); }
#endif

/// Made once in a program of tests.
inline const Vocabulary& sharedVocabulary() {
  static const Vocabulary vocabulary = vocabularyForTests();
  return vocabulary;
}

inline const Corpus& sharedTinyCorpus() {
  static const Corpus corpus(CorpusSize::kTiny);
  return corpus;
}

inline const Vocabulary& sharedTinyVocabulary() {
  static const Vocabulary vocabulary = buildVocabulary(sharedTinyCorpus());
  return vocabulary;
}

}  // namespace fovea::test
