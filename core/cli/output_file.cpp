#include "output_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>

#include "open_file.h"

namespace fovea::cli {
namespace {

namespace fs = std::filesystem;

// A device, a pipe or a directory.
bool isSpecial(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored) && !fs::is_regular_file(path, ignored);
}

// Has the folder's entries written to the disk, a rename among them. Some file systems cannot; what
// is in the file is safe by then.
void syncFolder(const fs::path& file) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

// A new file beside the path, which it can replace. It is removed with the object.
class Replacement {
 public:
  // Of a link, the file that it leads to is replaced.
  explicit Replacement(const std::string& path)
      : path_(fs::is_regular_file(path) ? fs::canonical(path).string() : path) {
    std::random_device random;
    do {
      part_ = path_ + "." + std::to_string(random()) + ".part";
      file_.reset(std::fopen(part_.c_str(), "wbx"));  // x: never one that is there already
    } while (!file_ && errno == EEXIST);
    if (!file_) fail(path, std::strerror(errno));
  }
  ~Replacement() {
    if (!part_.empty()) std::remove(part_.c_str());
  }
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;

  File takeFile() { return std::move(file_); }
  bool replace() {
    if (std::rename(part_.c_str(), path_.c_str()) != 0) return false;
    part_.clear();
    syncFolder(path_);
    return true;
  }

 private:
  std::string path_;
  std::string part_;  // empty once it has become the file
  File file_;
};

// Whether all bytes arrived, which only closing the file tells; else errno says why. A file that is
// to replace another must be on the disk before it does: after a loss of power there would be
// neither.
bool writeAll(File file, const std::vector<std::uint8_t>& bytes, bool toDisk) {
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size() &&
                       std::fflush(file.get()) == 0 &&
                       (!toDisk || ::fsync(::fileno(file.get())) == 0);
  const int reason = errno;
  const bool closed = std::fclose(file.release()) == 0;
  if (!written) errno = reason;
  return written && closed;
}

}  // namespace

void writeFile(const std::string& path, const std::vector<std::uint8_t>& bytes) {
  if (isSpecial(path)) {
    if (!writeAll(openFile(path, "wb"), bytes, false)) fail(path, std::strerror(errno));
    return;
  }
  Replacement replacement(path);
  if (!writeAll(replacement.takeFile(), bytes, true) || !replacement.replace())
    fail(path, std::strerror(errno));
}

void checkWritable(const std::string& path) {
  std::error_code ignored;
  if (fs::is_fifo(path, ignored)) return;  // which could be opened only once
  if (isSpecial(path))
    openFile(path, "ab");
  else
    Replacement{path};
}

}  // namespace fovea::cli
