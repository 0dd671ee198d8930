#include <array>
#include <cstdio>

#include "number_text.h"

namespace fovea {

std::string numberText(double number, int digits) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.*g", digits, number);
  return text.data();
}

}  // namespace fovea
