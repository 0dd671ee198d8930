#pragma once

#include "fovea/linear.h"
#include "fovea/train/reading_order.h"

namespace fovea {

/// A long short-term memory that reads in one direction (Hochreiter & Schmidhuber 1997; forget
/// gates: Gers, Schmidhuber & Cummins 2000). With z = W·x_t + U·h_{t−1} in four parts of h numbers,
///   i = σ(z₁), f = σ(z₂), g = tanh(z₃), o = σ(z₄),
///   c_t = f ∘ c_{t−1} + i ∘ g, h_t = o ∘ tanh(c_t), where h₀ = c₀ = 0.
/// The parts lie as in PyTorch's weight_ih and weight_hh.
struct LstmWeights {
  LinearWeights input;      ///< W: 4h × d
  LinearWeights recurrent;  ///< U: 4h × h

  /// Numbers of a state.
  Index states() const { return recurrent.bias.size() / 4; }
};

/// Every intermediate of one pass; all but `output` in the reading order.
struct LstmActivations {
  ReadingOrder order;
  Matrix x;          ///< n × d
  Matrix gates;      ///< n × 4h: i, f, g, o
  Matrix cells;      ///< n × h: c
  Matrix cellTanhs;  ///< n × h: tanh(c)
  Matrix hidden;     ///< n × h: h
};

/// x: n × d, the sequences end to end.
void lstmForward(const LstmWeights& weights, const Sequences& sequences, Reading reading,
                 const Matrix& x, LstmActivations& activations);

/// Given the gradient of `hidden`, in the reading order: adds to `gradient` and to dx (n × d, in
/// the order of the text). Needs all of the forward pass. The gradient is carried from step to step
/// against the reading: what reaches a word far back has been multiplied by U and the gates of each
/// step between.
void lstmBackward(const LstmWeights& weights, const LstmActivations& activations, Matrix dHidden,
                  LstmWeights& gradient, Matrix& dx);

}  // namespace fovea
