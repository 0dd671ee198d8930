#include "fovea/decoding.h"

#include <string>

#include "decoder_pass.h"
#include "fovea/error.h"
#include "pass_checks.h"

namespace fovea {

Decoding::Decoding(const Decoder& decoder, const EncoderActivations* source,
                   const std::optional<Structure>& structure)
    : decoder_(decoder) {
  const ModelConfig& config = decoder.config();
  step_.sequences.assign(1);
  checkSource(decoder, step_.sequences, source);
  preparePass(config, StackKind::kDecoder, step_.capture, structure, step_);
  const std::string bug = bugOf(step_.structure, asDecoder(config));
  if (!bug.empty())
    refuse(ErrorCode::kInvalidInput,
           bug + " does not work token by token: it needs the whole pass");
  step_.soFar.emplace();
  for (LayerActivations& layer : step_.layers)
    for (Matrix* kept : {&layer.attention.key, &layer.attention.value})
      kept->resize(config.maxPositions, config.dKv());
  if (source != nullptr) readMemory(*source);
}

void Decoding::readMemory(const EncoderActivations& source) {
  step_.memory = source.sequences;
  step_.memoryMask.keep = source.mask.keep;
  const Matrix& memory = *memoryOf(decoder_, &source);
  for (std::size_t l = 0; l < step_.layers.size(); ++l) {
    const AttentionWeights& weights = decoder_.weights().decoder.layers[l].crossAttention;
    linearForward(weights.key, memory, step_.layers[l].crossAttention.key);
    linearForward(weights.value, memory, step_.layers[l].crossAttention.value);
  }
}

RowVector Decoding::next(std::int32_t id) {
  checkIds(decoder_.config(), {id}, length() + 1);
  step_.ids = {id};
  step_.soFar->assign(length() + 1);
  const Matrix none;  // keys and values of the memory are kept
  runDecoder(decoder_, decoder_.hasMemory() ? &none : nullptr, {}, step_);
  return step_.logits;
}

}  // namespace fovea
