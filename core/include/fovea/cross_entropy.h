#pragma once

#include "fovea/matrix.h"

namespace fovea {

/// Mean cross-entropy −log softmax(logits)[target] over the rows, in nats; dLogits (rows ×
/// vocabulary) is its gradient times `weight`. Without rows it is 0.
double crossEntropy(const Matrix& logits, const TokenIds& targets, double weight, Matrix& dLogits);

}  // namespace fovea
