#include "text_splitter.h"

#include <algorithm>

#include "characters.h"
#include "utf8.h"

namespace fovea {
namespace {

constexpr char32_t kReplacement = 0xFFFD;
constexpr char32_t kCapitalSigma = 0x3A3;
constexpr char32_t kApostrophe = 0x27;
constexpr char32_t kTypographicApostrophe = 0x2019;

bool isApostrophe(const std::u32string& spelling) {
  return spelling.size() == 1 &&
         (spelling[0] == kApostrophe || spelling[0] == kTypographicApostrophe);
}

void clear(Word& word) {
  word.kind = Word::Kind::kOrdinary;
  word.spelling.clear();
  word.characters.clear();
}

void append(const std::u32string& spelling, std::size_t begin, std::size_t end, Word& word) {
  if (word.characters.empty()) word.begin = begin;
  word.end = end;
  for (const char32_t c : spelling) {
    if (word.characters.size() == Word::kMaxCharacters) {
      word.kind = Word::Kind::kTooLong;
      return;
    }
    appendUtf8(c, word.spelling);
    word.characters.push_back({word.spelling.size(), begin, end});
  }
}

}  // namespace

TextSplitter::TextSplitter(const ModelConfig& config, const Vocabulary& vocabulary,
                           const std::string& text)
    : config_(config), text_(text) {
  for (const char* special : {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}) {
    if (vocabulary.id(special) >= 0) specials_.emplace_back(special);
  }
}

bool TextSplitter::next(Word& word) {
  endsInCapitalSigma_ = false;
  if (!read(word)) return false;
  // The lower case of Σ is σ, but ς at the end of a word: the only case rule that looks at context.
  // Their UTF-8 differs in the last byte.
  if (config_.lowerCase && endsInCapitalSigma_ && word.kind == Word::Kind::kOrdinary &&
      word.characters.size() > 1)
    word.spelling.back() = '\x82';
  return true;
}

bool TextSplitter::read(Word& word) {
  clear(word);
  while (position_ < text_.size()) {
    const bool inWord = !word.characters.empty();
    if (const std::size_t length = specialLength()) {
      if (inWord) return true;
      word.kind = Word::Kind::kSpecial;
      word.spelling = text_.substr(position_, length);
      word.begin = position_;
      word.end = position_ += length;
      return true;
    }
    Character c = peek(position_);
    if (joins(c, word)) {
      c.role = Role::kWord;
      c.spelling = kApostrophe;
    }
    const bool endsWord = c.role == Role::kGap || c.role == Role::kAlone;
    if (inWord && endsWord) return true;
    position_ = c.end;
    if (c.role == Role::kWord || c.role == Role::kAlone) {
      append(c.spelling, c.begin, c.end, word);
      endsInCapitalSigma_ = c.original == kCapitalSigma;
    }
    if (c.role == Role::kAccent && inWord) word.characters.back().end = word.end = c.end;
    if (c.role == Role::kAlone) return true;
  }
  return !word.characters.empty();
}

TextSplitter::Character TextSplitter::peek(std::size_t position) const {
  Character character;
  character.begin = character.end = position;
  const char32_t c = decodeUtf8(text_, character.end);
  const CharacterClass whole = classify(c);
  character.original = c;
  if (c == kReplacement || whole == CharacterClass::kControl) return character;
  if (whole == CharacterClass::kWhitespace) {
    character.role = Role::kGap;
    return character;
  }
  character.spelling = std::u32string(1, c);
  if (config_.lowerCase) {
    character.spelling = fold(c);
    const auto isMark = [](char32_t part) { return classify(part) == CharacterClass::kMark; };
    character.spelling.erase(
        std::remove_if(character.spelling.begin(), character.spelling.end(), isMark),
        character.spelling.end());
  }
  // Fold first: ≠ is a symbol, but it becomes =, which is punctuation.
  if (character.spelling.empty()) {
    character.role = Role::kAccent;
  } else if (isCjk(c) || classify(character.spelling[0]) == CharacterClass::kPunctuation) {
    character.role = Role::kAlone;
  } else {
    character.role = Role::kWord;
  }
  return character;
}

// Whether the character is an apostrophe inside a word that the config does not split.
bool TextSplitter::joins(const Character& c, const Word& word) const {
  return !config_.splitApostrophes && isApostrophe(c.spelling) && !word.characters.empty() &&
         c.end < text_.size() && peek(c.end).role == Role::kWord;
}

// The length of the special piece written out here, or 0.
std::size_t TextSplitter::specialLength() const {
  if (text_[position_] != '[') return 0;
  for (const std::string& special : specials_) {
    if (text_.compare(position_, special.size(), special) == 0) return special.size();
  }
  return 0;
}

}  // namespace fovea
