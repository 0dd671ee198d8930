#include "fovea/train/attention_loss.h"

#include <cmath>
#include <cstddef>

namespace fovea {
namespace {

using WeightsView = Eigen::Map<const Matrix>;
using GradientView = Eigen::Map<Matrix>;

constexpr double kNoOthers = 1e-30;  // their share of a row, from which a float has no gradient

double logit(double p) { return std::log(p / (1 - p)); }

// max(0, logit(max w) − logit cap)² of one row, and `scale` times its gradient added to dw. The
// logit is that of max w against the sum of the others, which is exact also near 1; of the
// gradients that the softmax takes alike, it is the one that is 0 in the mean over w.
template <typename Row, typename DRow>
double peakOfRow(const Row& w, double logitCap, double scale, DRow&& dw) {
  Index at = 0;
  const auto largest = static_cast<double>(w.maxCoeff(&at));
  double others = 0;
  for (Index j = 0; j < w.size(); ++j)
    if (j != at) others += static_cast<double>(w(j));
  if (others < kNoOthers) return 0;
  const double excess = std::log(largest / others) - logitCap;
  if (excess <= 0) return 0;
  const double slope = 2 * scale * excess;
  const auto kept = dw(at);
  dw.array() -= static_cast<Scalar>(slope / others);
  dw(at) = kept + static_cast<Scalar>(slope / largest);
  return excess * excess;
}

double peakOf(const WeightsView& weights, double logitCap, double scale, GradientView gradient) {
  double sum = 0;
  for (Index i = 0; i < weights.rows(); ++i)
    sum += peakOfRow(weights.row(i), logitCap, scale, gradient.row(i));
  return sum;
}

// Sums over the rows of a batch, and what makes means of them.
class LayerTerms {
 public:
  LayerTerms(const AttentionTerms& terms, Index heads, Index tokens, const Sequences& sequences)
      : terms_(terms),
        heads_(heads),
        sequences_(sequences),
        perRow_(1 / static_cast<double>(heads * tokens)),
        perPair_(heads > 1 ? 2 * perRow_ / static_cast<double>(heads - 1) : 0) {}

  AttentionLoss operator()(const RowVector& weights, RowVector& gradient) const {
    AttentionLoss loss;
    for (Index s = 0; s < sequences_.count(); ++s) {
      loss.peak += perRow_ * peak(s, weights, gradient);
      loss.overlap += perPair_ * overlap(s, weights, gradient);
    }
    return loss;
  }

 private:
  double peak(Index sequence, const RowVector& weights, RowVector& gradient) const {
    double sum = 0;
    for (Index h = 0; h < heads_; ++h)
      sum += peakOf(matrix(weights, sequence, h), logit(terms_.peakCap),
                    terms_.peakWeight * perRow_, matrix(gradient, sequence, h));
    return sum;
  }

  // Σ over pairs of w_h · w_h′ = ((Σ w_h)² − Σ w_h²) ÷ 2, of which the gradient is Σ w_h′ − w_h.
  double overlap(Index sequence, const RowVector& weights, RowVector& gradient) const {
    Matrix all = matrix(weights, sequence, 0);
    auto squares = static_cast<double>(all.squaredNorm());
    for (Index h = 1; h < heads_; ++h) {
      all += matrix(weights, sequence, h);
      squares += static_cast<double>(matrix(weights, sequence, h).squaredNorm());
    }
    const auto scale = static_cast<Scalar>(terms_.overlapWeight * perPair_);
    for (Index h = 0; h < heads_; ++h)
      matrix(gradient, sequence, h) += scale * (all - matrix(weights, sequence, h));
    return (static_cast<double>(all.squaredNorm()) - squares) / 2;
  }

  WeightsView matrix(const RowVector& tensor, Index sequence, Index head) const {
    return attentionMatrix(tensor, sequences_, heads_, sequence, head);
  }
  GradientView matrix(RowVector& tensor, Index sequence, Index head) const {
    const AttentionMask none;
    return attentionMatrix(tensor, AttentionSetting{heads_, sequences_, sequences_, none}, sequence,
                           head);
  }

  const AttentionTerms& terms_;
  Index heads_;
  const Sequences& sequences_;
  double perRow_;
  double perPair_;
};

}  // namespace

AttentionLoss attentionLoss(const AttentionTerms& terms, Index heads, Index tokens,
                            const EncoderActivations& activations,
                            EncoderActivations& dActivations) {
  const bool asked = terms.peakWeight > 0 || terms.overlapWeight > 0;
  const LayerTerms termsOf(terms, heads, tokens, activations.sequences);
  AttentionLoss loss;
  dActivations.layers.resize(activations.layers.size());
  for (std::size_t l = 0; l < activations.layers.size(); ++l) {
    const RowVector& weights = activations.layers[l].attention.weights;
    RowVector& gradient = dActivations.layers[l].attention.weightsDirect;
    gradient.setZero(asked ? weights.size() : 0);
    if (!asked) continue;
    const AttentionLoss ofLayer = termsOf(weights, gradient);
    loss.peak += ofLayer.peak;
    loss.overlap += ofLayer.overlap;
  }
  return loss;
}

}  // namespace fovea
