#include "made.h"

#include "catch2.h"

namespace fovea::test {

const char* const kConfig = R"({"hidden_size": 32, "num_attention_heads": 4,
  "intermediate_size": 64, "num_hidden_layers": 2, "vocab_size": 12,
  "max_position_embeddings": 16, "masked_word_head": true, "split_apostrophes": false})";
const char* const kVocabulary =
    "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\ncat\ndidn't\nsit\n##s\n.\nmat\n";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Run init(const Scratch& scratch, const std::string& out, std::vector<std::string> more) {
  std::vector<std::string> arguments{"init",
                                     "--config",
                                     scratch.write("c.json", kConfig),
                                     "--vocab",
                                     scratch.write("v.txt", kVocabulary),
                                     "--out",
                                     scratch.path(out)};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return scratch.fovea(arguments);
}

std::string madeModel(const Scratch& scratch) {
  const Run run = init(scratch, "m.safetensors", {"--seed", "3"});
  INFO(run.err);
  REQUIRE(run.exitCode == 0);
  return scratch.path("m.safetensors");
}

void checkFails(const Run& run, int exitCode, const std::string& message) {
  INFO(run.err);
  INFO("expected in it: " << message);
  CHECK(run.exitCode == exitCode);
  CHECK(contains(run.err, message));
  CHECK(run.out.empty());
}

}  // namespace fovea::test
