#include <algorithm>
#include <cstdarg>
#include <cstddef>

// The C library's own functions read and print decimals in quadruple precision: 25 kB of wasm for
// what every browser can do. These replace them, most by --wrap.
// NOLINTBEGIN(bugprone-reserved-identifier): the linker's names for them
extern "C" {

double foveaParseNumber(const char* text, const char** end);  // in number_platform.js
int vsniprintf(char* out, std::size_t size, const char* format, std::va_list values);

// Called by the JSON parser and wherever a number is parsed.
double __wrap_strtod(const char* text, char** end) {
  const char* after = nullptr;
  const double number = foveaParseNumber(text, &after);
  if (end != nullptr) *end = const_cast<char*>(after);
  return number;
}

// The JSON library prints control characters with it. Decimals are written by numberText.
#ifdef FOVEA_ENCODER_ALONE

// The module of an encoder alone prints nothing else. Each conversion is of a number to four
// hexadecimal digits, "%04x" or "%.4X": printing the others would be 2.2 kB, compressed.
int __wrap_snprintf(char* out, std::size_t size, const char* format, ...) {
  std::va_list values;
  va_start(values, format);
  std::size_t length = 0;
  const auto put = [&](char c) {
    if (length + 1 < size) out[length] = c;
    ++length;
  };
  for (const char* at = format; *at != '\0'; ++at) {
    if (*at != '%') {
      put(*at);
      continue;
    }
    while (*at != 'x' && *at != 'X')
      if (*++at == '\0') __builtin_trap();
    const char* digits = *at == 'x' ? "0123456789abcdef" : "0123456789ABCDEF";
    const auto number = va_arg(values, unsigned);
    for (int shift = 12; shift >= 0; shift -= 4) put(digits[number >> shift & 15U]);
  }
  va_end(values);
  if (size > 0) out[std::min(length, size - 1)] = '\0';
  return static_cast<int>(length);
}

// With it embind would write the address of a type that has no binding, of which there is none.
int siprintf(char* out, const char* /*format*/, ...) {
  *out = '\0';
  return 0;
}

#else

int __wrap_snprintf(char* out, std::size_t size, const char* format, ...) {
  std::va_list values;
  va_start(values, format);
  const int length = vsniprintf(out, size, format, values);
  va_end(values);
  return length;
}

#endif
}
// NOLINTEND(bugprone-reserved-identifier)
