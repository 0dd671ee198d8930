#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fovea/config.h"

namespace fovea::cli {

/// Pixels, row by row, from 0 to 1.
struct PictureFile {
  Index width = 0;
  Index height = 0;
  Index channels = 0;          ///< 3 of a PPM: red, green, blue; 1 of a PGM
  std::vector<Scalar> pixels;  ///< height · width · channels
};

/// Reads a binary PPM (P6) or PGM (P5). Throws std::runtime_error that names the path, what is
/// wrong, and what would be right.
PictureFile readPicture(const std::string& path);
/// The same of a file's bytes; the path is for messages.
PictureFile parsePicture(const std::string& path, const std::vector<std::uint8_t>& bytes);

/// The middle square as the model reads it: imageSize² · channels numbers. Each pixel is the mean
/// of what it covers; a PGM's grey stands for every channel. Throws std::runtime_error for a PPM
/// where the model's pictures have other than three channels.
std::vector<Scalar> fitted(const PictureFile& picture, const ModelConfig& config);

/// A square picture of three channels as a binary PPM.
std::vector<std::uint8_t> toPpm(const std::vector<Scalar>& pixels, Index side);

}  // namespace fovea::cli
