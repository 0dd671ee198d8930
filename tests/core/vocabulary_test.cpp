#include "fovea/vocabulary.h"

#include <string>

#include "catch2.h"
#include "model_error.h"

using fovea::ErrorCode;
using fovea::Vocabulary;
using fovea::test::checkError;

namespace {

void checkLinesRefused(const std::string& lines, const std::string& message) {
  checkError(ErrorCode::kInvalidVocabulary, message, [&] { Vocabulary{lines}; });
}

}  // namespace

TEST_CASE("a piece's id is its line", "[vocabulary]") {
  const Vocabulary vocabulary("[PAD]\n[UNK]\nthe\n##s\n");
  CHECK(vocabulary.size() == 4);
  CHECK(vocabulary.id("[PAD]") == 0);
  CHECK(vocabulary.id("##s") == 3);
  CHECK(vocabulary.piece(2) == "the");
  CHECK(vocabulary.unknownId() == 1);
  CHECK(vocabulary.id("s") == -1);
  CHECK(vocabulary.id("") == -1);
}

TEST_CASE("the last newline may be absent, and a line may end as on Windows", "[vocabulary]") {
  const Vocabulary vocabulary("[UNK]\r\nthe\r\nà");
  CHECK(vocabulary.size() == 3);
  CHECK(vocabulary.piece(1) == "the");
  CHECK(vocabulary.lines() == "[UNK]\nthe\nà\n");
  CHECK(Vocabulary(vocabulary.lines()).lines() == vocabulary.lines());
}

TEST_CASE("a vocabulary that cannot serve is refused with its line", "[vocabulary]") {
  checkLinesRefused("", "has 0 pieces, but not [UNK]");
  checkLinesRefused("the\n", "has 1 pieces, but not [UNK]");
  checkLinesRefused("[UNK]\nthe\n\ncat\n", "line 3: the piece is empty");
  checkLinesRefused("[UNK]\nthe\ncat\nthe\n", "line 4: the piece \"the\" is already on line 2");
  checkLinesRefused("[UNK]\n\xC3\x28\n", "line 2: the piece is not UTF-8");
}
