#pragma once

#include <string>

#include "fovea/model_file.h"

namespace fovea::bench {

/// One model, and the memory of its passes: what is timed beside other engines.
class Engine {
 public:
  /// Of a model file's bytes.
  explicit Engine(const std::string& bytes);

  /// Encodes n ids, the same as the other engines get: 7·i modulo the vocabulary.
  void forward(Index n, Capture capture);
  const Matrix& output() const { return model_.encoder.output(activations_); }

 private:
  Model model_;
  TokenIds ids_;
  EncoderActivations activations_;
};

/// What a loop over registers alone reaches of multiply-adds, in GFLOP/s: the machine's limit.
double limitGflops();

}  // namespace fovea::bench
