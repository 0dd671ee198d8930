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

/// readModel on a file, with config.json and vocab.txt beside it where its metadata lacks them.
/// A ModelError becomes std::runtime_error with the path before the message.
Model readModelFile(const std::string& path, const ModelOptions& options = {});
/// The same for a file that is open.
Model readModelFile(const std::string& path, const ByteSource& source,
                    const ModelOptions& options = {});

}  // namespace fovea::cli
