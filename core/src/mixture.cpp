#include "fovea/mixture.h"

#include "fovea/softmax.h"

namespace fovea {
namespace {

/// These rows; of an empty matrix none.
Matrix gathered(const Matrix& m, const std::vector<Index>& rows) {
  if (m.size() == 0) return m;
  Matrix part(static_cast<Index>(rows.size()), m.cols());
  for (std::size_t i = 0; i < rows.size(); ++i) part.row(static_cast<Index>(i)) = m.row(rows[i]);
  return part;
}

/// Sets the choice: for the experts a token uses, their renormalised probabilities; else 0.
void choose(const MatrixView& probabilities, Index count, MatrixRef choice) {
  choice.setZero();
  Scalar sum = 0;
  for (Index i = 0; i < count; ++i) {
    Index best = -1;
    for (Index e = 0; e < probabilities.cols(); ++e)
      if (choice(0, e) == 0 && (best < 0 || probabilities(0, e) > probabilities(0, best))) best = e;
    choice(0, best) = probabilities(0, best);
    sum += probabilities(0, best);
  }
  choice /= sum;
}

/// Puts gathered rows back in their places; the others are 0.
void scatter(const Matrix& part, const std::vector<Index>& rows, Index count, Matrix& m) {
  m.setZero(count, part.cols());
  if (part.size() == 0) return;
  for (std::size_t i = 0; i < rows.size(); ++i) m.row(rows[i]) = part.row(static_cast<Index>(i));
}

/// What feedForwardBackward reads, of these rows.
FeedForwardActivations gathered(const FeedForwardActivations& a, const std::vector<Index>& rows) {
  return {gathered(a.hidden, rows), gathered(a.activated, rows), gathered(a.up, rows),
          gathered(a.gated, rows), Matrix()};
}

void scatter(const FeedForwardActivations& part, const std::vector<Index>& rows, Index count,
             FeedForwardActivations& a) {
  scatter(part.hidden, rows, count, a.hidden);
  scatter(part.activated, rows, count, a.activated);
  scatter(part.up, rows, count, a.up);
  scatter(part.gated, rows, count, a.gated);
  scatter(part.output, rows, count, a.output);
}

/// The gradients of an expert's output and of its choice, for the tokens that use it.
void expertBackward(const MixtureActivations& a, Index e, const std::vector<Index>& tokens,
                    const Matrix& dOutput, MixtureActivations& da, Matrix& dExpert) {
  const Matrix& output = a.experts[static_cast<std::size_t>(e)].output;
  dExpert.resize(static_cast<Index>(tokens.size()), dOutput.cols());
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Index token = tokens[i];
    dExpert.row(static_cast<Index>(i)) = a.choice(token, e) * dOutput.row(token);
    da.choice(token, e) = output.row(token).dot(dOutput.row(token));
  }
}

/// The gradients of the probabilities and the router's logits from that of the choice.
void routeBackward(Index expertsPerToken, const MixtureActivations& a, MixtureActivations& da) {
  const Matrix& p = a.probabilities;
  da.probabilities.resizeLike(p);
  da.router.resizeLike(p);
  RowVector share(p.cols());
  for (Index token = 0; token < p.rows(); ++token) {
    choose(p.middleRows(token, 1), expertsPerToken, share);
    const auto dChoice = da.choice.row(token);
    const auto taken = (share.array() != 0).cast<Scalar>();
    const Scalar sum = (taken * p.row(token).array()).sum();
    da.probabilities.row(token) = taken * (dChoice.array() - share.dot(dChoice)) / sum;
  }
  if (da.probabilitiesDirect.size() > 0) da.probabilities += da.probabilitiesDirect;
  softmaxBackward(p, da.probabilities, 1, da.router);
}

}  // namespace

void mixtureRoute(const MixtureWeights& weights, const Matrix& x, MixtureActivations& activations) {
  linearForward(weights.router, x, activations.router);
}

void mixtureWeigh(MixtureActivations& activations) {
  activations.probabilities.resizeLike(activations.router);
  softmaxForward(activations.router, 1, {}, 0, activations.probabilities);
}

void mixtureChoose(Index expertsPerToken, MixtureActivations& activations) {
  const Matrix& p = activations.probabilities;
  activations.choice.resizeLike(p);
  for (Index token = 0; token < p.rows(); ++token)
    choose(p.middleRows(token, 1), expertsPerToken, activations.choice.middleRows(token, 1));
}

std::vector<Index> tokensOfExpert(const MixtureActivations& activations, Index e) {
  std::vector<Index> tokens;
  for (Index token = 0; token < activations.choice.rows(); ++token)
    if (activations.choice(token, e) != 0) tokens.push_back(token);
  return tokens;
}

void linearForwardOfRows(const LinearWeights& weights, const std::vector<Index>& rows,
                         const Matrix& x, Matrix& y) {
  Matrix part(0, weights.bias.size());
  if (!rows.empty()) linearForward(weights, gathered(x, rows), part);
  scatter(part, rows, x.rows(), y);
}

void mixtureSum(const MixtureActivations& activations, Matrix& output) {
  const MixtureActivations& a = activations;
  output.setZero(a.choice.rows(), a.experts.front().output.cols());
  for (std::size_t e = 0; e < a.experts.size(); ++e)
    for (const Index token : tokensOfExpert(a, static_cast<Index>(e)))
      output.row(token) += a.choice(token, static_cast<Index>(e)) * a.experts[e].output.row(token);
}

void mixtureBackward(const MixtureWeights& weights, Index expertsPerToken, Activation activation,
                     const Matrix& x, const MixtureActivations& activations, const Matrix& dOutput,
                     MixtureActivations& dActivations, MixtureWeights& gradient, Matrix& dx) {
  MixtureActivations& da = dActivations;
  da.choice.setZero(activations.choice.rows(), activations.choice.cols());
  da.experts.resize(weights.experts.size());
  dx.setZero(x.rows(), x.cols());
  Matrix part;
  for (std::size_t e = 0; e < weights.experts.size(); ++e) {
    const std::vector<Index> tokens = tokensOfExpert(activations, static_cast<Index>(e));
    FeedForwardActivations ofTokens = gathered(activations.experts[e], tokens);
    ofTokens.output.resize(0, dOutput.cols());
    if (tokens.empty()) {
      scatter(ofTokens, tokens, x.rows(), da.experts[e]);
      continue;
    }
    expertBackward(activations, static_cast<Index>(e), tokens, dOutput, da, ofTokens.output);
    feedForwardBackward(weights.experts[e], activation, gathered(x, tokens),
                        gathered(activations.experts[e], tokens), ofTokens, gradient.experts[e],
                        part);
    scatter(ofTokens, tokens, x.rows(), da.experts[e]);
    for (std::size_t i = 0; i < tokens.size(); ++i)
      dx.row(tokens[i]) += part.row(static_cast<Index>(i));
  }
  routeBackward(expertsPerToken, activations, da);
  linearBackward(weights.router, x, da.router, gradient.router, part);
  dx += part;
}

}  // namespace fovea
