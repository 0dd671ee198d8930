#include "fovea/train/sequence_pass.h"

#include "fovea/cross_entropy.h"
#include "fovea/train/balance_loss.h"
#include "fovea/train/sequence_measures.h"

namespace fovea {

const Matrix& forward(const Encoder& model, const Structure& structure, const SequenceBatch& batch,
                      Capture capture, SequencePass& pass) {
  const Decoder decoder(model);
  ForwardOptions forSource;
  forSource.capture = capture;
  forSource.structure = structure;
  if (decoder.hasMemory()) model.forward(batch.source, batch.sources, pass.source, forSource);
  DecoderOptions forTarget;
  forTarget.capture = capture;
  forTarget.structure = decoderStructure(structure);
  decoder.forward(batch.inputs, batch.targets, decoder.hasMemory() ? &pass.source : nullptr,
                  pass.target, forTarget);
  return pass.target.logits;
}

double backward(const Encoder& model, const SequenceBatch& batch, const WholeBatch& whole,
                double balanceWeight, SequencePass& pass, ModelWeights& gradient) {
  const Decoder decoder(model);
  const double share =
      static_cast<double>(batch.targets.tokens()) / static_cast<double>(whole.targets);
  const double loss = crossEntropy(pass.target.logits, batch.outputs, share, pass.dLogits);
  balanceLoss(balanceWeight, whole.targets, pass.target, pass.dTarget);
  decoder.backward(pass.target, decoder.hasMemory() ? &pass.source : nullptr, pass.dLogits,
                   pass.dTarget, gradient, pass.dMemory);
  if (!decoder.hasMemory()) return share * loss;
  balanceLoss(balanceWeight, whole.sources, pass.source, pass.dSource);
  model.backward(pass.source, pass.dMemory, pass.dSource, gradient);
  return share * loss;
}

}  // namespace fovea
