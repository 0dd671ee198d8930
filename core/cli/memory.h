#pragma once

#include <cstddef>
#include <string>

namespace fovea::cli {

/// Throws std::runtime_error if the machine has less memory than this: the system would promise it,
/// and end the program when it is used. `why` begins the message.
void checkMemory(std::size_t bytes, const std::string& why);

/// Memory that is freed stays with the program. Else the GNU library gives the matrices of one
/// expert's rows back, and the system clears them anew for the next expert.
void keepFreedMemory();

}  // namespace fovea::cli
