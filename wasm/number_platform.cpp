#include <array>
#include <cstddef>
#include <string>

#include "number_text.h"

extern "C" int foveaNumberText(double number, int digits, char* out);  // in number_platform.js

namespace fovea {

std::string numberText(double number, int digits) {
  std::array<char, 32> text{};
  const int length = foveaNumberText(number, digits, text.data());
  return {text.data(), static_cast<std::size_t>(length)};
}

}  // namespace fovea
