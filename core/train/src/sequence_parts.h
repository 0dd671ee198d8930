#pragma once

#include <utility>
#include <vector>

#include "fovea/sequences.h"

namespace fovea {

/// The sequences first … last − 1 alone.
Sequences sequencesBetween(const Sequences& sequences, Index first, Index last);

/// Cuts them into at most `count` runs of about as many rows each: [first, last) of each, none
/// empty.
std::vector<std::pair<Index, Index>> evenParts(const Sequences& sequences, Index count);

}  // namespace fovea
