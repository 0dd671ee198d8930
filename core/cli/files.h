#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fovea/model_file.h"

namespace fovea::cli {

/// The program's only access to files; the core sees bytes. Each throws std::runtime_error that
/// names the path and the reason.
std::vector<std::uint8_t> readFile(const std::string& path);
std::string readText(const std::string& path);
/// What was at the path stays until all bytes are written beside it, in `path`.part.
void writeFile(const std::string& path, const std::vector<std::uint8_t>& bytes);
/// For what is written only after hours: throws at once where writeFile could not begin.
void checkWritable(const std::string& path);

/// readModel on a file, with config.json and vocab.txt beside it where its metadata lacks them.
/// A ModelError becomes std::runtime_error with the path before the message.
Model readModelFile(const std::string& path);
/// The same for a file that is open.
Model readModelFile(const std::string& path, const ByteSource& source);

/// A file to read a model from.
std::unique_ptr<ByteSource> openSource(const std::string& path);

}  // namespace fovea::cli
