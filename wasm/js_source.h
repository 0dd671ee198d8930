#pragma once

#include "fovea/byte_source.h"
#include "js_value.h"

namespace fovea {

/// A file as JavaScript hands it over: only the pieces asked for are copied into the module.
class JsByteSource : public ByteSource {
 public:
  /// Throws ModelError{kInvalidInput} for more bytes than the module can address.
  explicit JsByteSource(JsValue<JsSource> source);

  std::size_t size() const override { return size_; }
  /// Throws ModelError{kFileTruncated} where JavaScript gives fewer bytes than it was asked for.
  void read(std::size_t offset, std::size_t count, std::uint8_t* to) const override;

 private:
  JsValue<JsSource> source_;
  std::size_t size_;
};

}  // namespace fovea
