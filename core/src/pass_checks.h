#pragma once

#include <optional>

#include "fovea/config.h"
#include "fovea/encoder.h"
#include "fovea/matrix.h"
#include "fovea/pass.h"
#include "fovea/sequences.h"

// What a pass must be given, of an encoder or of a decoder; each throws ModelError{kInvalidInput}.
namespace fovea {

/// At least one id, all of the vocabulary, and no sequence longer than the model takes.
void checkIds(const ModelConfig& config, const TokenIds& ids, Index longest);

/// The sequences hold as many tokens as there are ids.
void checkTokens(const TokenIds& ids, const Sequences& sequences);

/// Sets how a pass through a stack is made, whose sequences and memory are set already, and makes
/// room for its layers: in a structure that the model can run as, and in this way.
void preparePass(const ModelConfig& config, StackKind kind, Capture capture,
                 const std::optional<Structure>& structure, StackActivations& activations);

/// Activations that a pass has filled.
void requirePass(const StackActivations& activations);

/// A matrix has the shape that it has in this pass; `what` names it.
void requireShape(const char* what, const Matrix& matrix, Index rows, Index columns);

/// A captured pass of this model from which backward can start: each layer has the tensors that
/// backward indexes by the config; no gradient that is added to, left by an earlier pass, has
/// another shape; and `gradient` has the shapes of the model.
void requireOwn(const ModelConfig& config, StackKind kind, const PassActivations& activations,
                const PassActivations& dActivations, const ModelWeights& gradient);

}  // namespace fovea
