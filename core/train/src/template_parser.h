#pragma once

#include <string>

#include "fovea/train/grammar.h"

namespace fovea {

/// Compiles "(a | b *3) $rule [x:category.past] <it x / x y>" into a choice of alternatives.
/// Throws ModelError{kInvalidInput} that names the text.
TemplateNode parseTemplate(const std::string& text, const Lexicon& lexicon);

}  // namespace fovea
