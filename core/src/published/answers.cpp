#include "fovea/answers.h"

#include <cmath>
#include <string>

#include "fovea/error.h"
#include "pass_checks.h"

namespace fovea {
namespace {

// Which token of a sequence has the largest number of a column: the first of equals.
Index largestOf(const Matrix& hidden, Index begin, Index length, Index column) {
  Index best = begin;
  for (Index i = begin + 1; i < begin + length; ++i)
    if (hidden(i, column) > hidden(best, column)) best = i;
  return best;
}

Matrix pooledBackward(Pooling pooling, const Matrix& hidden, const Sequences& sequences,
                      const Matrix& dPooled) {
  Matrix dHidden = Matrix::Zero(hidden.rows(), hidden.cols());
  for (Index s = 0; s < sequences.count(); ++s) {
    const Index begin = sequences.begin(s);
    const Index length = sequences.length(s);
    if (pooling == Pooling::kFirst) dHidden.row(begin) = dPooled.row(s);
    if (pooling == Pooling::kMean)
      dHidden.middleRows(begin, length).rowwise() += dPooled.row(s) / static_cast<Scalar>(length);
    for (Index j = 0; pooling == Pooling::kMax && j < hidden.cols(); ++j)
      dHidden(largestOf(hidden, begin, length, j), j) = dPooled(s, j);
  }
  return dHidden;
}

Matrix sigmoid(const Matrix& logits) { return (1 / (1 + (-logits.array()).exp())).matrix(); }

Matrix softmaxOfRows(const Matrix& logits) {
  Matrix result(logits.rows(), logits.cols());
  for (Index i = 0; i < logits.rows(); ++i) {
    result.row(i) = (logits.row(i).array() - logits.row(i).maxCoeff()).exp();
    result.row(i) /= result.row(i).sum();
  }
  return result;
}

}  // namespace

Matrix pooled(Pooling pooling, const Matrix& hidden, const Sequences& sequences) {
  requireShape("the hidden states", hidden, sequences.tokens(), hidden.cols());
  Matrix result(sequences.count(), hidden.cols());
  for (Index s = 0; s < sequences.count(); ++s) {
    const auto rows = hidden.middleRows(sequences.begin(s), sequences.length(s));
    if (pooling == Pooling::kFirst) result.row(s) = rows.row(0);
    if (pooling == Pooling::kMean) result.row(s) = rows.colwise().mean();
    if (pooling == Pooling::kMax) result.row(s) = rows.colwise().maxCoeff();
  }
  return result;
}

Matrix sentenceVectors(const SentencePooling& how, const Matrix& hidden,
                       const Sequences& sequences) {
  constexpr auto kSmallest = Scalar(1e-12);  // PyTorch's for a vector of zeros
  Matrix vectors = pooled(how.pooling, hidden, sequences);
  for (Index s = 0; how.normalised && s < vectors.rows(); ++s)
    vectors.row(s) /= std::max(vectors.row(s).norm(), kSmallest);
  return vectors;
}

void answerForward(const AnswerHead& head, const Matrix& hidden, const Sequences& sequences,
                   AnswerActivations& a) {
  const bool ofText = head.kind == AnswerKind::kText;
  const bool hasDense = head.dense.bias.size() > 0;
  requireShape("the hidden states", hidden, sequences.tokens(),
               (hasDense ? head.dense : head.output).weight.cols());
  if (ofText) a.pooled = pooled(head.pooling, hidden, sequences);
  const Matrix* x = ofText ? &a.pooled : &hidden;
  if (hasDense) {
    linearForward(head.dense, *x, a.hidden);
    if (head.tanh)
      a.activated = a.hidden.array().tanh();
    else
      activationForward(head.activation, a.hidden, a.activated);
    x = &a.activated;
  }
  if (head.norm.gamma.size() > 0) {
    layerNormForward(head.norm, head.layerNormEps, *x, a.norm);
    x = &a.norm.output;
  }
  linearForward(head.output, *x, a.logits);
}

Matrix answerBackward(const AnswerHead& head, const Matrix& hidden, const Sequences& sequences,
                      const AnswerActivations& a, const Matrix& dLogits, AnswerActivations& da) {
  const bool ofText = head.kind == AnswerKind::kText;
  requireShape("the logits", a.logits, ofText ? sequences.count() : sequences.tokens(),
               head.output.bias.size());
  requireShape("the gradient of the logits", dLogits, a.logits.rows(), a.logits.cols());
  requireShape("the hidden states", hidden, sequences.tokens(), hidden.cols());
  const Matrix& in = ofText ? a.pooled : hidden;
  const bool hasDense = head.dense.bias.size() > 0;
  const Matrix& activated = hasDense ? a.activated : in;
  const bool hasNorm = head.norm.gamma.size() > 0;
  da.logits = dLogits;
  LinearWeights unused = LinearWeights::zeros(dLogits.cols(), in.cols());
  Matrix dx;
  linearBackward(head.output, hasNorm ? a.norm.output : activated, dLogits, unused, dx);
  if (hasNorm) {
    LayerNormWeights unusedNorm = LayerNormWeights::zeros(in.cols());
    da.norm.output = dx;
    layerNormBackward(head.norm, activated, a.norm, da.norm, unusedNorm, dx);
  }
  if (hasDense) {
    da.activated = dx;
    if (head.tanh)
      da.hidden = da.activated.array() * (1 - a.activated.array().square());
    else
      activationBackward(head.activation, a.hidden, da.activated, da.hidden);
    LinearWeights unusedDense = LinearWeights::zeros(in.cols(), in.cols());
    linearBackward(head.dense, in, da.hidden, unusedDense, dx);
  }
  if (!ofText) return dx;
  da.pooled = dx;
  return pooledBackward(head.pooling, hidden, sequences, dx);
}

Matrix answerProbabilities(const AnswerHead& head, const Matrix& logits) {
  if (head.severalLabels || head.kind == AnswerKind::kReplaced) return sigmoid(logits);
  if (head.kind == AnswerKind::kSpan) return softmaxOfRows(logits.transpose()).transpose();
  return softmaxOfRows(logits);
}

double labelScore(const AnswerHead& head, Index label, bool logits, const Matrix& hidden,
                  const Sequences& sequences, Index token) {
  const bool ofText = head.kind == AnswerKind::kText;
  if (!ofText && head.kind != AnswerKind::kToken)
    refuse(ErrorCode::kInvalidInput, "the model's head gives no labels");
  AnswerActivations a;
  answerForward(head, hidden, sequences, a);
  const Index row = ofText ? 0 : token;
  if (label < 0 || label >= a.logits.cols() || row < 0 || row >= a.logits.rows())
    refuse(ErrorCode::kInvalidInput,
           "there is no label " + std::to_string(label) + " of token " + std::to_string(row));
  const auto all = a.logits.row(row);
  auto odds = double{all[label]};
  if (!head.severalLabels) {
    const auto most = double{all.maxCoeff()};
    double others = 0;  // but for e^most
    for (Index i = 0; i < all.size(); ++i)
      if (i != label) others += std::exp(double{all[i]} - most);
    odds -= most + std::log(others);
  }
  return logits ? odds : 1 / (1 + std::exp(-odds));
}

// Of the embedding's output: before a norm, a vector's size does not matter, and neither does its
// product with the gradient.
std::vector<Scalar> answerShares(const Encoder& encoder, const AnswerHead& head,
                                 const EncoderActivations& a, const AnswerActivations& answer,
                                 Index row, Index label) {
  const Matrix& logits = answer.logits;
  if (row < 0 || row >= logits.rows() || label < 0 || label >= logits.cols())
    refuse(ErrorCode::kInvalidInput, "the answer has no such number");
  Matrix dLogits = Matrix::Zero(logits.rows(), logits.cols());
  dLogits(row, label) = 1;
  AnswerActivations dAnswer;
  const Matrix dOutput =
      answerBackward(head, encoder.output(a), a.sequences, answer, dLogits, dAnswer);
  EncoderActivations da;
  ModelWeights gradient = ModelWeights::zeros(encoder.config());
  encoder.backward(a, dOutput, da, gradient);
  const Matrix& words = embeddingOutput(encoder.config(), a.embedding);
  const Matrix& dWords = embeddingOutput(encoder.config(), da.embedding);
  std::vector<Scalar> shares;
  for (Index i = 0; i < words.rows(); ++i) shares.push_back(words.row(i).dot(dWords.row(i)));
  return shares;
}

AnswerSpan bestSpan(const Matrix& probabilities, const std::vector<bool>& allowed, Index longest) {
  requireShape("the probabilities", probabilities, static_cast<Index>(allowed.size()), 2);
  AnswerSpan best;
  const auto isAllowed = [&](Index i) { return allowed[static_cast<std::size_t>(i)]; };
  for (Index begin = 0; begin < probabilities.rows(); ++begin)
    for (Index end = begin; end < probabilities.rows() && end < begin + longest && isAllowed(end);
         ++end) {
      const double p =
          static_cast<double>(probabilities(begin, 0)) * static_cast<double>(probabilities(end, 1));
      if (isAllowed(begin) && p > best.probability) best = {begin, end, p};
    }
  return best;
}

}  // namespace fovea
