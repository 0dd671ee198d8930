#include "fovea/tokenizer_json.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "published/added_tokens.h"
#include "published/normalizer.h"
#include "published/piece_model.h"
#include "published/post_processor.h"
#include "published/pre_tokenizer.h"
#include "published/shown_pieces.h"
#include "published/unicode_forms.h"

namespace fovea {
namespace {

using published::Json;

const Json& partOf(const Json& json, const char* key) {
  static const Json null;
  const Json* const part = published::memberOf(json, key);
  return part == nullptr ? null : *part;
}

/// The steps of a tokenizer.json, in order.
class Pipeline : public TokenizerPipeline {
 public:
  Pipeline(const Json& json, std::size_t most)
      : normalizer_(published::makeNormalizer(partOf(json, "normalizer"))),
        added_(published::listOf(json, "added_tokens"), normalizer_),
        // The analyser loses sight of what one std::function owns inside another.
        // NOLINTNEXTLINE(clang-analyzer-cplusplus.NewDeleteLeaks)
        preTokenizer_(published::makePreTokenizer(partOf(json, "pre_tokenizer"))),
        model_(published::makePieceModel(partOf(json, "model"))),
        templates_(published::makeTemplates(partOf(json, "post_processor"))),
        pieces_(model_->pieces()) {
    if (model_->spellsSpaces()) published::spellAsText(pieces_);
    for (const auto& [id, spelling] : added_.spellings()) {
      const auto at = static_cast<std::size_t>(id);
      if (at >= most)
        published::refuse(published::kTokenizerFile,
                          "the token " + inQuotes(spelling) + " has the id " + std::to_string(id) +
                              ", but vocab_size is " + std::to_string(most));
      if (at >= pieces_.size()) pieces_.resize(at + 1);
      pieces_[at] = spelling;
    }
    for (const auto* items : {&templates_.one, &templates_.two})
      for (const auto& item : *items)
        if (item.special >= static_cast<std::int32_t>(pieces_.size()))
          published::refuse(published::kTokenizerFile, "the post-processor adds the id " +
                                                           std::to_string(item.special) +
                                                           ", which the vocabulary lacks");
  }

  const std::vector<std::string>& pieces() const { return pieces_; }
  std::int32_t unknownId() const { return model_->unknownId(); }

  Tokens encode(const std::string& text, const std::string* second,
                std::size_t limit) const override {
    const auto& items = second == nullptr ? templates_.one : templates_.two;
    std::vector<Token> parts[2] = {tokensOf(text), {}};
    if (second != nullptr) parts[1] = tokensOf(*second);
    const auto specials = static_cast<std::size_t>(std::count_if(
        items.begin(), items.end(), [](const auto& item) { return item.special >= 0; }));
    if (specials > limit)
      refuse(ErrorCode::kInvalidConfig, "the model takes " + std::to_string(limit) +
                                            " tokens, but the special tokens alone are " +
                                            std::to_string(specials));
    Tokens result;
    // The longer text loses its last tokens.
    while (parts[0].size() + parts[1].size() + specials > limit) {
      (parts[1].size() >= parts[0].size() ? parts[1] : parts[0]).pop_back();
      ++result.dropped;
    }
    const std::string* const texts[2] = {&text, second};
    int place = 0;  // the text that the next special token follows or begins
    for (const auto& item : items) {
      if (item.special < 0) {
        for (Token token : parts[item.text]) {
          token.type = item.type;
          token.text = item.text;
          result.tokens.push_back(std::move(token));
        }
        place = item.text;
        continue;
      }
      const std::size_t at = result.tokens.empty() ? 0 : texts[place]->size();
      result.tokens.push_back({item.special, pieces_[static_cast<std::size_t>(item.special)], at,
                               at, item.type, place});
    }
    return result;
  }

 private:
  std::vector<Token> tokensOf(const std::string& text) const {
    std::vector<Token> tokens;
    for (published::Section& section : added_.split(published::aligned(text), false)) {
      if (section.id >= 0) {
        add(section.id, section.text, 0, section.text.size(), text, tokens);
        continue;
      }
      normalizer_(section.text);
      for (published::Section& inner : added_.split(section.text, true)) {
        if (inner.id >= 0)
          add(inner.id, inner.text, 0, inner.text.size(), text, tokens);
        else
          addPieces(std::move(inner.text), text, tokens);
      }
    }
    return tokens;
  }

  void addPieces(published::AlignedText section, const std::string& text,
                 std::vector<Token>& to) const {
    const bool first = section[0].begin == 0;
    std::vector<published::PreToken> words{{std::move(section), first}};
    preTokenizer_(words);
    std::vector<published::Piece> pieces;
    for (const published::PreToken& word : words) {
      pieces.clear();
      model_->split(word.text, pieces);
      for (const published::Piece& piece : pieces)
        add(piece.id, word.text, piece.begin, piece.end, text, to);
    }
  }

  // A token's bytes are without the white space before it, which some pieces hold.
  void add(std::int32_t id, const published::AlignedText& word, std::size_t from, std::size_t to,
           const std::string& text, std::vector<Token>& tokens) const {
    std::size_t begin = word[from].begin;
    std::size_t end = word[from].end;
    bool ink = false;
    for (std::size_t i = from; i < to; ++i) {
      if (word[i].begin == word[i].end) continue;
      std::size_t after = word[i].begin;
      const auto source = published::aligned(text, after, word[i].end);
      const bool isSpace = source.size() == 1 && published::isWhiteSpace(source[0].c);
      if (isSpace && !ink) continue;
      if (!ink) begin = word[i].begin;
      ink = true;
      end = std::max(word[i].end, end);
    }
    if (!ink) end = std::max(word[to - 1].end, begin);
    Token token{id, pieces_[static_cast<std::size_t>(id)], begin, end};
    published::spellInPlace(tokens, token);
    tokens.push_back(std::move(token));
  }

  published::Normalizer normalizer_;
  published::AddedTokens added_;
  published::PreTokenizer preTokenizer_;
  std::unique_ptr<published::PieceModel> model_;
  published::Templates templates_;
  std::vector<std::string> pieces_;
};

}  // namespace

Tokenizer readTokenizer(const std::string& json, const ModelConfig& config) {
  constexpr JsonRules kRules{ErrorCode::kInvalidVocabulary, "tokenizer.json:", 16, 4'000'000,
                             12'000'000};
  const Json parsed = parseJsonObject(json.data(), json.data() + json.size(), kRules);
  const auto size = static_cast<std::size_t>(config.vocabSize);
  auto pipeline = std::make_shared<const Pipeline>(parsed, size);
  std::vector<std::string> pieces = pipeline->pieces();
  if (pieces.size() > size)
    refuse(ErrorCode::kInvalidVocabulary, "tokenizer.json has " + std::to_string(pieces.size()) +
                                              " pieces, but vocab_size is " + std::to_string(size));
  pieces.resize(size);
  const std::int32_t unknown = pipeline->unknownId();
  return Tokenizer(config, Vocabulary(std::move(pieces), unknown), std::move(pipeline));
}

}  // namespace fovea
