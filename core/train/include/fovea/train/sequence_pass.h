#pragma once

#include "fovea/decoder.h"
#include "fovea/train/sequence_batch.h"

namespace fovea {

/// A batch's way through encoder and decoder, and back.
struct SequencePass {
  EncoderActivations source;
  DecoderActivations target;
  EncoderActivations dSource;
  DecoderActivations dTarget;
  Matrix dLogits;
  Matrix dMemory;
};

/// The logits, a row for each input.
const Matrix& forward(const Encoder& model, const Structure& structure, const SequenceBatch& batch,
                      Capture capture, SequencePass& pass);

/// Of how many tokens, given to the encoder and to the decoder, the batch is a part.
struct WholeBatch {
  Index sources;
  Index targets;
};

/// After it: the loss, its mean over the outputs of the whole, adding its gradient and that of the
/// balance of experts.
double backward(const Encoder& model, const SequenceBatch& batch, const WholeBatch& whole,
                double balanceWeight, SequencePass& pass, ModelWeights& gradient);

}  // namespace fovea
