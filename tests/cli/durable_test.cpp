#include <sys/stat.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "catch2.h"
#include "output_file.h"

// Linked with --wrap: the calls that write to the disk go through these functions.
namespace {

std::vector<std::string>& calls() {
  static std::vector<std::string> all;
  return all;
}

}  // namespace

extern "C" {
int __real_fsync(int descriptor);                     // NOLINT: the linker's names
int __real_rename(const char* from, const char* to);  // NOLINT
int __wrap_fsync(int descriptor) {                    // NOLINT
  struct stat status {};
  fstat(descriptor, &status);
  calls().emplace_back(S_ISDIR(status.st_mode) ? "sync the folder" : "sync the file");
  return __real_fsync(descriptor);
}
int __wrap_rename(const char* from, const char* to) {  // NOLINT
  calls().emplace_back("rename");
  return __real_rename(from, to);
}
}

TEST_CASE("a file is on the disk before it replaces another, and so is the folder after", "[cli]") {
  const auto folder = std::filesystem::temp_directory_path() / "fovea_durable_test";
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "file").string();
  fovea::cli::writeFile(path, {'a', 'b'});
  CHECK(calls() == std::vector<std::string>{"sync the file", "rename", "sync the folder"});
  std::string text;
  std::ifstream(path) >> text;
  CHECK(text == "ab");
  calls().clear();
  fovea::cli::writeFile("/dev/null", {'a'});
  CHECK(calls().empty());
  std::filesystem::remove_all(folder);
}
