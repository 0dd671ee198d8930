#pragma once

#include "fovea/byte_source.h"

namespace fovea {

/// What a file is that is not a safetensors file, told by its first bytes, and what helps: "JSON;
/// choose it together with …". Null where they tell nothing.
const char* foreignFormat(const ByteSource& source);

}  // namespace fovea
