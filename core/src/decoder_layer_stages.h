#pragma once

#include "encoder_layer_stages.h"
#include "fovea/decoder_layer.h"

namespace fovea {

template <typename Activations>
auto crossAttentionSublayer(Activations& a) {
  return Sublayer{a.crossAttention.output, a.crossAttentionResidual, a.crossAttentionNorm};
}

/// What the feed-forward sublayer of a decoder layer takes in: activations or their gradients.
template <typename Activations>
auto& feedForwardInput(const Structure& structure, bool hasMemory, Activations& a) {
  return (hasMemory ? crossAttentionSublayer(a) : attentionSublayer(a)).result(structure);
}

inline AttentionSetting attentionSetting(const ModelConfig& config, const Structure& structure,
                                         const DecoderSetting& setting) {
  return {config.heads,        setting.sequences,   setting.sequences, setting.mask,
          structure.attention, structure.positions, config.kvHeads};
}

/// The structure as cross-attention has it: without distances between tokens.
inline Structure withoutRelativePositions(Structure structure) {
  if (structure.positions > Positions::kNone) structure.positions = Positions::kNone;
  return structure;
}

inline AttentionSetting crossAttentionSetting(const ModelConfig& config, const Structure& structure,
                                              const DecoderSetting& setting) {
  return {config.heads,        setting.sequences, setting.memory, setting.hidden,
          structure.attention, Positions::kNone,  config.kvHeads};
}

/// The forward pass of a decoder layer, as encoderLayerStages is an encoder layer's.
template <typename Run>
void decoderLayerStages(Run& run, const ModelConfig& config, const Structure& structure,
                        const DecoderLayerWeights& weights, const DecoderSetting& setting,
                        const Matrix& x, const Matrix* memory, Capture capture,
                        DecoderLayerActivations& a) {
  const double eps = config.layerNormEps;
  const auto attention = attentionSublayer(a);
  sublayerStages(run, structure, weights.attentionNorm, eps, x, attention, [&](const Matrix& in) {
    attentionStages(run, weights.attention, attentionSetting(config, structure, setting), in, in,
                    capture, a.attention);
  });
  if (memory != nullptr)
    sublayerStages(run, structure, weights.crossAttentionNorm, eps, attention.result(structure),
                   crossAttentionSublayer(a), [&](const Matrix& in) {
                     attentionStages(run, weights.crossAttention,
                                     crossAttentionSetting(config, structure, setting), in, *memory,
                                     capture, a.crossAttention);
                   });
  feedForwardSublayerStages(run, config, structure, weights,
                            feedForwardInput(structure, memory != nullptr, a), capture, a);
  Matrix& output = layerOutput(structure, a);
  if (structure.skipped) run([&] { output = x; }, output);
}

}  // namespace fovea
