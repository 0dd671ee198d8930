#include "fovea/layer.h"

#include "layer_stages.h"

namespace fovea {
namespace {

/// Expects the gradient of what the sublayer hands on in ds.result(structure); sets the rest of ds,
/// and dx. f(input, dInput) takes the gradient from ds.output back to f's input.
template <typename F>
void sublayerBackward(const Structure& structure, const LayerNormWeights& norm, const Matrix& x,
                      const Sublayer<const Matrix, const LayerNormActivations>& s,
                      const Sublayer<Matrix, LayerNormActivations>& ds, LayerNormWeights& gradient,
                      Matrix& dx, F&& f) {
  if (structure.norm == NormOrder::kPost)
    layerNormBackward(norm, s.residual, s.norm, ds.norm, gradient, ds.residual);
  ds.output = ds.residual;
  if (structure.norm == NormOrder::kPre) {
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
void feedForwardSublayerBackward(const ModelConfig& config, const Structure& structure,
                                 const LayerWeights& weights, const Matrix& x,
                                 const LayerActivations& a, LayerActivations& da,
                                 LayerWeights& gradient, Matrix& dx) {
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

void addLinears(AttentionWeights& attention, std::vector<LinearWeights*>& to) {
  for (LinearWeights* linear :
       {&attention.query, &attention.key, &attention.value, &attention.output})
    to.push_back(linear);
}

void addLinears(FeedForwardWeights& network, std::vector<LinearWeights*>& to) {
  for (LinearWeights* linear : {&network.expand, &network.compress, &network.up})
    to.push_back(linear);
}

}  // namespace

std::vector<LinearWeights*> linears(LayerWeights& layer) {
  std::vector<LinearWeights*> all;
  addLinears(layer.attention, all);
  addLinears(layer.feedForward, all);
  if (!kWithVariants) return all;
  addLinears(layer.crossAttention, all);
  all.push_back(&layer.mixture.router);
  for (FeedForwardWeights& expert : layer.mixture.experts) addLinears(expert, all);
  return all;
}

AttentionSetting selfAttention(const ModelConfig& config, const Structure& structure,
                               const LayerSetting& setting) {
  const bool cached = setting.soFar != nullptr;
  return {config.heads,
          setting.sequences,
          cached ? *setting.soFar : setting.sequences,
          setting.mask,
          structure.divisor,
          structure.positions,
          config.kvHeads,
          structure.bugs,
          cached
#ifndef FOVEA_ENCODER_ALONE
          ,
          config.isLocal(structure.layer) ? config.localAttention / 2 : -1,
          config.isLocal(structure.layer) ? config.localRotaryBase : config.rotaryBase,
          isAdded(structure.positions) ? setting.relativeBias : nullptr
#endif
  };
}

AttentionSetting crossAttention(const ModelConfig& config, const Structure& structure,
                                const LayerSetting& setting) {
  return {config.heads,       setting.sequences, setting.memory,
          setting.memoryMask, structure.divisor, PositionEmbedding::kNone,
          config.kvHeads,     structure.bugs,    setting.soFar != nullptr};
}

const Matrix& layerOutput(const Structure& structure, const LayerActivations& activations) {
  return feedForwardSublayer(activations).result(structure);
}

Matrix& layerOutput(const Structure& structure, LayerActivations& activations) {
  return feedForwardSublayer(activations).result(structure);
}

void layerForward(const ModelConfig& config, const Structure& structure,
                  const LayerWeights& weights, const LayerSetting& setting, const Matrix& x,
                  const Matrix* memory, LayerActivations& activations, Capture capture) {
  const RunAll run;
  layerStages(run, config, structure, weights, setting, x, memory, capture, activations);
}

void layerBackward(const ModelConfig& config, const Structure& structure,
                   const LayerWeights& weights, const LayerSetting& setting, const Matrix& x,
                   const Matrix* memory, const LayerActivations& activations,
                   LayerActivations& dActivations, LayerWeights& gradient, Matrix& dx,
                   Matrix* dMemory) {
  const LayerActivations& a = activations;
  LayerActivations& da = dActivations;
  const bool hasMemory = kWithVariants && memory != nullptr;
  Matrix& dOutput = layerOutput(structure, da);
  Matrix dPassedOn;
  if (structure.skipped) {
    dPassedOn = dOutput;
    dOutput.setZero();  // nothing reads what the layer computed
  }
  feedForwardSublayerBackward(config, structure, weights, feedForwardInput(structure, hasMemory, a),
                              a, da, gradient, feedForwardInput(structure, hasMemory, da));
  const auto attention = attentionSublayer(a);
  const auto dAttention = attentionSublayer(da);
  if (hasMemory) {
    Matrix dMemoryHere;
    sublayerBackward(
        structure, weights.crossAttentionNorm, attention.result(structure),
        crossAttentionSublayer(a), crossAttentionSublayer(da), gradient.crossAttentionNorm,
        dAttention.result(structure), [&](const Matrix& input, Matrix& dInput) {
          attentionBackward(weights.crossAttention, crossAttention(config, structure, setting),
                            input, *memory, a.crossAttention, da.crossAttention,
                            gradient.crossAttention, dInput, dMemoryHere);
        });
    *dMemory += dMemoryHere;
  }
  sublayerBackward(structure, weights.attentionNorm, x, attention, dAttention,
                   gradient.attentionNorm, dx, [&](const Matrix& input, Matrix& dInput) {
                     attentionBackward(weights.attention, selfAttention(config, structure, setting),
                                       input, input, a.attention, da.attention, gradient.attention,
                                       dInput, dInput);
                   });
  if (structure.skipped) dx = dOutput = dPassedOn;
}

}  // namespace fovea
