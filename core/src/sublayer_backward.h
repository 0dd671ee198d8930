#pragma once

#include "encoder_layer_stages.h"

namespace fovea {

/// Expects the gradient of what the sublayer hands on in ds.result(structure); sets the rest of ds,
/// and dx. f(input, dInput) takes the gradient from ds.output back to f's input.
template <typename F>
void sublayerBackward(const Structure& structure, const LayerNormWeights& norm, const Matrix& x,
                      const Sublayer<const Matrix, const LayerNormActivations>& s,
                      const Sublayer<Matrix, LayerNormActivations>& ds, LayerNormWeights& gradient,
                      Matrix& dx, F&& f) {
  if (structure.norm == NormPlacement::kPost)
    layerNormBackward(norm, s.residual, s.norm, ds.norm, gradient, ds.residual);
  ds.output = ds.residual;
  if (structure.norm == NormPlacement::kPre) {
    f(s.norm.output, ds.norm.output);
    if (structure.residual.normed) ds.norm.output += ds.residual;
    layerNormBackward(norm, x, s.norm, ds.norm, gradient, dx);
  } else {
    f(x, dx);
  }
  if (!structure.residual.normed && structure.residual.gain != 0)
    dx += static_cast<Scalar>(structure.residual.gain) * ds.residual;
}

/// The same of a layer's feed-forward sublayer, of x: one network, or experts.
template <typename Weights, typename Activations>
void feedForwardSublayerBackward(const ModelConfig& config, const Structure& structure,
                                 const Weights& weights, const Matrix& x, const Activations& a,
                                 Activations& da, Weights& gradient, Matrix& dx) {
  sublayerBackward(
      structure, weights.feedForwardNorm, x, feedForwardSublayer(a), feedForwardSublayer(da),
      gradient.feedForwardNorm, dx, [&](const Matrix& input, Matrix& dInput) {
        if (config.hasExperts())
          return mixtureBackward(weights.mixture, config.expertsPerToken, structure.activation,
                                 input, a.mixture, da.feedForward.output, da.mixture,
                                 gradient.mixture, dInput);
        feedForwardBackward(weights.feedForward, structure.activation, input, a.feedForward,
                            da.feedForward, gradient.feedForward, dInput);
      });
}

}  // namespace fovea
