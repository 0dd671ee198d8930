#pragma once

#include <cstdio>
#include <fstream>
#include <memory>
#include <string>

#include "fovea/byte_source.h"

namespace fovea::cli {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// Throws std::runtime_error that names the path and the reason.
[[noreturn]] void fail(const std::string& path, const std::string& reason);

/// Throws as fail() does.
File openFile(const std::string& path, const char* mode);

/// A model file on the disk, of which only the bytes asked for come into memory. Where it is large,
/// standard error says how much of it has been read.
class FileSource : public ByteSource {
 public:
  /// Throws std::runtime_error, as read() does where the file ends too soon.
  explicit FileSource(const std::string& path);
  /// Ends the line of the progress: a file may hold tensors that nobody reads.
  ~FileSource() override;
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  std::size_t size() const override { return size_; }
  void read(std::size_t offset, std::size_t count, std::uint8_t* to) const override;

 private:
  void showProgress(std::size_t count) const;

  std::string path_;
  mutable std::ifstream file_;  // counts in 64 bits on every system, as fseek does not
  std::size_t size_;
  mutable std::size_t bytesRead_ = 0;
  mutable std::size_t shown_ = 0;  // per cent
};

}  // namespace fovea::cli
