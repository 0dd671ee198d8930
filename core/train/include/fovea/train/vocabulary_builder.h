#pragma once

#include "fovea/train/corpus.h"
#include "fovea/vocabulary.h"

namespace fovea {

/// The WordPiece vocabulary of a corpus: five special pieces, letters, digits and punctuation,
/// their continuations and common suffixes, then every whole word that turns up, the frequent ones
/// first. Any word in these letters can be spelled. The same on every machine.
Vocabulary buildVocabulary(const Corpus& corpus);

}  // namespace fovea
