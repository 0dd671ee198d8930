#include "fovea/train/loss.h"

namespace fovea {
namespace {

Matrix gather(const Matrix& m, const std::vector<Index>& rows) {
  Matrix gathered(static_cast<Index>(rows.size()), m.cols());
  for (std::size_t i = 0; i < rows.size(); ++i)
    gathered.row(static_cast<Index>(i)) = m.row(rows[i]);
  return gathered;
}

void scatterAdd(const Matrix& part, const std::vector<Index>& rows, Matrix& m) {
  for (std::size_t i = 0; i < rows.size(); ++i) m.row(rows[i]) += part.row(static_cast<Index>(i));
}

// Forward and backward of the head on the target rows alone.
double headLoss(const Encoder& encoder, const Matrix& output, const Targets& targets, double weight,
                Matrix& dEmbeddings, MaskedWordWeights& gradient, Matrix& dOutput) {
  if (targets.rows.empty()) return 0;
  const EncoderWeights& weights = encoder.weights();
  const Matrix x = gather(output, targets.rows);
  MaskedWordActivations head;
  maskedWordForward(encoder.config(), weights.maskedWord, weights.embedding.tokens, x, head);
  MaskedWordActivations dHead;
  const double loss = crossEntropy(head.logits, targets.ids, weight, dHead.logits);
  Matrix dx;
  maskedWordBackward(encoder.config(), weights.maskedWord, weights.embedding.tokens, x, head, dHead,
                     gradient, dEmbeddings, dx);
  scatterAdd(dx, targets.rows, dOutput);
  return loss;
}

}  // namespace

BatchLoss batchLoss(const Encoder& encoder, const EncoderActivations& activations,
                    const TrainingBatch& batch, double referenceWeight, Matrix& dOutput,
                    EncoderWeights& gradient) {
  const Matrix& output = encoder.output(activations);
  dOutput.setZero(output.rows(), output.cols());
  BatchLoss loss;

  const RowVector biasGradient = gradient.maskedWord.bias;
  Matrix stopped = Matrix::Zero(gradient.embedding.tokens.rows(), output.cols());
  loss.references = headLoss(encoder, output, batch.references, referenceWeight, stopped,
                             gradient.maskedWord, dOutput);
  gradient.maskedWord.bias = biasGradient;

  loss.maskedWords = headLoss(encoder, output, batch.maskedWords, 1.0, gradient.embedding.tokens,
                              gradient.maskedWord, dOutput);
  return loss;
}

}  // namespace fovea
