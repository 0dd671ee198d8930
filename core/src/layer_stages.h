#pragma once

#include "fovea/layer.h"
#include "kernels/rows.h"

// The forward pass of a layer as a list of stages, each of which reads fields of the activations
// and writes others. `Run` decides what happens between them: run(stage, fields…) runs one that
// writes these fields. Where Run::kSingly, operations that are otherwise done together, for speed,
// are stages of their own, so that every field of the trace can be changed before it is read.
namespace fovea {

/// Runs one stage after the other.
struct RunAll {
  static constexpr bool kSingly = false;

  template <typename Stage, typename... Fields>
  void operator()(Stage&& stage, Fields&... /*written*/) const {
    stage();
  }
};

/// The fields of one sublayer, x → [norm] → f → [+ x] → [norm], in a layer's activations or in
/// their gradients.
template <typename M, typename N>
struct Sublayer {
  M& output;  ///< of f
  M& residual;
  N& norm;

  /// What the sublayer hands on.
  M& result(const Structure& structure) const {
    return structure.norm == NormOrder::kPost ? norm.output : residual;
  }
};
template <typename M, typename N>
Sublayer(M&, M&, N&) -> Sublayer<M, N>;

template <typename Activations>
auto attentionSublayer(Activations& a) {
  return Sublayer{a.attention.output, a.attentionResidual, a.attentionNorm};
}

template <typename Activations>
auto crossAttentionSublayer(Activations& a) {
  return Sublayer{a.crossAttention.output, a.crossAttentionResidual, a.crossAttentionNorm};
}

template <typename Activations>
auto feedForwardSublayer(Activations& a) {
  return Sublayer{a.feedForward.output, a.feedForwardResidual, a.feedForwardNorm};
}

template <typename Run>
void layerNormStages(Run& run, const LayerNormWeights& weights, double eps, const Matrix& x,
                     LayerNormActivations& y) {
  if constexpr (Run::kSingly) {
    run([&] { layerNormStatistics(weights, eps, x, y); }, y.mean, y.rstd);
    run([&] { layerNormOutput(weights, x, y); }, y.output);
  } else {
    run([&] { layerNormForward(weights, eps, x, y); }, y.mean, y.rstd, y.output);
  }
}

/// The stages of a layer's norm, over the axis that the structure has.
template <typename Run>
void layerNormStages(Run& run, const Structure& structure, const LayerNormWeights& weights,
                     double eps, const Matrix& x, LayerNormActivations& y) {
  if (!structure.bugs.normOverTokens) return layerNormStages(run, weights, eps, x, y);
  run([&] { layerNormStatisticsOverRows(weights, eps, x, y); }, y.mean, y.rstd);
  run([&] { layerNormOutputOverRows(weights, x, y); }, y.output);
}

template <typename Run>
void attentionStages(Run& run, const AttentionWeights& weights, const AttentionSetting& setting,
                     const Matrix& x, const Matrix& memory, Capture capture,
                     AttentionActivations& a) {
  if constexpr (Run::kSingly) {
    run([&] { attentionProject(weights, setting, x, memory, a); }, a.query, a.key, a.value);
    if (isRotary(setting.positions))
      run([&] { attentionRotate(setting, a); }, a.rotatedQuery, a.rotatedKey);
    run([&] { attentionScore(setting, a); }, a.scores);
    if (setting.hasBiases()) run([&] { attentionBias(setting, a); }, a.biases);
    run([&] { attentionNormalise(setting, a); }, a.weights);
    run([&] { attentionMix(setting, a); }, a.heads);
    run([&] { attentionOutput(weights, setting, a); }, a.output);
  } else {
    run([&] { attentionForward(weights, setting, x, memory, a, capture); }, a.output);
  }
}

/// linear(weights, x, y) is what makes y of x.
template <typename Run, typename Linear>
void feedForwardStagesBy(Run& run, const FeedForwardWeights& weights, Activation activation,
                         const Matrix& x, FeedForwardActivations& a, Linear&& linear) {
  run([&] { linear(weights.expand, x, a.hidden); }, a.hidden);
  run([&] { activationForward(activation, a.hidden, a.activated); }, a.activated);
  if (weights.isGated()) {
    run([&] { linear(weights.up, x, a.up); }, a.up);
    run([&] { a.gated = a.activated.cwiseProduct(a.up); }, a.gated);
  }
  run([&] { linear(weights.compress, feedForwardResult(weights, a), a.output); }, a.output);
}

template <typename Run>
void feedForwardStages(Run& run, const FeedForwardWeights& weights, Activation activation,
                       const Matrix& x, Capture capture, FeedForwardActivations& a) {
  if constexpr (Run::kSingly) {
    feedForwardStagesBy(
        run, weights, activation, x, a,
        [](const LinearWeights& w, const Matrix& in, Matrix& out) { linearForward(w, in, out); });
  } else {
    run([&] { feedForwardForward(weights, activation, x, a, capture); }, a.output);
  }
}

/// Runs the same stages whether or not anything is captured.
template <typename Run>
void mixtureStages(Run& run, const MixtureWeights& weights, Index expertsPerToken,
                   Activation activation, const Matrix& x, MixtureActivations& a, Matrix& output) {
  run([&] { mixtureRoute(weights, x, a); }, a.router);
  run([&] { mixtureWeigh(a); }, a.probabilities);
  run([&] { mixtureChoose(expertsPerToken, a); }, a.choice);
  for (std::size_t e = 0; e < weights.experts.size(); ++e) {
    const std::vector<Index> rows = tokensOfExpert(a, static_cast<Index>(e));
    feedForwardStagesBy(run, weights.experts[e], activation, x, a.experts[e],
                        [&](const LinearWeights& w, const Matrix& in, Matrix& out) {
                          linearForwardOfRows(w, rows, in, out);
                        });
  }
  run([&] { mixtureSum(a, output); }, output);
}

/// sum = gain·x + output
inline void setSum(double gain, const Matrix& x, const Matrix& output, Matrix& sum) {
  sum.resize(output.rows(), output.cols());
  if (gain == 1) {
    kernels::add(x.data(), output.data(), output.size(), sum.data());
  } else if (gain == 0) {
    sum = output;
  } else {
    sum = static_cast<Scalar>(gain) * x + output;
  }
}

/// f(input) runs the stages that set s.output.
template <typename Run, typename F>
void sublayerStages(Run& run, const Structure& structure, const LayerNormWeights& norm, double eps,
                    const Matrix& x, const Sublayer<Matrix, LayerNormActivations>& s, F&& f) {
  const bool pre = structure.norm == NormOrder::kPre;
  const auto [gain, normed] = structure.residual;
  if (pre) layerNormStages(run, structure, norm, eps, x, s.norm);
  f(pre ? s.norm.output : x);
  const Matrix& path = normed ? s.norm.output : x;
  run([&, gain = gain] { setSum(gain, path, s.output, s.residual); }, s.residual);
  if (structure.norm == NormOrder::kPost)
    layerNormStages(run, structure, norm, eps, s.residual, s.norm);
}

/// What the feed-forward sublayer takes in: activations or their gradients.
template <typename Activations>
auto& feedForwardInput(const Structure& structure, bool hasMemory, Activations& a) {
  return (hasMemory ? crossAttentionSublayer(a) : attentionSublayer(a)).result(structure);
}

/// The forward pass of a layer. Without a memory it has no cross-attention.
template <typename Run>
void layerStages(Run& run, const ModelConfig& config, const Structure& structure,
                 const LayerWeights& weights, const LayerSetting& setting, const Matrix& x,
                 const Matrix* memory, Capture capture, LayerActivations& a) {
  const double eps = config.layerNormEps;
  const bool hasMemory = kWithVariants && memory != nullptr;
  const auto attention = attentionSublayer(a);
  sublayerStages(run, structure, weights.attentionNorm, eps, x, attention, [&](const Matrix& in) {
    attentionStages(run, weights.attention, selfAttention(config, structure, setting), in, in,
                    capture, a.attention);
  });
  if (hasMemory)
    sublayerStages(run, structure, weights.crossAttentionNorm, eps, attention.result(structure),
                   crossAttentionSublayer(a), [&](const Matrix& in) {
                     attentionStages(run, weights.crossAttention,
                                     crossAttention(config, structure, setting), in, *memory,
                                     capture, a.crossAttention);
                   });
  sublayerStages(
      run, structure, weights.feedForwardNorm, eps, feedForwardInput(structure, hasMemory, a),
      feedForwardSublayer(a), [&](const Matrix& in) {
        if (config.hasExperts())
          return mixtureStages(run, weights.mixture, config.expertsPerToken, structure.activation,
                               in, a.mixture, a.feedForward.output);
        feedForwardStages(run, weights.feedForward, structure.activation, in, capture,
                          a.feedForward);
      });
  Matrix& output = layerOutput(structure, a);
  if (structure.skipped) run([&] { output = x; }, output);
}

}  // namespace fovea
