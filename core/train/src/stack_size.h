#pragma once

#include "fovea/config.h"

namespace fovea {

/// A stack of these sizes, whose feed-forward networks are four times as wide as the model.
inline void resizeStack(ModelConfig& model, Index dModel, Index layers, Index heads) {
  model.dModel = dModel;
  model.dFf = 4 * dModel;
  model.layers = layers;
  model.heads = heads;
}

}  // namespace fovea
