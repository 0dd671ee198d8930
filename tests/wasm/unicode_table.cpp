// Writes, for every code point beyond ASCII but the surrogates, its class and what it folds to, one
// line each, into the file named. tests/wasm/unicode.test.ts compares what utf8proc and the
// platform say.
#include <fstream>

#include "fovea/unicode.h"

int main(int, char** arguments) {
  std::ofstream out(arguments[1]);
  out << std::hex << std::uppercase;
  for (char32_t c = 0x80; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    out << static_cast<unsigned>(c) << ' ' << static_cast<int>(fovea::characterClass(c));
    for (const char32_t folded : fovea::foldCharacter(c))
      out << ' ' << static_cast<unsigned>(folded);
    out << '\n';
  }
  return out.good() ? 0 : 1;
}
