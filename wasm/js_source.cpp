#include "js_source.h"

#include <limits>
#include <string>
#include <utility>

#include "fovea/error.h"

namespace fovea {
namespace {

using emscripten::typed_memory_view;
using emscripten::val;

std::size_t checkedSize(double size) {
  constexpr std::size_t kLargest = std::numeric_limits<std::size_t>::max();
  if (!(size >= 0))
    refuse(ErrorCode::kInvalidInput, "this is not a file: its size must be a number, 0 or more");
  if (size > double(kLargest))
    refuse(ErrorCode::kInvalidInput, "the file is larger than " + std::to_string(kLargest) +
                                         " bytes, the most that can be addressed");
  return static_cast<std::size_t>(size);
}

}  // namespace

JsByteSource::JsByteSource(JsValue<JsSource> source)
    : source_(std::move(source)), size_(checkedSize(source_["size"].as<double>())) {}

void JsByteSource::read(std::size_t offset, std::size_t count, std::uint8_t* to) const {
  const val bytes =
      source_.call<val>("read", static_cast<double>(offset), static_cast<double>(count));
  if (bytes["length"].as<double>() != static_cast<double>(count))
    refuse(ErrorCode::kFileTruncated,
           "the file could not be read from byte " + std::to_string(offset) + " on");
  // The view is written before anything else is allocated, so the heap cannot have moved.
  val(typed_memory_view(count, to)).call<void>("set", bytes);
}

}  // namespace fovea
