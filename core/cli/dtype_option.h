#pragma once

#include "command_line.h"
#include "fovea/safetensors.h"

namespace fovea::cli {

/// Adds --dtype: f32, f16, bf16 or i8.
void addDtype(Command& command, Dtype& dtype);

}  // namespace fovea::cli
