#pragma once

#include <string>

#include "pass_options.h"

namespace fovea::cli {

/// A picture to be read, and what is asked about it.
struct PictureRequest {
  std::string model;     ///< the .safetensors file
  std::string picture;   ///< the PPM or PGM file
  std::string question;  ///< a piece of the model's vocabulary; empty for the first
  std::string trace;     ///< where every tensor is written; empty for nowhere
  PassOptions pass;
  bool json = false;
};

/// Reads the picture and prints the answers, the most probable first. Throws std::runtime_error
/// where a file or the question is wrong.
void encodePicture(const PictureRequest& request);

}  // namespace fovea::cli
