#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fovea/model_file.h"

namespace fovea::cli {

/// What the program reads; the core sees bytes. Each throws std::runtime_error that names the path
/// and the reason.
std::string readText(const std::string& path);

/// A file to read a model from.
std::unique_ptr<ByteSource> openSource(const std::string& path);
std::vector<std::uint8_t> readBytes(const ByteSource& source);

/// Throws std::runtime_error for a model, of a path that may also be a folder, whose numbers this
/// machine has no room for. Nothing is read of it but what the files say of their tensors.
void checkModelMemory(const std::string& path, const ModelOptions& options = {});

/// readModel of a path, which may also be a pipe or a folder; how much of a large file has been
/// read is reported on standard error. Throws as checkModelMemory does.
Model readModelFile(const std::string& path, const ModelOptions& options = {});

}  // namespace fovea::cli
