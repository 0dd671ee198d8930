#pragma once

#include <cstddef>
#include <string>

namespace fovea::cli {

/// Throws std::runtime_error if the machine has less memory than this: the system would promise it,
/// and end the program when it is used. `why` begins the message.
void checkMemory(std::size_t bytes, const std::string& why);

}  // namespace fovea::cli
