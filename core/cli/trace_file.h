#pragma once

#include <string>

#include "fovea/encoder.h"
#include "fovea/tokenizer.h"

namespace fovea::cli {

/// Writes every tensor of the trace under its name as a safetensors file, values as F32 and ids as
/// I32, and the gradients where there are any. Throws std::runtime_error where the file cannot be
/// written.
/// The metadata has the words, one a line, the model's config as JSON, and Fovea's version.
void writeTrace(const std::string& path, const Encoder& encoder, const Tokens& tokens,
                const EncoderActivations& activations,
                const EncoderActivations* dActivations = nullptr);

}  // namespace fovea::cli
