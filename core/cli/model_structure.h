#pragma once

#include <string>

#include "fovea/model_file.h"

namespace fovea::cli {

/// Of the structure that a model was trained in, as the file's metadata has it, the options that
/// its config does not say; empty where it says all.
std::string trainedStructure(const Model& model);

/// How a model is run: as `option` says; where that is empty, as the file says, with a note to the
/// terminal. Throws ModelError{kInvalidInput} for an option, and std::runtime_error with the path
/// for a file, that says what the model cannot be run as.
Structure runStructure(const std::string& path, const Model& model, const std::string& option);

/// Throws std::runtime_error for a model that is to be run otherwise than its config says.
void requireOwnStructure(const std::string& path, const Model& model);

}  // namespace fovea::cli
