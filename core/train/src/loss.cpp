#include "fovea/train/loss.h"

#include <cmath>

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
  Matrix dLogits;
  const double loss = crossEntropy(head.logits, targets.ids, weight, dLogits);
  Matrix dx;
  maskedWordBackward(encoder.config(), weights.maskedWord, weights.embedding.tokens, x, head,
                     dLogits, gradient, dEmbeddings, dx);
  scatterAdd(dx, targets.rows, dOutput);
  return loss;
}

}  // namespace

double crossEntropy(const Matrix& logits, const TokenIds& targets, double weight, Matrix& dLogits) {
  const Index n = logits.rows();
  dLogits.resize(n, logits.cols());
  if (n == 0) return 0;
  double loss = 0;
  const auto share = static_cast<Scalar>(weight / static_cast<double>(n));
  for (Index i = 0; i < n; ++i) {
    const Index target = targets[static_cast<std::size_t>(i)];
    const Scalar largest = logits.row(i).maxCoeff();
    dLogits.row(i) = (logits.row(i).array() - largest).exp();
    const Scalar sum = dLogits.row(i).sum();
    loss += std::log(static_cast<double>(sum)) - static_cast<double>(logits(i, target) - largest);
    dLogits.row(i) *= share / sum;
    dLogits(i, target) -= share;
  }
  return loss / static_cast<double>(n);
}

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
