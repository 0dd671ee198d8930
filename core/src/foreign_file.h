#pragma once

#include <string>

#include "fovea/byte_source.h"

namespace fovea {

/// What a file is that is not a safetensors file, told by its first bytes, and what helps: "JSON;
/// choose it together with …". "" where they tell nothing.
std::string foreignFormat(const ByteSource& source);

}  // namespace fovea
