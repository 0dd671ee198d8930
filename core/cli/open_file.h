#pragma once

#include <cstdio>
#include <memory>
#include <string>

namespace fovea::cli {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// Throws std::runtime_error that names the path and the reason.
[[noreturn]] void fail(const std::string& path, const std::string& reason);

/// Throws as fail() does.
File openFile(const std::string& path, const char* mode);

}  // namespace fovea::cli
