#pragma once

#include <string>

#include "fovea/matrix.h"
#include "fovea/tokenizer.h"

namespace fovea::cli {

/// The token that --token names: by its piece, or by its number where no piece is spelled so.
/// Throws std::runtime_error where there is none.
Index findToken(const std::string& wanted, const Tokens& tokens);

}  // namespace fovea::cli
