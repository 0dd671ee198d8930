#pragma once

#include <csignal>
#include <stdexcept>
#include <string>

#include "fovea/matrix.h"

namespace fovea::cli {

/// A run that the user ended; the message says what is left of it.
class Interrupted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A training that was ended after a step, from whose checkpoint it can go on.
inline Interrupted interruptedAfter(Index step, const std::string& checkpoint) {
  return Interrupted("interrupted after step " + std::to_string(step) +
                     ". To go on, give the same command with --resume " + checkpoint);
}

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
