#pragma once

#include <vector>

#include "fovea/capture.h"
#include "fovea/config.h"
#include "fovea/decoder_layer.h"
#include "fovea/encoder_layer.h"
#include "fovea/matrix.h"
#include "fovea/sequences.h"
#include "fovea/structure.h"

// What a pass must be given, of an encoder or of a decoder; each throws ModelError{kInvalidInput}.
namespace fovea {

/// At least one id, all of the vocabulary, and no sequence longer than the model takes.
void checkIds(const ModelConfig& config, const TokenIds& ids, Index longest);

/// As many attention weights (of one head) as can be addressed.
void checkPairs(const ModelConfig& config, std::int64_t pairs, Capture capture);

/// The sequences hold as many tokens as there are ids.
void checkTokens(const TokenIds& ids, const Sequences& sequences);

/// A structure that the model can run as, and in this way.
void checkRun(const ModelConfig& config, const Structure& structure, Capture capture,
              const Sequences& sequences);

/// A pass that backward can follow.
void requireDifferentiable(const ModelConfig& config, const Structure& structure, Capture capture);

/// A matrix has the shape that it has in this pass; `what` names it.
void requireShape(const char* what, const Matrix& matrix, Index rows, Index columns);

/// As many layers as the model has, in each the tensors that backward indexes by the config; and in
/// the gradients of former passes nothing that is added to these and has another shape.
void requireLayers(const ModelConfig& config, const Sequences& sequences,
                   const std::vector<EncoderLayerActivations>& layers,
                   const std::vector<EncoderLayerActivations>& dLayers);
void requireLayers(const ModelConfig& config, const Sequences& sequences, const Sequences& memory,
                   const std::vector<DecoderLayerActivations>& layers,
                   const std::vector<DecoderLayerActivations>& dLayers);

}  // namespace fovea
