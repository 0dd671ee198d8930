#pragma once

#include "fovea/train/corpus.h"
#include "fovea/vocabulary.h"

namespace fovea {

/// The WordPiece vocabulary of a corpus: five special pieces, letters, digits and punctuation,
/// their continuations and common suffixes, then the whole words of the corpus in order of
/// frequency. Any word in these letters can be spelled. The result is the same on every machine.
Vocabulary buildVocabulary(const Corpus& corpus);

}  // namespace fovea
