#pragma once

#include <string>
#include <vector>

#include "fovea/tokenizer.h"

namespace fovea::published {

/// Spells pieces as text, as BERT's vocabularies do: "##" before one that goes on a word.
/// Byte-level BPE's characters become what their bytes say, Unigram's ▁ a space, which begins a
/// word. The bytes of a character that is not whole are named: "<0xC3>". WordPiece's stay as they
/// are.
void spellAsText(std::vector<std::string>& pieces);

/// Takes "##" from a piece that goes on no word: nothing stands right before it.
void spellInPlace(const std::vector<Token>& before, Token& token);

}  // namespace fovea::published
