#include "fovea/file_source.h"

#include <cerrno>
#include <cstring>
#include <memory>
#include <string>

#include "fovea/error.h"
#include "fovea/model_file.h"

namespace fovea {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, const char* reason) {
  refuse(ErrorCode::kUnreadableFile, path.string() + ": " + reason);
}

// The text of the file of this name beside the model, or none.
std::string textBeside(const fs::path& model, const char* name) {
  constexpr std::size_t kLongestText = 100'000'000;  // bytes
  const fs::path path = fs::path(model).replace_filename(name);
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return "";
  const FileSource file(path);
  if (file.size() > kLongestText) refuse(path, "longer than 100,000,000 bytes");
  std::string text(file.size(), '\0');
  // A char may alias any byte.
  file.read(0, text.size(), reinterpret_cast<std::uint8_t*>(text.data()));
  return text;
}

// A folder whose weights may have another name.
Model readFolderAt(const fs::path& folder, const std::string& weights,
                   const ModelOptions& options) {
  const auto files = [&](const std::string& name) -> std::shared_ptr<const ByteSource> {
    const fs::path path = folder / (name == "model.safetensors" ? weights : name);
    std::error_code ignored;
    return fs::exists(path, ignored) ? std::make_shared<FileSource>(path) : nullptr;
  };
  try {
    return readFolder(files, options);
  } catch (const ModelError& error) {
    if (error.code() == ErrorCode::kUnreadableFile &&
        std::string(error.what()).rfind(folder.string(), 0) == 0)
      throw;  // names its path already
    refuse(error.code(), folder.string() + ": " + error.what());
  }
}

// Whether config.json beside the weights is another family's than BERT's, or has a tokenizer.json.
bool isOfFamily(const fs::path& model) {
  std::error_code ignored;
  if (fs::exists(fs::path(model).replace_filename("tokenizer.json"), ignored)) return true;
  const std::string config = textBeside(model, "config.json");
  const std::size_t key = config.find("\"model_type\"");
  if (key == std::string::npos) return false;
  const std::size_t open = config.find('"', config.find(':', key));
  return open != std::string::npos && config.compare(open, 6, "\"bert\"") != 0;
}

}  // namespace

FileSource::FileSource(const fs::path& path) : path_(path), file_(path, std::ios::binary) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) refuse(path, "this is a directory, not a file");
  if (!file_) refuse(path, std::strerror(errno));
  std::error_code reason;
  const std::uintmax_t size = fs::file_size(path, reason);
  if (reason) refuse(path, reason.message().c_str());
  size_ = static_cast<std::size_t>(size);
}

void FileSource::read(std::size_t offset, std::size_t count, std::uint8_t* to) const {
  file_.clear();
  file_.seekg(static_cast<std::streamoff>(offset));
  // A char may alias any byte.
  file_.read(reinterpret_cast<char*>(to), static_cast<std::streamsize>(count));
  if (!file_) refuse(path_, file_.eof() ? "the file was cut short" : std::strerror(errno));
}

Model readModel(const fs::path& path, const ModelOptions& options) {
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) return readModel(path, FileSource(path), options);
  const fs::path weights = path / "model.safetensors";
  if (fs::exists(weights, ignored) &&
      readSafetensors(FileSource(weights)).metadata.count("config") > 0)
    return readModel(weights, FileSource(weights), options);
  return readFolderAt(path, "model.safetensors", options);
}

Model readModel(const fs::path& path, const ByteSource& source, const ModelOptions& options) {
  try {
    const auto metadata = readSafetensors(source).metadata;
    if (metadata.count("config") == 0 && isOfFamily(path))
      return readFolderAt(path.parent_path(), path.filename().string(), options);
    ModelSidecars sidecars;
    if (metadata.count("config") == 0) sidecars.config = textBeside(path, "config.json");
    if (metadata.count("vocab") == 0) sidecars.vocabulary = textBeside(path, "vocab.txt");
    return readModel(source, sidecars, options);
  } catch (const ModelError& error) {
    if (error.code() == ErrorCode::kUnreadableFile) throw;  // names its path already
    refuse(error.code(), path.string() + ": " + error.what());
  }
}

}  // namespace fovea
