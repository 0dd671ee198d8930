#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace fovea::test {

/// What a run of the program left behind.
struct Run {
  int exitCode;
  std::string out;
  std::string err;
};

/// A directory of its own for a test's files; gone with the object.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  std::string path(const std::string& name) const { return (directory_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;

  /// Runs the built program `fovea`; the arguments are passed as they are.
  Run fovea(const std::vector<std::string>& arguments) const;

 private:
  std::filesystem::path directory_;
};

}  // namespace fovea::test
