#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "fovea/tokenizer_json.h"
#include "fovea/vocabulary.h"
#include "published/tokenizer_part.h"
#include "utf8.h"

namespace fovea {
namespace {

using published::flagOf;
using published::Json;
/// A key of tokenizer_config.json, and the piece where it is missing.
using Special = std::pair<const char*, const char*>;

constexpr std::array<Special, 5> kBertSpecials{{{"pad_token", "[PAD]"},
                                                {"unk_token", "[UNK]"},
                                                {"cls_token", "[CLS]"},
                                                {"sep_token", "[SEP]"},
                                                {"mask_token", "[MASK]"}}};
constexpr std::array<Special, 5> kRobertaSpecials{{{"bos_token", "<s>"},
                                                   {"pad_token", "<pad>"},
                                                   {"eos_token", "</s>"},
                                                   {"unk_token", "<unk>"},
                                                   {"mask_token", "<mask>"}}};

Json configurationOf(const std::string& text) {
  constexpr JsonRules kRules{ErrorCode::kInvalidVocabulary, "tokenizer_config.json:", 16, 1'000'000,
                             4'000'000};
  if (text.empty()) return Json::object();
  return parseJsonObject(text.data(), text.data() + text.size(), kRules);
}

// A special token of the configuration: a text, or an object with its content.
std::string specialOf(const Json& configuration, const char* key, const char* otherwise) {
  const Json* const value = published::memberOf(configuration, key);
  if (value != nullptr && value->is_object()) return published::textOf(*value, "content");
  return published::textOf(configuration, key, otherwise);
}

Json addedToken(const std::string& content, const Json& vocabulary, bool stripsLeft = false) {
  return {{"id", vocabulary.at(content)},
          {"content", content},
          {"special", true},
          {"normalized", false},
          {"lstrip", stripsLeft}};
}

Json pairOf(const std::string& piece, const Json& vocabulary) {
  const Json* const id = published::memberOf(vocabulary, piece.c_str());
  if (id == nullptr)
    refuse(ErrorCode::kInvalidVocabulary, "the vocabulary lacks " + inQuotes(piece));
  return {piece, *id};
}

Json bertOf(const std::string& lines, const Json& configuration) {
  const Vocabulary vocabulary(lines);
  Json ids = Json::object();
  for (std::int32_t id = 0; id < vocabulary.size(); ++id) ids[vocabulary.piece(id)] = id;
  Json added = Json::array();
  for (const auto& [key, otherwise] : kBertSpecials) {
    const std::string content = specialOf(configuration, key, otherwise);
    if (ids.contains(content)) added.push_back(addedToken(content, ids));
  }
  const bool lower = flagOf(configuration, "do_lower_case", true);
  const std::string unknown = specialOf(configuration, "unk_token", "[UNK]");
  const std::string cls = specialOf(configuration, "cls_token", "[CLS]");
  // MPNet has BERT's pieces between RoBERTa's special tokens.
  const char* const processing = cls == "<s>" ? "RobertaProcessing" : "BertProcessing";
  return {{"added_tokens", added},
          {"normalizer",
           {{"type", "BertNormalizer"},
            {"lowercase", lower},
            {"strip_accents", flagOf(configuration, "strip_accents", lower)},
            {"handle_chinese_chars", flagOf(configuration, "tokenize_chinese_chars", true)}}},
          {"pre_tokenizer", {{"type", "BertPreTokenizer"}}},
          {"post_processor",
           {{"type", processing},
            {"cls", pairOf(cls, ids)},
            {"sep", pairOf(specialOf(configuration, "sep_token", "[SEP]"), ids)}}},
          {"model", {{"type", "WordPiece"}, {"unk_token", unknown}, {"vocab", ids}}}};
}

Json mergesOf(const std::string& text) {
  Json merges = Json::array();
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t newline = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, newline - begin);
    if (!line.empty() && line.back() == '\r') line.pop_back();
    ++number;
    if (!isUtf8(line))
      refuse(ErrorCode::kInvalidVocabulary,
             "merges.txt, line " + std::to_string(number) + ": the merge is not UTF-8");
    if (!line.empty() && line.rfind("#version", 0) != 0) merges.push_back(line);
    begin = newline + 1;
  }
  return merges;
}

Json robertaOf(const TokenizerFiles& files, const Json& configuration) {
  constexpr JsonRules kRules{ErrorCode::kInvalidVocabulary, "vocab.json:", 2, 1, 4'000'000};
  const std::string& text = files.vocabulary;
  const Json ids = parseJsonObject(text.data(), text.data() + text.size(), kRules);
  Json added = Json::array();
  for (const auto& [key, otherwise] : kRobertaSpecials) {
    const std::string content = specialOf(configuration, key, otherwise);
    if (ids.contains(content))
      added.push_back(addedToken(content, ids, std::string(key) == "mask_token"));
  }
  const bool prefixes = flagOf(configuration, "add_prefix_space", false);
  return {{"added_tokens", added},
          {"pre_tokenizer", {{"type", "ByteLevel"}, {"add_prefix_space", prefixes}}},
          {"post_processor",
           {{"type", "RobertaProcessing"},
            {"cls", pairOf(specialOf(configuration, "cls_token", "<s>"), ids)},
            {"sep", pairOf(specialOf(configuration, "sep_token", "</s>"), ids)}}},
          {"model",
           {{"type", "BPE"},
            {"unk_token", specialOf(configuration, "unk_token", "<unk>")},
            {"vocab", ids},
            {"merges", mergesOf(files.merges)}}}};
}

}  // namespace

std::string tokenizerJson(const TokenizerFiles& files) {
  const Json configuration = configurationOf(files.configuration);
  if (!files.vocabulary.empty() && !files.merges.empty())
    return robertaOf(files, configuration).dump();
  if (!files.wordPieces.empty()) return bertOf(files.wordPieces, configuration).dump();
  refuse(ErrorCode::kMissingVocabulary,
         "the model has no tokenizer: put tokenizer.json, vocab.txt, or both vocab.json and "
         "merges.txt beside it; instead of sentencepiece.bpe.model or spiece.model, use "
         "tokenizer.json, which holds the same");
}

}  // namespace fovea
