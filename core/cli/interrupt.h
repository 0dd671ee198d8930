#pragma once

#include <csignal>
#include <stdexcept>
#include <string>

namespace fovea::cli {

/// A run that a signal ended; the message says what is left of it.
class Interrupted : public std::runtime_error {
 public:
  Interrupted(int signal, const std::string& message)
      : std::runtime_error(message), signal_(signal) {}

  /// As shells count an end by the signal: 130 for SIGINT, 143 for SIGTERM.
  int exitCode() const { return 128 + signal_; }

 private:
  int signal_;
};

/// While it exists, the first SIGINT or SIGTERM is noted where it would end the program; a second
/// one ends it.
class InterruptNote {
 public:
  InterruptNote();
  ~InterruptNote();
  InterruptNote(const InterruptNote&) = delete;
  InterruptNote& operator=(const InterruptNote&) = delete;

  /// The signal; 0 where none was given.
  int signal() const;
};

}  // namespace fovea::cli
