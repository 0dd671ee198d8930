#pragma once

#include <string>

#include "fovea/model_file.h"

namespace fovea::bench {

/// What every engine encodes: n ids, 7·i modulo the vocabulary.
TokenIds idsOf(const Encoder& encoder, Index n);

/// One model, and the memory of its passes: what is timed beside other engines.
class Engine {
 public:
  /// Of a model file's bytes; with `integers`, see ModelOptions.
  explicit Engine(const std::string& bytes, bool integers = false);

  void forward(Index n, Capture capture);
  /// Captures all layers and multiplies one number of the last one by 1, so that the pass stops
  /// after every stage.
  void forwardChanged(Index n);
  /// Of the pass last made with this capture.
  const Matrix& output(Capture capture) const;
  const Encoder& encoder() const { return model_.encoder; }

 private:
  Model model_;
  // Apart: a pass that keeps nothing would give the memory of the other back.
  EncoderActivations nothing_;
  EncoderActivations allLayers_;
};

}  // namespace fovea::bench
