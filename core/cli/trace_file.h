#pragma once

#include <string>

#include "fovea/encoder.h"

namespace fovea::cli {

/// Writes every tensor of the trace under its name as a safetensors file, values as F32 and ids as
/// I32, and the gradients where there are any. Throws std::runtime_error where the file cannot be
/// written.
void writeTrace(const std::string& path, const Encoder& encoder,
                const EncoderActivations& activations,
                const EncoderActivations* dActivations = nullptr);

}  // namespace fovea::cli
