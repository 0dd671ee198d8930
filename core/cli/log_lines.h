#pragma once

#include <cstdlib>
#include <fstream>
#include <string>

#include "fovea/matrix.h"

namespace fovea::cli {

/// Of a log that an interrupted training left, the lines of the steps 1 … last; one that was not
/// ended is none.
inline std::string linesUpTo(Index last, const std::string& path) {
  std::ifstream csv(path);
  std::string kept;
  for (std::string line; std::getline(csv, line) && !csv.eof();) {
    const long step = std::strtol(line.c_str(), nullptr, 10);
    if (step > 0 && step <= last) kept += line + '\n';
  }
  return kept;
}

}  // namespace fovea::cli
