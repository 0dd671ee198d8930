#include "fovea/tokenizer.h"

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch2.h"
#include "fixture.h"
#include "model_error.h"

using fovea::ErrorCode;
using fovea::ModelConfig;
using fovea::Token;
using fovea::Tokenizer;
using fovea::Tokens;
using fovea::Vocabulary;
using fovea::test::checkError;

namespace {

using Json = nlohmann::json;

Json readCases() {
  const auto bytes = fovea::test::readFixtureFile("tokenizer_cases.json");
  return Json::parse(bytes.begin(), bytes.end());
}

std::string linesOf(const std::vector<std::string>& pieces) {
  std::string lines;
  for (const std::string& piece : pieces) lines += piece + '\n';
  return lines;
}

ModelConfig plainConfig() {
  ModelConfig config;
  config.vocabSize = 100;
  config.addSpecialTokens = false;
  return config;
}

Tokenizer makeTokenizer(const ModelConfig& config, std::vector<std::string> pieces) {
  pieces.insert(pieces.begin(), {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"});
  return Tokenizer(config, Vocabulary(linesOf(pieces)));
}

std::vector<std::string> piecesOf(const Tokens& tokens) {
  std::vector<std::string> pieces;
  for (const Token& token : tokens.tokens) pieces.push_back(token.piece);
  return pieces;
}

using Pieces = std::vector<std::string>;

}  // namespace

// The library departs from BERT's own code in one respect that these cases leave out: it looks at
// UTF-16 units, and so does not set apart the ideographs beyond U+FFFF (see the next test).
TEST_CASE("hard texts give the ids that @huggingface/tokenizers gives", "[tokenizer]") {
  const Json cases = readCases();
  const Tokenizer tokenizer(plainConfig(), Vocabulary(linesOf(cases["vocabulary"].get<Pieces>())));
  for (const Json& item : cases["cases"]) {
    INFO(item["name"].get<std::string>());
    const Tokens tokens = tokenizer.encode(item["text"].get<std::string>());
    CHECK(tokens.ids() == item["ids"].get<std::vector<std::int32_t>>());
    CHECK(tokens.dropped == 0);
    for (const Token& token : tokens.tokens)
      CHECK(token.piece == tokenizer.vocabulary().piece(token.id));
  }
  CHECK(cases["cases"].size() > 50);
}

TEST_CASE("ideographs beyond U+FFFF stand apart, as in BERT's own code", "[tokenizer]") {
  const Tokenizer tokenizer = makeTokenizer(plainConfig(), {"𠀀", "𫝀", "x"});
  CHECK(piecesOf(tokenizer.encode("x𠀀𫝀x")) == Pieces{"x", "𠀀", "𫝀", "x"});
}

TEST_CASE("byte ranges point into the text in order and never split a character", "[tokenizer]") {
  const Json cases = readCases();
  const Tokenizer tokenizer(plainConfig(), Vocabulary(linesOf(cases["vocabulary"].get<Pieces>())));
  for (const Json& item : cases["cases"]) {
    INFO(item["name"].get<std::string>());
    const auto text = item["text"].get<std::string>();
    const auto isBoundary = [&](std::size_t at) {
      return at == text.size() || (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
    };
    std::size_t lastBegin = 0;
    std::size_t lastEnd = 0;
    for (const Token& token : tokenizer.encode(text).tokens) {
      CHECK(token.begin < token.end);
      CHECK(token.end <= text.size());
      CHECK(token.begin >= lastBegin);
      // Pieces of one syllable (Hangul) share its bytes; others do not overlap.
      CHECK((token.begin >= lastEnd || token.end == lastEnd || token.begin == lastBegin));
      CHECK(isBoundary(token.begin));
      CHECK(isBoundary(token.end));
      lastBegin = token.begin;
      lastEnd = token.end;
    }
  }
}

TEST_CASE("a range holds the piece as it was written, its accents included", "[tokenizer]") {
  const Tokenizer tokenizer =
      makeTokenizer(plainConfig(), {"cafe", "##s", "the", "co", "##op", "ᄒ", "##ᅡ", "##ᆫ", "!"});
  const std::string text = " Cafe\u0301s [MASK] zz  co\u00ADop! 한";
  Pieces written;
  const Tokens tokens = tokenizer.encode(text);
  for (const Token& token : tokens.tokens)
    written.push_back(text.substr(token.begin, token.end - token.begin));
  CHECK(piecesOf(tokens) ==
        Pieces{"cafe", "##s", "[MASK]", "[UNK]", "co", "##op", "!", "ᄒ", "##ᅡ", "##ᆫ"});
  CHECK(written == Pieces{"Cafe\u0301", "s", "[MASK]", "zz", "co", "op", "!", "한", "한", "한"});
}

TEST_CASE("special tokens frame the text where the config says so", "[tokenizer]") {
  ModelConfig config = plainConfig();
  config.addSpecialTokens = true;
  const Tokenizer tokenizer = makeTokenizer(config, {"the"});
  const Tokens tokens = tokenizer.encode("the ");
  CHECK(piecesOf(tokens) == Pieces{"[CLS]", "the", "[SEP]"});
  CHECK(tokens.tokens.front().begin == 0);
  CHECK(tokens.tokens.front().end == 0);
  CHECK(tokens.tokens.back().begin == 4);
  CHECK(tokens.tokens.back().end == 4);
  CHECK(piecesOf(tokenizer.encode("")) == Pieces{"[CLS]", "[SEP]"});
}

TEST_CASE("apostrophes stay inside words where the config says so", "[tokenizer]") {
  ModelConfig config = plainConfig();
  config.splitApostrophes = false;
  const Tokenizer tokenizer =
      makeTokenizer(config, {"didn't", "it", "'", "’", "dogs", "##'", "##s", "rock", "n", "-"});
  CHECK(piecesOf(tokenizer.encode("Didn't didn’t")) == Pieces{"didn't", "didn't"});
  CHECK(piecesOf(tokenizer.encode("'it' ’it’")) == Pieces{"'", "it", "'", "’", "it", "’"});
  CHECK(piecesOf(tokenizer.encode("dogs' 'n' it's")) ==
        Pieces{"dogs", "'", "'", "n", "'", "it", "##'", "##s"});
  CHECK(piecesOf(tokenizer.encode("it'' it'-")) == Pieces{"it", "'", "'", "it", "'", "-"});
  config.splitApostrophes = true;
  CHECK(piecesOf(makeTokenizer(config, {"didn't", "didn", "t", "'"}).encode("didn't")) ==
        Pieces{"didn", "'", "t"});
}

TEST_CASE("case and accents are kept where the config says so", "[tokenizer]") {
  ModelConfig config = plainConfig();
  config.lowerCase = false;
  const Tokenizer tokenizer = makeTokenizer(config, {"Café", "cafe", "Cafe", "##\u0301", "ΟΔΟΣ"});
  CHECK(piecesOf(tokenizer.encode("Café cafe Cafe\u0301 CAFE ΟΔΟΣ")) ==
        Pieces{"Café", "cafe", "Cafe", "##\u0301", "[UNK]", "ΟΔΟΣ"});
}

TEST_CASE("what the model cannot take is dropped and counted", "[tokenizer]") {
  ModelConfig config = plainConfig();
  config.maxPositions = 4;
  const std::string text = "the cats the cats";
  const Tokens bare = makeTokenizer(config, {"the", "cat", "##s"}).encode(text);
  CHECK(piecesOf(bare) == Pieces{"the", "cat", "##s", "the"});
  CHECK(bare.dropped == 2);
  config.addSpecialTokens = true;
  const Tokens framed = makeTokenizer(config, {"the", "cat", "##s"}).encode(text);
  CHECK(piecesOf(framed) == Pieces{"[CLS]", "the", "cat", "[SEP]"});
  CHECK(framed.dropped == 4);
}

TEST_CASE("a tokenizer without its specials, or room for them, is refused", "[tokenizer]") {
  ModelConfig config = plainConfig();
  const Vocabulary vocabulary("[UNK]\n[CLS]\nthe\n");
  CHECK(piecesOf(Tokenizer(config, vocabulary).encode("the [SEP]")) ==
        Pieces{"the", "[UNK]", "[UNK]", "[UNK]"});
  config.addSpecialTokens = true;
  checkError(ErrorCode::kInvalidVocabulary, "lacks [SEP]", [&] { Tokenizer(config, vocabulary); });
  config.maxPositions = 1;
  checkError(ErrorCode::kInvalidConfig, "max_position_embeddings is 1",
             [&] { makeTokenizer(config, {}); });
}

TEST_CASE("text that is not UTF-8 is refused with its byte", "[tokenizer]") {
  const Tokenizer tokenizer = makeTokenizer(plainConfig(), {"the"});
  const auto checkRefused = [&](const std::string& text, const std::string& message) {
    checkError(ErrorCode::kInvalidUtf8, message, [&] { tokenizer.encode(text); });
  };
  checkRefused("the \x80", "byte 4 of the text");      // a stray continuation
  checkRefused("the \xC3", "byte 4 of the text");      // cut
  checkRefused("\xC3\x28", "byte 1 of the text");      // no continuation
  checkRefused("\xC0\xAF", "byte 0 of the text");      // overlong
  checkRefused("\xE0\x80\xAF", "byte 0 of the text");  // overlong
  checkRefused("\xF0\x80\x80\xAF", "byte 0");          // overlong
  checkRefused("\xED\xA0\x80", "byte 0 of the text");  // a surrogate
  checkRefused("\xF4\x90\x80\x80", "byte 0");          // beyond U+10FFFF
  checkRefused("\xF5\x80\x80\x80", "byte 0");
  checkRefused("\xFF", "byte 0 of the text");
  CHECK(tokenizer.encode("\xF4\x8F\xBF\xBF \xEF\xBF\xBF").tokens.size() == 2);
}

TEST_CASE("time grows with the text, not with its square", "[tokenizer]") {
  const Tokenizer tokenizer =
      makeTokenizer(plainConfig(), {"the", "a", "##a", "##aaaaaaaaaaaaaaaaaaaaaaaaa", "[", "'"});
  const auto seconds = [&](const std::string& unit, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += unit;
    const auto start = std::chrono::steady_clock::now();
    const Tokens tokens = tokenizer.encode(text);
    CHECK(tokens.tokens.size() <= 512);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    return taken.count();
  };
  // A word without end, words of 100 characters in many pieces, brackets, accents: a square of
  // these lengths would take hours; a busy machine may still need a while.
  const std::vector<std::string> units{"a", std::string(100, 'a') + " ", "[", "a\u0301", "the "};
  for (const std::string& unit : units) CHECK(seconds(unit, 2000000 / unit.size()) < 120);
}
