#include <string>

#include "fovea/error.h"
#include "fovea/tokenizer.h"

namespace {

fovea::Tokenizer makeTokenizer(bool whole) {
  fovea::ModelConfig config;
  config.vocabSize = 12;
  config.splitApostrophes = !whole;
  config.lowerCase = !whole;
  return {config,
          fovea::Vocabulary("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\n##a\n##b\ndidn't\n'\n#\n")};
}

}  // namespace

// A text is cut into pieces that lie in it, in order, or is refused.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const fovea::Tokenizer kTokenizers[] = {makeTokenizer(false), makeTokenizer(true)};
  const std::string text(bytes, bytes + size);
  for (const fovea::Tokenizer& tokenizer : kTokenizers) {
    try {
      std::size_t last = 0;
      for (const fovea::Token& token : tokenizer.encode(text).tokens) {
        if (token.begin == token.end) continue;  // added, as [SEP] is
        if (token.begin < last || token.end < token.begin || token.end > size) __builtin_trap();
        last = token.begin;
      }
    } catch (const fovea::ModelError&) {
    }
  }
  return 0;
}
