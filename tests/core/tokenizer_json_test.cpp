#include "fovea/tokenizer_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "catch2.h"
#include "fixture.h"
#include "fovea/vocabulary.h"
#include "model_error.h"
#include "published/shown_pieces.h"

using namespace fovea;
using fovea::test::checkError;

namespace {

using Json = nlohmann::json;

Json readPublishedTokenizers() {
  const auto bytes = fovea::test::readFixtureFile("published_tokenizers.json");
  return Json::parse(bytes.begin(), bytes.end());
}

ModelConfig tokenizerConfig(const Json& entry, Index maxPositions = 512) {
  ModelConfig config;
  config.vocabSize = entry.at("size").get<Index>();
  config.maxPositions = maxPositions;
  return config;
}

Tokenizer readNamed(const char* name, Index maxPositions = 512) {
  const Json entry = readPublishedTokenizers().at(name);
  return readTokenizer(entry.at("json").get<std::string>(), tokenizerConfig(entry, maxPositions));
}

Tokens tokensOf(const Tokenizer& tokenizer, const Json& text) {
  return text.is_array() ? tokenizer.encode(text[0].get<std::string>(), text[1].get<std::string>())
                         : tokenizer.encode(text.get<std::string>());
}

/// The texts that the tokens stand for.
std::vector<std::string> spellingsOf(const Tokens& tokens, const std::string& text) {
  std::vector<std::string> all;
  for (const Token& token : tokens.tokens)
    all.push_back(text.substr(token.begin, token.end - token.begin));
  return all;
}

std::vector<std::int32_t> typesOf(const Tokens& tokens) {
  std::vector<std::int32_t> all;
  for (const Token& token : tokens.tokens) all.push_back(token.type);
  return all;
}

/// One with this part in place of its own.
std::string withPart(const char* name, const char* part, const Json& value) {
  Json json = Json::parse(readPublishedTokenizers().at(name).at("json").get<std::string>());
  json[part] = value;
  return json.dump();
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("tokenizer.json gives the ids that @huggingface/tokenizers gives", "[tokenizer-json]") {
  const Json all = readPublishedTokenizers();
  for (const auto& [name, entry] : all.items()) {
    const Tokenizer tokenizer =
        readTokenizer(entry.at("json").get<std::string>(), tokenizerConfig(entry));
    for (const Json& each : entry.at("cases")) {
      INFO(name << ": " << each.at("text").dump());
      CHECK(tokensOf(tokenizer, each.at("text")).ids() ==
            each.at("ids").get<std::vector<std::int32_t>>());
    }
  }
}

TEST_CASE("offsets lead from every piece to the reader's text", "[tokenizer-json]") {
  const std::string text =
      "The  Stra\xC3\x9F"
      "e was caf\x65\xCC\x81!";
  CHECK(spellingsOf(readNamed("bert-uncased").encode(text), text) == Texts{"", "The",
                                                                           "Stra\xC3\x9F"
                                                                           "e",
                                                                           "was", "cafe\xCC\x81",
                                                                           "!", ""});
  // A byte of a character stands for the whole of it; white space before a word is not of it.
  const std::string word = "a \xC3\x9F";
  const Tokens bytes = readNamed("roberta").encode(word);
  CHECK(spellingsOf(bytes, word).front().empty());
  CHECK(bytes.tokens[1].begin == 0);
  CHECK(bytes.tokens[bytes.tokens.size() - 2].begin == 2);
  CHECK(bytes.tokens[bytes.tokens.size() - 2].end == 4);
  for (const char* name : {"xlm-roberta", "camembert", "modernbert"}) {
    INFO(name);
    const std::string plain = "was it the";
    std::string joined;
    std::size_t end = 0;
    for (const Token& token : readNamed(name).encode(plain).tokens) {
      CHECK(token.begin >= end);
      CHECK(
          (token.end <= token.begin + 1 || plain[token.begin] != ' '));  // a space alone may be one
      joined += plain.substr(token.begin, token.end - token.begin);
      end = token.end;
    }
    joined.erase(std::remove(joined.begin(), joined.end(), ' '), joined.end());
    CHECK(joined == "wasitthe");
  }
}

TEST_CASE("pieces of BPE and Unigram are spelled as text", "[tokenizer-json]") {
  const auto spelled = [](Texts pieces) {
    published::spellAsText(pieces);
    return pieces;
  };
  CHECK(spelled({"<s>", "Ġstreet", "ing", "ĠcafÃ©", ".", "Ġ", "Ċ", ""}) ==
        Texts{"<s>", "street", "##ing", "café", ".", "␣", "\n", ""});
  // The bytes of a character that is not whole are named.
  CHECK(spelled({"Ġthe", "Ã", "ĠâĤ", "ĠâĤ¬"}) == Texts{"the", "<0xC3>", "<0xE2><0x82>", "€"});
  CHECK(spelled({"▁the", "r", "</s>", "▁", "7", "日"}) ==
        Texts{"the", "##r", "</s>", "␣", "##7", "##日"});

  for (const char* name : {"roberta", "modernbert", "xlm-roberta", "camembert"}) {
    INFO(name);
    const std::string text = "The animal was tired";
    for (const Token& token : readNamed(name).encode(text).tokens) {
      if (token.begin == token.end) continue;
      const std::size_t mark = token.piece.rfind("##", 0) == 0 ? 2 : 0;
      const std::string own = text.substr(token.begin, token.end - token.begin);
      CHECK(token.piece.substr(mark) == (own == " " ? "␣" : own));
      CHECK((token.begin > 0 || mark == 0));
    }
  }
  CHECK(readNamed("roberta").vocabulary().id("the") >= 0);
}

TEST_CASE("pairs have token types, and the longer text is cut", "[tokenizer-json]") {
  const Tokens pair = readNamed("bert-uncased").encode("was it", "the the the");
  CHECK(typesOf(pair) == std::vector<std::int32_t>{0, 0, 0, 0, 1, 1, 1, 1});
  CHECK(pair.tokens[4].text == 1);
  CHECK(typesOf(readNamed("roberta").encode("a", "b")) == std::vector<std::int32_t>(6, 0));

  const Tokens cut = readNamed("bert-uncased", 6).encode("was it", "the the the");
  CHECK(cut.ids().size() == 6);
  CHECK(cut.dropped == 2);
  CHECK(cut.tokens[2].piece == pair.tokens[2].piece);  // the first text's first word
  CHECK(readNamed("bert-uncased", 2).encode("was it").dropped == 2);
  checkError(ErrorCode::kInvalidConfig, "the special tokens alone",
             [] { readNamed("bert-uncased", 1).encode("was"); });
}

TEST_CASE("older files say the same as a tokenizer.json", "[tokenizer-json]") {
  const Json roberta = readPublishedTokenizers().at("roberta");
  const Json json = Json::parse(roberta.at("json").get<std::string>());
  std::string merges = "#version: 0.2\n";
  for (const Json& merge : json.at("model").at("merges")) merges += merge.get<std::string>() + "\n";
  const std::string byFiles = tokenizerJson({"", json.at("model").at("vocab").dump(), merges, ""});
  const Tokenizer tokenizer = readTokenizer(byFiles, tokenizerConfig(roberta));
  for (const Json& each : roberta.at("cases"))
    CHECK(tokensOf(tokenizer, each.at("text")).ids() ==
          each.at("ids").get<std::vector<std::int32_t>>());
  checkError(ErrorCode::kInvalidVocabulary, "merges.txt, line 2: the merge is not UTF-8", [] {
    tokenizerJson({"", R"({"<s>": 0, "</s>": 1})", "#version: 0.2\na \xC8\n", ""});
  });

  const std::pair<const char*, const char*> ofPieces[] = {
      {"bert-cased", R"({"do_lower_case": false})"},
      {"mpnet",
       R"({"cls_token": "<s>", "sep_token": "</s>", "pad_token": "<pad>", "mask_token": "<mask>"})"}};
  for (const auto& [name, configuration] : ofPieces) {
    INFO(name);
    const Json published = readPublishedTokenizers().at(name);
    const Json model = Json::parse(published.at("json").get<std::string>()).at("model");
    std::vector<std::string> pieces(model.at("vocab").size());
    for (const auto& [piece, id] : model.at("vocab").items()) pieces[id.get<std::size_t>()] = piece;
    std::string lines;
    for (const std::string& piece : pieces) lines += piece + "\n";
    const Tokenizer words =
        readTokenizer(tokenizerJson({lines, "", "", configuration}), tokenizerConfig(published));
    for (const Json& each : published.at("cases"))
      CHECK(tokensOf(words, each.at("text")).ids() ==
            each.at("ids").get<std::vector<std::int32_t>>());
  }

  checkError(ErrorCode::kMissingVocabulary, "the model has no tokenizer",
             [] { tokenizerJson({}); });
}

TEST_CASE("parts of a tokenizer.json that Fovea lacks are named", "[tokenizer-json]") {
  const ModelConfig config = tokenizerConfig(readPublishedTokenizers().at("roberta"));
  const auto refuses = [&](const std::string& message, const std::string& json) {
    INFO(message);
    checkError(ErrorCode::kInvalidVocabulary, message, [&] { readTokenizer(json, config); });
  };
  refuses("normalizer \"Nmt\"", withPart("roberta", "normalizer", {{"type", "Nmt"}}));
  refuses("pre-tokenizer \"Delimiter\"",
          withPart("roberta", "pre_tokenizer", {{"type", "Delimiter"}}));
  refuses("model \"WordLevel\"", withPart("roberta", "model", {{"type", "WordLevel"}}));
  refuses("post-processor \"X\"", withPart("roberta", "post_processor", {{"type", "X"}}));
  refuses(
      "regular expression \"[a-z]+\"",
      withPart("roberta", "pre_tokenizer",
               {{"type", "Split"}, {"pattern", {{"Regex", "[a-z]+"}}}, {"behavior", "Isolated"}}));
  refuses("not base64", withPart("roberta", "normalizer",
                                 {{"type", "Precompiled"}, {"precompiled_charsmap", "?"}}));
  refuses("the merge of \"q\" and \"qqq\"",
          withPart("roberta", "model",
                   {{"type", "BPE"}, {"vocab", {{"q", 0}}}, {"merges", {"q qqq"}}}));
  refuses("unk_id", withPart("roberta", "model",
                             {{"type", "Unigram"},
                              {"vocab", Json::array({Json::array({"a", -1.0})})},
                              {"unk_id", 1}}));
  refuses("has the id 5000",
          withPart("roberta", "model", {{"type", "BPE"}, {"vocab", {{"q", 5000}}}}));
  ModelConfig small = config;
  small.vocabSize = 100;
  checkError(ErrorCode::kInvalidVocabulary, "but vocab_size is 100", [&] {
    readTokenizer(readPublishedTokenizers().at("roberta").at("json").get<std::string>(), small);
  });
  refuses("is not JSON", "{");
}
