#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "decoder_layer_stages.h"
#include "fovea/decoder.h"
#include "part_fields.h"

namespace fovea {

/// Calls visit(name, axes, field) for every tensor of a decoder's pass, or of its gradients, as
/// TraceFields does for an encoder's.
template <typename Activations, typename Visit>
class DecoderFields {
 public:
  DecoderFields(const ModelConfig& config, Activations& activations, Visit& visit)
      : config_(config),
        a_(activations),
        visit_(visit),
        parts_(config, activations.sequences.tokens(), visit) {}

  void visitAll() const {
    visit_("decoder.tokens.ids", Axes{parts_.token()}, a_.ids);
    parts_.embedding("decoder.embedding", a_.embedding);
    if (a_.capture == Capture::kAllLayers)
      for (Index l = 0; l < config_.decoderLayers; ++l)
        layer("decoder.layers." + std::to_string(l), a_.structure.ofLayer(l), a_.layer(l));
    parts_.rows("decoder.output", decoderStackOutput(config_, a_));
    if (hasFinalNorm(config_, a_.structure)) parts_.statistics("decoder.output", a_.finalNorm);
    visit_("logits", Axes{parts_.token(), {"vocabulary", config_.vocabSize}}, a_.logits);
  }

 private:
  using Axes = std::vector<Axis>;

  template <typename L>
  void layer(const std::string& name, const Structure& structure, L& l) const {
    parts_.attention(name + ".attention", structure, parts_.token(), l.attention,
                     l.attentionResidual, l.attentionNorm);
    if (config_.decoderHasMemory())
      parts_.attention(name + ".crossAttention", withoutRelativePositions(structure),
                       {"memory", a_.memory.tokens()}, l.crossAttention, l.crossAttentionResidual,
                       l.crossAttentionNorm);
    parts_.feedForward(name + ".feedForward", structure, l);
  }

  const ModelConfig& config_;
  Activations& a_;
  Visit& visit_;
  PartFields<Visit> parts_;
};

template <typename Activations, typename Visit>
void forEachDecoderField(const ModelConfig& config, Activations& activations, Visit&& visit) {
  DecoderFields<Activations, std::remove_reference_t<Visit>>(config, activations, visit).visitAll();
}

}  // namespace fovea
