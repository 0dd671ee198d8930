#include "open_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>

namespace fovea::cli {

void fail(const std::string& path, const std::string& reason) {
  throw std::runtime_error(path + ": " + reason);
}

File openFile(const std::string& path, const char* mode) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) fail(path, "this is a directory, not a file");
  File file(std::fopen(path.c_str(), mode));
  if (!file) fail(path, std::strerror(errno));
  return file;
}

}  // namespace fovea::cli
