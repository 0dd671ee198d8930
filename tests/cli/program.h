#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fovea::test {

/// What a run of the program left behind.
struct Run {
  int exitCode;  ///< −1 where a signal ended it
  std::string out;
  std::string err;
  std::size_t peakBytes;  ///< the most memory in use
};

/// Where a run differs from the usual.
struct Circumstances {
  std::string out;                         ///< a file for standard output, which Run then lacks
  std::optional<std::size_t> largestFile;  ///< bytes: as if the disk were full beyond them
  std::string in = {};                     ///< a file for standard input
  bool terminal = false;                   ///< standard error is a terminal; it holds few lines
};

class Scratch;

/// The program while it runs. wait() must be called.
class Process {
 public:
  Process(const Scratch& scratch, const std::vector<std::string>& arguments,
          const Circumstances& circumstances = {});

  /// What it has written to standard error so far.
  std::string err() const;
  /// Ends it by this signal; by default SIGINT, as Ctrl+C does.
  void interrupt(std::optional<int> signal = std::nullopt) const;
  Run wait();

 private:
  std::string out_;
  std::string err_;
  int terminal_;  // our end of it, or −1
  pid_t id_;
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
  /// The names of what is in the directory, but for the program's output.
  std::set<std::string> names() const;

  /// Runs the built program `fovea`; the arguments are passed as they are.
  Run fovea(const std::vector<std::string>& arguments,
            const Circumstances& circumstances = {}) const;

 private:
  std::filesystem::path directory_;
};

/// Waits for a condition, which must come true within a minute.
template <typename Condition>
bool waitFor(Condition&& condition);

void pauseBriefly();

template <typename Condition>
bool waitFor(Condition&& condition) {
  for (int i = 0; i < 6000 && !condition(); ++i) pauseBriefly();
  return condition();
}

}  // namespace fovea::test
