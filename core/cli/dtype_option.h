#pragma once

#include "fovea/safetensors.h"

namespace CLI {
class App;
}

namespace fovea::cli {

/// Adds --dtype: f32, f16 or bf16.
void addDtype(CLI::App& command, Dtype& dtype);

}  // namespace fovea::cli
