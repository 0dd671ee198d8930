#pragma once

#include "fovea/byte_source.h"

namespace fovea {

/// What another kind of file is, by its first bytes, and what to do about it: "JSON; choose it
/// together with …". Null if they are not recognised.
const char* foreignFormat(const ByteSource& source);

}  // namespace fovea
