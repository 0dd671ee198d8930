#include "text.h"

#include <algorithm>
#include <cstdio>

namespace fovea::cli {

std::string printable(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  }
  return text;
}

std::string padded(const std::string& text, std::size_t width) {
  const auto characters =
      static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
      }));
  return text + std::string(width > characters ? width - characters : 0, ' ');
}

std::string progressBar(double share) {
  constexpr int kWidth = 24;
  std::string text;
  for (int i = 0; i < kWidth; ++i) text += i < share * kWidth ? "█" : "·";
  return text;
}

std::string grouped(long long number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

void noteDropped(std::size_t tokens) {
  if (tokens == 0) return;
  std::fprintf(
      stderr, "fovea: note: %s beyond what the model takes %s left out\n",
      tokens == 1 ? "1 token" : (grouped(static_cast<long long>(tokens)) + " tokens").c_str(),
      tokens == 1 ? "was" : "were");
}

}  // namespace fovea::cli
