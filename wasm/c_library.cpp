#include <cstdarg>
#include <cstddef>

// Linked with --wrap to replace the C library's own functions, which read and print decimals in
// quadruple precision: 25 kB of wasm for what every browser can do.
extern "C" {

double foveaParseNumber(const char* text, const char** end);  // in number_platform.js
int vsniprintf(char* out, std::size_t size, const char* format, std::va_list values);

// Called by the JSON parser and wherever a number is parsed.
// NOLINTNEXTLINE(bugprone-reserved-identifier): the linker's name for it
double __wrap_strtod(const char* text, char** end) {
  const char* after = nullptr;
  const double number = foveaParseNumber(text, &after);
  if (end != nullptr) *end = const_cast<char*>(after);
  return number;
}

// The JSON parser uses it to print control characters. Decimals are written by numberText.
// NOLINTNEXTLINE(bugprone-reserved-identifier): the linker's name for it
int __wrap_snprintf(char* out, std::size_t size, const char* format, ...) {
  std::va_list values;
  va_start(values, format);
  const int length = vsniprintf(out, size, format, values);
  va_end(values);
  return length;
}
}
