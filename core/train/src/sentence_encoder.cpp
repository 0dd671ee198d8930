#include "fovea/train/sentence_encoder.h"

namespace fovea {
namespace {

constexpr std::size_t kShortWord = 2;  // letters; words up to this length are never spelled out

}  // namespace

EncodedSentence SentenceEncoder::encode(const std::vector<std::string>& words, bool specials,
                                        Random& random, double spellShare) {
  const Vocabulary& vocabulary = tokenizer_.vocabulary();
  EncodedSentence encoded;
  if (specials) encoded.ids.push_back(vocabulary.id("[CLS]"));
  for (const std::string& word : words) {
    const bool spell =
        spellShare > 0 && word.size() > kShortWord && word[0] != '[' && random.chance(spellShare);
    const TokenIds ids = spell ? spelled(word) : pieces(word);
    encoded.firstPiece.push_back(static_cast<Index>(encoded.ids.size()));
    encoded.pieceCount.push_back(static_cast<Index>(ids.size()));
    encoded.ids.insert(encoded.ids.end(), ids.begin(), ids.end());
  }
  if (specials) encoded.ids.push_back(vocabulary.id("[SEP]"));
  return encoded;
}

EncodedSentence SentenceEncoder::encode(const std::vector<std::string>& words, bool specials) {
  Random unused(0);
  return encode(words, specials, unused, 0);
}

const TokenIds& SentenceEncoder::pieces(const std::string& word) {
  const auto it = known_.find(word);
  if (it != known_.end()) return it->second;
  TokenIds ids;
  for (const Token& token : tokenizer_.encode(word).tokens)
    if (token.begin < token.end) ids.push_back(token.id);
  return known_.emplace(word, std::move(ids)).first->second;
}

// The first letter, then the longest continuation pieces: how an unknown word is encoded.
TokenIds SentenceEncoder::spelled(const std::string& word) const {
  const Vocabulary& vocabulary = tokenizer_.vocabulary();
  TokenIds ids = {vocabulary.id(word.substr(0, 1))};
  for (std::size_t begin = 1; begin < word.size();) {
    std::size_t length = word.size() - begin;
    while (length > 1 && vocabulary.id("##" + word.substr(begin, length)) < 0) --length;
    const std::int32_t id = vocabulary.id("##" + word.substr(begin, length));
    ids.push_back(id < 0 ? vocabulary.unknownId() : id);
    begin += length;
  }
  return ids;
}

}  // namespace fovea
