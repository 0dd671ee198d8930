#include "fovea/encoder_layer.h"

#include "kernels/rows.h"

namespace fovea {
namespace {

void setSum(const Matrix& a, const Matrix& b, Matrix& sum) {
  sum.resize(a.rows(), a.cols());
  kernels::add(a.data(), b.data(), a.size(), sum.data());
}

void postNormForward(const EncoderConfig& config, const EncoderLayerWeights& weights,
                     const Sequences& sequences, const AttentionMask& mask, const Matrix& x,
                     EncoderLayerActivations& a, Capture capture) {
  attentionForward(weights.attention, config.heads, sequences, mask, x, a.attention, capture);
  setSum(x, a.attention.output, a.attentionResidual);
  layerNormForward(weights.attentionNorm, config.layerNormEps, a.attentionResidual,
                   a.attentionNorm);
  const Matrix& y = a.attentionNorm.output;
  feedForwardForward(weights.feedForward, config.activation, y, a.feedForward, capture);
  setSum(y, a.feedForward.output, a.feedForwardResidual);
  layerNormForward(weights.feedForwardNorm, config.layerNormEps, a.feedForwardResidual,
                   a.feedForwardNorm);
}

void preNormForward(const EncoderConfig& config, const EncoderLayerWeights& weights,
                    const Sequences& sequences, const AttentionMask& mask, const Matrix& x,
                    EncoderLayerActivations& a, Capture capture) {
  layerNormForward(weights.attentionNorm, config.layerNormEps, x, a.attentionNorm);
  attentionForward(weights.attention, config.heads, sequences, mask, a.attentionNorm.output,
                   a.attention, capture);
  setSum(x, a.attention.output, a.attentionResidual);
  layerNormForward(weights.feedForwardNorm, config.layerNormEps, a.attentionResidual,
                   a.feedForwardNorm);
  feedForwardForward(weights.feedForward, config.activation, a.feedForwardNorm.output,
                     a.feedForward, capture);
  setSum(a.attentionResidual, a.feedForward.output, a.feedForwardResidual);
}

void postNormBackward(const EncoderConfig& config, const EncoderLayerWeights& weights,
                      const Sequences& sequences, const Matrix& x, const EncoderLayerActivations& a,
                      const Matrix& dOutput, EncoderLayerWeights& gradient, Matrix& dx) {
  Matrix dResidual;
  Matrix dSublayer;
  layerNormBackward(weights.feedForwardNorm, a.feedForwardResidual, a.feedForwardNorm, dOutput,
                    gradient.feedForwardNorm, dResidual);
  feedForwardBackward(weights.feedForward, config.activation, a.attentionNorm.output, a.feedForward,
                      dResidual, gradient.feedForward, dSublayer);
  const Matrix dY = dResidual + dSublayer;
  layerNormBackward(weights.attentionNorm, a.attentionResidual, a.attentionNorm, dY,
                    gradient.attentionNorm, dResidual);
  attentionBackward(weights.attention, config.heads, sequences, x, a.attention, dResidual,
                    gradient.attention, dx);
  dx += dResidual;
}

void preNormBackward(const EncoderConfig& config, const EncoderLayerWeights& weights,
                     const Sequences& sequences, const Matrix& x, const EncoderLayerActivations& a,
                     const Matrix& dOutput, EncoderLayerWeights& gradient, Matrix& dx) {
  Matrix dNorm;
  Matrix dSublayer;
  feedForwardBackward(weights.feedForward, config.activation, a.feedForwardNorm.output,
                      a.feedForward, dOutput, gradient.feedForward, dNorm);
  layerNormBackward(weights.feedForwardNorm, a.attentionResidual, a.feedForwardNorm, dNorm,
                    gradient.feedForwardNorm, dSublayer);
  const Matrix dY = dOutput + dSublayer;
  attentionBackward(weights.attention, config.heads, sequences, a.attentionNorm.output, a.attention,
                    dY, gradient.attention, dNorm);
  layerNormBackward(weights.attentionNorm, x, a.attentionNorm, dNorm, gradient.attentionNorm, dx);
  dx += dY;
}

}  // namespace

EncoderLayerWeights EncoderLayerWeights::zeros(const EncoderConfig& config) {
  return {AttentionWeights::zeros(config.dModel), LayerNormWeights::zeros(config.dModel),
          FeedForwardWeights::zeros(config.dModel, config.dFf),
          LayerNormWeights::zeros(config.dModel)};
}

std::array<LinearWeights*, 6> linears(EncoderLayerWeights& layer) {
  return {&layer.attention.query,  &layer.attention.key,      &layer.attention.value,
          &layer.attention.output, &layer.feedForward.expand, &layer.feedForward.compress};
}

const Matrix& layerOutput(const EncoderConfig& config, const EncoderLayerActivations& activations) {
  return config.normOrder == NormOrder::kPost ? activations.feedForwardNorm.output
                                              : activations.feedForwardResidual;
}

void encoderLayerForward(const EncoderConfig& config, const EncoderLayerWeights& weights,
                         const Sequences& sequences, const AttentionMask& mask, const Matrix& x,
                         EncoderLayerActivations& activations, Capture capture) {
  const auto forward = config.normOrder == NormOrder::kPost ? &postNormForward : &preNormForward;
  forward(config, weights, sequences, mask, x, activations, capture);
}

void encoderLayerBackward(const EncoderConfig& config, const EncoderLayerWeights& weights,
                          const Sequences& sequences, const Matrix& x,
                          const EncoderLayerActivations& activations, const Matrix& dOutput,
                          EncoderLayerWeights& gradient, Matrix& dx) {
  const auto backward = config.normOrder == NormOrder::kPost ? &postNormBackward : &preNormBackward;
  backward(config, weights, sequences, x, activations, dOutput, gradient, dx);
}

}  // namespace fovea
