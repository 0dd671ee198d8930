#include <string>

#include "fovea/config.h"
#include "fovea/error.h"

// A config is read and written back to the same text, or refused.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  try {
    const std::string text = toJson(fovea::parseConfig({bytes, bytes + size}));
    if (toJson(fovea::parseConfig(text)) != text) __builtin_trap();
  } catch (const fovea::ModelError&) {
  }
  return 0;
}
