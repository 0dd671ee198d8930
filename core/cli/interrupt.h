#pragma once

#include <csignal>
#include <stdexcept>

namespace fovea::cli {

/// A run that the user ended; the message says what is left of it.
class Interrupted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// While it exists, the first SIGINT or SIGTERM is noted where it would end the program; a second
/// one ends it.
class InterruptNote {
 public:
  InterruptNote();
  ~InterruptNote();
  InterruptNote(const InterruptNote&) = delete;
  InterruptNote& operator=(const InterruptNote&) = delete;

  bool given() const;
};

}  // namespace fovea::cli
