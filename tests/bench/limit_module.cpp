// The limit alone for a page: createFoveaLimit() → {limitOperations}.
#include <emscripten/bind.h>

#include "limit.h"

EMSCRIPTEN_BINDINGS(fovea_limit) {
  emscripten::function("limitOperations", &fovea::bench::limitOperations);
}
