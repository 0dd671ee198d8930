#pragma once

#include <string>
#include <utility>
#include <vector>

#include "fovea/random.h"
#include "fovea/train/grammar.h"
#include "fovea/train/lexicon.h"
#include "fovea/train/sentence.h"
#include "fovea/train/split.h"

namespace fovea {

/// kTiny has some hundred words and few kinds of sentences, for models that are trained in a
/// minute; kWide adds to kFull what is in wide_templates.txt and worlds.txt; kBroad adds to kWide
/// what is in the files broad_*.txt, which a page does not have.
enum class CorpusSize { kTiny, kFull, kWide, kBroad };

const char* spelling(CorpusSize size);  ///< "tiny", "full", "wide", "broad"
/// Throws ModelError{kInvalidConfig} for another text.
CorpusSize parseCorpusSize(const std::string& text);

struct CorpusTexts;

/// Generates English sentences without end from the built-in lexicon and grammar (core/train/data).
/// The only source of randomness is the Random passed in: the same state gives the same sentence on
/// every machine.
class Corpus {
 public:
  explicit Corpus(CorpusSize size = CorpusSize::kFull);
  Corpus(const Corpus&) = delete;
  Corpus& operator=(const Corpus&) = delete;

  CorpusSize size() const { return size_; }
  const Lexicon& lexicon() const { return lexicon_; }
  const PairSplits& splits() const { return splits_; }

  /// A sentence whose kind is drawn by the shares in templates.txt. A training sentence contains no
  /// pair of another split; a validation or held-out one contains at least one pair of its split.
  Sentence draw(Random& random, Split split) const;

  /// As draw, of one kind: scene | wish | so | echo | reference | general | kind | young | everyday
  /// | state; of the wide and the broad corpus also world | turned | plain, and unseen, which draw
  /// never draws.
  Sentence drawOfKind(const std::string& kind, Random& random, Split split) const;

  /// The same scene twice, the pronoun meaning the subject ("n1") in the first and the object
  /// ("n2") in the second; they differ in the last adjective alone. Of the split are the pair of
  /// nouns and, in each sentence, the pair of antecedent and adjective; in the tiny corpus, which
  /// has few, the pair of nouns alone.
  std::pair<Sentence, Sentence> drawScenePair(Random& random, Split split) const;

 private:
  Corpus(CorpusSize size, const CorpusTexts& texts);
  const std::vector<WordTable>* scenesOf(const std::string& kind) const;
  Sentence expand(const std::string& kind, Random& random) const;
  Split pairOf(const Sentence& sentence, const std::string& a, const std::string& b) const;

  CorpusSize size_;
  Lexicon lexicon_;
  PairSplits splits_;
  Grammar grammar_;
  std::vector<WordTable> frames_;
  std::vector<WordTable> hindered_;  ///< the frames in which something does not happen
  std::vector<WordTable> species_;
  std::vector<WordTable> families_;  ///< the species that have a word for their young
  std::vector<WordTable> deeds_;     ///< what people do every day
  std::vector<WordTable> worlds_;    ///< who can do what to what, in the wide corpus
  std::vector<WordTable> passive_;   ///< those of them that can be said in the passive
  std::vector<WordTable> states_;    ///< what they feel, own and know
};

/// A made-up word of two or three syllables, such as "brodak".
std::string nonceWord(Random& random);

}  // namespace fovea
