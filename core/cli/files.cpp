#include "files.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <stdexcept>

#include "file_source.h"
#include "fovea/error.h"
#include "stream_source.h"

namespace fovea::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestText = 100'000'000;  // bytes of a config or a vocabulary

std::string readSidecar(const std::string& modelPath, const char* name) {
  const fs::path path = fs::path(modelPath).replace_filename(name);
  std::error_code ignored;
  return fs::exists(path, ignored) ? readText(path.string()) : "";
}

ModelSidecars readSidecars(const std::string& path, const ByteSource& source) {
  const SafetensorsFile file = readSafetensors(source);
  ModelSidecars sidecars;
  if (file.metadata.count("config") == 0) sidecars.config = readSidecar(path, "config.json");
  if (file.metadata.count("vocab") == 0) sidecars.vocabulary = readSidecar(path, "vocab.txt");
  return sidecars;
}

}  // namespace

std::string readText(const std::string& path) {
  const File file = openFile(path, "rb");
  std::string text;
  std::array<char, 1U << 16U> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file.get())) {
    text.append(buffer.data(), count);
    if (text.size() > kLongestText)
      fail(path,
           "longer than " + std::to_string(kLongestText) + " bytes: this is no text for a model");
  }
  if (std::ferror(file.get()) != 0) fail(path, std::strerror(errno));
  return text;
}

std::vector<std::uint8_t> readBytes(const ByteSource& source) {
  std::vector<std::uint8_t> bytes(source.size());
  source.read(0, bytes.size(), bytes.data());
  return bytes;
}

std::unique_ptr<ByteSource> openSource(const std::string& path) {
  if (fs::is_regular_file(path)) return std::make_unique<FileSource>(path);
  return std::make_unique<StreamSource>(path);
}

Model readModelFile(const std::string& path, const ModelOptions& options) {
  return readModelFile(path, *openSource(path), options);
}

Model readModelFile(const std::string& path, const ByteSource& source,
                    const ModelOptions& options) {
  try {
    return readModel(source, readSidecars(path, source), options);
  } catch (const ModelError& error) {
    fail(path, error.what());
  }
}

}  // namespace fovea::cli
