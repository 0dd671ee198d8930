#pragma once

#include "fovea/matrix.h"

namespace fovea {

/// Mean cross-entropy −log softmax(logits)[target] over the rows, in nats; dLogits (rows ×
/// vocabulary) is its gradient times `weight`. Without rows it is 0.
/// Throws ModelError{kInvalidInput} unless there is one target per row, a column of the logits.
double crossEntropy(const Matrix& logits, const TokenIds& targets, double weight, Matrix& dLogits);

}  // namespace fovea
