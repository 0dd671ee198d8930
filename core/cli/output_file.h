#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fovea::cli {

/// Writes a file. What was at the path stays until all bytes are on the disk beside it, under a
/// name that no other file has, so that neither an error nor a loss of power leaves half a file;
/// devices and pipes are written to as they are. Throws std::runtime_error that names the path and
/// the reason.
void writeFile(const std::string& path, const std::vector<std::uint8_t>& bytes);

/// For what is written only after hours: throws at once where writeFile could not begin. Leaves
/// nothing behind.
void checkWritable(const std::string& path);

}  // namespace fovea::cli
