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

// Forward and backward of the head on the target rows alone; the mean is over `of` targets. Without
// dEmbeddings the table and the head's bias are left alone.
double headLoss(const PredictionHead& with, const Matrix& output, const Targets& targets, Index of,
                double weight, Matrix* dEmbeddings, MaskedWordWeights& gradient, Matrix& dOutput) {
  if (targets.rows.empty()) return 0;
  const double share = static_cast<double>(targets.rows.size()) / static_cast<double>(of);
  const Matrix x = gather(output, targets.rows);
  MaskedWordActivations head;
  maskedWordForward(with.config, with.weights, with.embeddings, x, head);
  MaskedWordActivations dHead;
  const double loss = crossEntropy(head.logits, targets.ids, share * weight, dHead.logits);
  Matrix dx;
  if (dEmbeddings != nullptr) {
    maskedWordBackward(with.config, with.weights, with.embeddings, x, head, dHead, gradient,
                       *dEmbeddings, dx);
  } else {
    maskedWordHiddenBackward(with.config, with.weights, with.embeddings, x, head, dHead, gradient,
                             dx);
  }
  scatterAdd(dx, targets.rows, dOutput);
  return share * loss;
}

// Forward alone.
double headLoss(const PredictionHead& with, const Matrix& output, const Targets& targets) {
  if (targets.rows.empty()) return 0;
  MaskedWordActivations head;
  maskedWordForward(with.config, with.weights, with.embeddings, gather(output, targets.rows), head);
  Matrix dLogits;
  return crossEntropy(head.logits, targets.ids, 1, dLogits);
}

}  // namespace

BatchLoss batchLoss(const PredictionHead& head, const Matrix& output, const TrainingBatch& batch,
                    const BatchSize& whole, double referenceWeight, Matrix& dOutput,
                    const PredictionHeadGradient& gradient) {
  dOutput.setZero(output.rows(), output.cols());
  BatchLoss loss;
  loss.references = headLoss(head, output, batch.references, whole.references, referenceWeight,
                             nullptr, gradient.weights, dOutput);
  loss.maskedWords = headLoss(head, output, batch.maskedWords, whole.maskedWords, 1.0,
                              &gradient.embeddings, gradient.weights, dOutput);
  return loss;
}

BatchLoss batchLoss(const Encoder& encoder, const EncoderActivations& activations,
                    const TrainingBatch& batch, const BatchSize& whole, double referenceWeight,
                    Matrix& dOutput, ModelWeights& gradient) {
  return batchLoss(headOf(encoder), encoder.output(activations), batch, whole, referenceWeight,
                   dOutput, {gradient.maskedWord, gradient.embedding.tokens});
}

BatchLoss batchLoss(const PredictionHead& head, const Matrix& output, const TrainingBatch& batch) {
  return {headLoss(head, output, batch.maskedWords), headLoss(head, output, batch.references)};
}

}  // namespace fovea
