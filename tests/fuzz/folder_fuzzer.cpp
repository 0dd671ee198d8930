#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fovea/answers.h"
#include "fovea/error.h"
#include "fovea/model_file.h"

namespace {

constexpr std::int64_t kMostNumbers = 1 << 16;  // that a pass is worth its time for

class OwnedSource : public fovea::ByteSource {
 public:
  explicit OwnedSource(std::string bytes) : bytes_(std::move(bytes)) {}
  std::size_t size() const override { return bytes_.size(); }
  void read(std::size_t offset, std::size_t count, std::uint8_t* to) const override {
    std::memcpy(to, bytes_.data() + offset, count);
  }

 private:
  std::string bytes_;
};

/// The files of a folder, one after the other with "\n---\n" between; the weights are the last.
constexpr const char* kNames[] = {"config.json",
                                  "tokenizer.json",
                                  "modules.json",
                                  "1_Pooling/config.json",
                                  "sentence_bert_config.json",
                                  "tokenizer_config.json",
                                  "vocab.txt",
                                  "vocab.json",
                                  "merges.txt",
                                  "model.safetensors.index.json",
                                  "model.safetensors"};

fovea::FolderFiles filesOf(const std::string& all) {
  constexpr const char* kBetween = "\n---\n";
  std::map<std::string, std::string> files;
  std::size_t begin = 0;
  for (const char* name : kNames) {
    const bool last = name == std::end(kNames)[-1];
    const std::size_t end = last ? all.size() : all.find(kBetween, begin);
    if (end == std::string::npos) break;
    if (end > begin) files[name] = all.substr(begin, end - begin);
    begin = std::min(end + std::strlen(kBetween), all.size());
  }
  // With an index, the weights are its shard.
  if (files.count("model.safetensors.index.json") > 0)
    std::swap(files["shard.safetensors"], files["model.safetensors"]);
  return [files](const std::string& name) -> std::shared_ptr<const fovea::ByteSource> {
    const auto file = files.find(name);
    if (file == files.end() || file->second.empty()) return nullptr;
    return std::make_shared<OwnedSource>(file->second);
  };
}

void answer(const fovea::Model& model) {
  const fovea::ModelConfig& config = model.encoder.config();
  if (config.dModel * config.layers * config.maxPositions > kMostNumbers) return;
  const std::string text = "the cat\xCC\x81 <mask> \xE4\xB8\xAD";
  const fovea::Tokens tokens = model.tokenizer.encode(text, "it [MASK]");
  for (const fovea::Token& token : tokens.tokens)
    if (token.begin > token.end || token.end > text.size()) __builtin_trap();
  if (tokens.tokens.empty()) return;
  fovea::EncoderActivations activations;
  model.encoder.forward(tokens.ids(), activations);
  for (const fovea::AnswerHead& head : model.answers->heads) {
    fovea::AnswerActivations a;
    fovea::answerForward(head, model.encoder.output(activations), activations.sequences, a);
  }
}

}  // namespace

// A folder is a model that answers, or is refused.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  try {
    answer(fovea::readFolder(filesOf(std::string(bytes, bytes + size))));
  } catch (const fovea::ModelError&) {
  }
  return 0;
}
