#pragma once

#include <vector>

#include "fovea/decoder.h"

// The parts of a decoder's pass that are the same for a whole text and for one token at a time.
namespace fovea {

/// The output of the source's pass, to which the decoder attends; null without a source.
const Matrix* memoryOf(const Decoder& decoder, const EncoderActivations* source);

/// Throws ModelError{kInvalidInput} as Decoder::forward does for a source.
void checkSource(const Decoder& decoder, const Sequences& sequences,
                 const EncoderActivations* source);

/// Runs a prepared pass: of all its tokens or, with `soFar`, of the last of a text.
void runDecoder(const Decoder& decoder, const Matrix* memory,
                const std::vector<Intervention>& interventions, DecoderActivations& activations);

}  // namespace fovea
