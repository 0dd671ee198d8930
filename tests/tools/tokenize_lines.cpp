// The ids of texts by a tokenizer.json: fovea_tokenize_lines tokenizer.json VOCAB_SIZE < LINES,
// each line a JSON text or a list of two. Refuses offsets that are no place in the text.

#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "fovea/tokenizer_json.h"

using Json = nlohmann::json;

namespace {

bool beginsCharacter(const std::string& text, std::size_t at) {
  return at == text.size() || (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
}

void check(const fovea::Token& token, const std::string& text) {
  if (token.begin > token.end || token.end > text.size() || !beginsCharacter(text, token.begin) ||
      !beginsCharacter(text, token.end))
    throw std::runtime_error("offsets of " + token.piece + " in " + text);
}

}  // namespace

int main(int, char** argv) try {
  std::ifstream file(argv[1]);
  const std::string json(std::istreambuf_iterator<char>(file), {});
  fovea::ModelConfig config;
  config.vocabSize = std::stol(argv[2]);
  config.maxPositions = 65536;
  const fovea::Tokenizer tokenizer = fovea::readTokenizer(json, config);
  for (std::string line; std::getline(std::cin, line);) {
    const Json input = Json::parse(line);
    const bool pair = input.is_array();
    const std::string texts[2] = {pair ? input[0].get<std::string>() : input.get<std::string>(),
                                  pair ? input[1].get<std::string>() : ""};
    const fovea::Tokens tokens =
        pair ? tokenizer.encode(texts[0], texts[1]) : tokenizer.encode(texts[0]);
    for (const fovea::Token& token : tokens.tokens) {
      check(token, texts[token.text]);
      std::printf("%d ", token.id);
    }
    std::puts("");
  }
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
