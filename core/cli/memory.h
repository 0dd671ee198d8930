#pragma once

#include <cstddef>
#include <string>

namespace fovea::cli {

/// Throws std::runtime_error where the machine has less memory than so many bytes: the system would
/// promise them, and end the program when it uses them. `why` begins the message.
void checkMemory(std::size_t bytes, const std::string& why);

}  // namespace fovea::cli
