#pragma once

#include "fovea/byte_source.h"
#include "js_value.h"

namespace fovea {

/// A file held by JavaScript. Only the pieces that are read are copied into the module.
class JsByteSource : public ByteSource {
 public:
  /// Throws ModelError{kInvalidInput} if it is larger than the module can address.
  explicit JsByteSource(JsValue<JsSource> source);

  std::size_t size() const override { return size_; }
  /// Throws ModelError{kFileTruncated} if JavaScript returns fewer bytes than requested.
  void read(std::size_t offset, std::size_t count, std::uint8_t* to) const override;

 private:
  JsValue<JsSource> source_;
  std::size_t size_;
};

}  // namespace fovea
