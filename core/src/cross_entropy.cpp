#include "fovea/cross_entropy.h"

#include <cmath>
#include <string>

#include "fovea/error.h"

namespace fovea {
namespace {

void checkTargets(const Matrix& logits, const TokenIds& targets) {
  if (static_cast<Index>(targets.size()) != logits.rows())
    refuse(ErrorCode::kInvalidInput, std::to_string(targets.size()) + " targets, but " +
                                         std::to_string(logits.rows()) + " rows of logits");
  for (const std::int32_t target : targets)
    if (target < 0 || target >= logits.cols())
      refuse(ErrorCode::kInvalidInput, "the target " + std::to_string(target) + " is outside the " +
                                           std::to_string(logits.cols()) +
                                           " columns of the logits");
}

}  // namespace

double crossEntropy(const Matrix& logits, const TokenIds& targets, double weight, Matrix& dLogits) {
  checkTargets(logits, targets);
  const Index n = logits.rows();
  dLogits.resize(n, logits.cols());
  if (n == 0) return 0;
  double loss = 0;
  const auto scale = static_cast<Scalar>(weight / static_cast<double>(n));
  for (Index i = 0; i < n; ++i) {
    const Index target = targets[static_cast<std::size_t>(i)];
    const Scalar largest = logits.row(i).maxCoeff();
    dLogits.row(i) = (logits.row(i).array() - largest).exp();
    const Scalar sum = dLogits.row(i).sum();
    loss += std::log(static_cast<double>(sum)) - static_cast<double>(logits(i, target) - largest);
    dLogits.row(i) *= scale / sum;
    dLogits(i, target) -= scale;
  }
  return loss / static_cast<double>(n);
}

}  // namespace fovea
