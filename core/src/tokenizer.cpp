#include "fovea/tokenizer.h"

#include <algorithm>
#include <utility>

#include "fovea/error.h"
#include "text_splitter.h"

namespace fovea {
namespace {

// Splits words into pieces of the vocabulary by greedy longest match.
class PieceMatcher {
 public:
  PieceMatcher(const Vocabulary& vocabulary, std::size_t longestPiece)
      : vocabulary_(vocabulary), longestPiece_(longestPiece) {}

  /// The pieces of the word; valid until the next call.
  const std::vector<Token>& split(const Word& word) {
    tokens_.clear();
    bool matched = word.kind != Word::Kind::kTooLong;
    if (word.kind == Word::Kind::kSpecial) {
      tokens_.push_back({vocabulary_.id(word.spelling), word.spelling, word.begin, word.end});
    } else {
      for (std::size_t at = 0; matched && at < word.characters.size();) matched = take(word, at);
    }
    if (!matched) {
      const std::int32_t unknown = vocabulary_.unknownId();
      tokens_.assign(1, {unknown, vocabulary_.piece(unknown), word.begin, word.end});
    }
    return tokens_;
  }

 private:
  // Takes the longest piece that begins at character `at`, and moves `at` past it.
  bool take(const Word& word, std::size_t& at) {
    const std::size_t begin = at == 0 ? 0 : word.characters[at - 1].spellingEnd;
    const std::size_t prefix = at == 0 ? 0 : 2;
    for (std::size_t last = word.characters.size(); last-- > at;) {
      const std::size_t length = word.characters[last].spellingEnd - begin;
      if (prefix + length > longestPiece_) continue;
      candidate_.assign("##", prefix).append(word.spelling, begin, length);
      const std::int32_t id = vocabulary_.id(candidate_);
      if (id < 0) continue;
      tokens_.push_back({id, candidate_, word.characters[at].begin, word.characters[last].end});
      at = last + 1;
      return true;
    }
    return false;
  }

  const Vocabulary& vocabulary_;
  std::size_t longestPiece_;
  std::string candidate_;
  std::vector<Token> tokens_;
};

std::int32_t requiredId(const Vocabulary& vocabulary, const char* piece) {
  const std::int32_t id = vocabulary.id(piece);
  if (id < 0)
    refuse(ErrorCode::kInvalidVocabulary,
           std::string("the vocabulary lacks ") + piece +
               ", which the config asks for (add_special_tokens is true)");
  return id;
}

}  // namespace

std::vector<std::int32_t> Tokens::ids() const {
  std::vector<std::int32_t> ids(tokens.size());
  std::transform(tokens.begin(), tokens.end(), ids.begin(), [](const Token& t) { return t.id; });
  return ids;
}

std::vector<std::int32_t> Tokens::types() const {
  std::vector<std::int32_t> types;
  const auto isSecond = [](const Token& t) { return t.type != 0; };
  if (std::none_of(tokens.begin(), tokens.end(), isSecond)) return types;
  for (const Token& token : tokens) types.push_back(token.type);
  return types;
}

Tokenizer::Tokenizer(const ModelConfig& config, Vocabulary vocabulary)
    : config_(config), vocabulary_(std::move(vocabulary)) {
  for (std::int32_t id = 0; id < vocabulary_.size(); ++id)
    longestPiece_ = std::max(longestPiece_, vocabulary_.piece(id).size());
  if (!config_.addSpecialTokens) return;
  requiredId(vocabulary_, "[CLS]");
  requiredId(vocabulary_, "[SEP]");
  if (config_.maxPositions < 2)
    refuse(ErrorCode::kInvalidConfig,
           "config: max_position_embeddings is 1, but [CLS] and [SEP] need 2 "
           "(add_special_tokens is true)");
}

#ifndef FOVEA_ENCODER_ALONE
Tokenizer::Tokenizer(const ModelConfig& config, Vocabulary vocabulary,
                     std::shared_ptr<const TokenizerPipeline> pipeline)
    : config_(config), vocabulary_(std::move(vocabulary)), pipeline_(std::move(pipeline)) {}

Tokens Tokenizer::encode(const std::string& text, const std::string& second) const {
  if (!pipeline_)
    refuse(ErrorCode::kInvalidInput, "this model's tokenizer takes one text, not a pair");
  return pipeline_->encode(text, &second, static_cast<std::size_t>(config_.maxPositions));
}

#endif

Tokens Tokenizer::encode(const std::string& text) const {
#ifndef FOVEA_ENCODER_ALONE
  if (pipeline_)
    return pipeline_->encode(text, nullptr, static_cast<std::size_t>(config_.maxPositions));
#endif
  const bool specials = config_.addSpecialTokens;
  const std::size_t limit = static_cast<std::size_t>(config_.maxPositions) - (specials ? 1 : 0);
  Tokens result;
  if (specials) result.tokens.push_back({vocabulary_.id("[CLS]"), "[CLS]", 0, 0});

  TextSplitter splitter(config_, vocabulary_, text);
  PieceMatcher matcher(vocabulary_, longestPiece_);
  Word word;
  while (splitter.next(word)) {
    for (const Token& piece : matcher.split(word)) {
      if (result.tokens.size() < limit)
        result.tokens.push_back(piece);
      else
        ++result.dropped;
    }
  }

  if (specials)
    result.tokens.push_back({vocabulary_.id("[SEP]"), "[SEP]", text.size(), text.size()});
  return result;
}

}  // namespace fovea
