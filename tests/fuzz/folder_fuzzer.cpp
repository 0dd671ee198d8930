#include <cstring>
#include <memory>
#include <string>
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
constexpr const char* kNames[] = {"config.json", "tokenizer.json", "modules.json",
                                  "1_Pooling/config.json", "model.safetensors"};

fovea::FolderFiles filesOf(const std::string& all) {
  return [all](const std::string& name) -> std::shared_ptr<const fovea::ByteSource> {
    constexpr const char* kBetween = "\n---\n";
    std::size_t begin = 0;
    for (const char* each : kNames) {
      const bool last = each == std::end(kNames)[-1];
      const std::size_t end = last ? all.size() : all.find(kBetween, begin);
      if (end == std::string::npos) return nullptr;
      if (name == each)
        return begin == end ? nullptr
                            : std::make_shared<OwnedSource>(all.substr(begin, end - begin));
      begin = end + std::strlen(kBetween);
      if (begin > all.size()) return nullptr;
    }
    return nullptr;
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
