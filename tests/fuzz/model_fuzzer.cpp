#include "fovea/error.h"
#include "fovea/model_file.h"

namespace {

constexpr std::int64_t kMostNumbers = 1 << 16;  // that a pass is worth its time for

void encode(const fovea::Model& model) {
  const fovea::ModelConfig& config = model.encoder.config();
  if (config.dModel * config.layers * config.maxPositions > kMostNumbers) return;
  fovea::EncoderActivations activations;
  const std::vector<std::int32_t> ids = model.tokenizer.encode("the cat [MASK]").ids();
  if (!ids.empty()) model.encoder.forward(ids, activations);
}

}  // namespace

// A file is a model that encodes, or is refused.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  try {
    encode(fovea::readModel(fovea::MemorySource(bytes, size)));
  } catch (const fovea::ModelError&) {
  }
  return 0;
}
