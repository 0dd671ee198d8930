#pragma once

#include <string>

#include "fovea/decoder.h"
#include "fovea/model_file.h"
#include "fovea/picture_encoder.h"
#include "fovea/tokenizer.h"

namespace fovea::cli {

/// Writes every tensor of the trace under its name as a safetensors file, values as F32 and ids as
/// I32, and the gradients where there are any. Throws std::runtime_error where the file cannot be
/// written.
/// The metadata has the words, one a line, the model's config as JSON, and Fovea's version.
void writeTrace(const std::string& path, const Encoder& encoder, const Tokens& tokens,
                const EncoderActivations& activations,
                const EncoderActivations* dActivations = nullptr);

/// The same of a decoder's pass, and of the encoder's over its source where there is one.
void writeTrace(const std::string& path, const Model& model, const Tokens& source,
                const EncoderActivations* encoded, const DecoderActivations& decoded);

/// The same of a pass over a picture; of words there is the question.
void writeTrace(const std::string& path, const Model& model, const std::string& question,
                const PictureActivations& activations);

}  // namespace fovea::cli
