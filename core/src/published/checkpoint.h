#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "fovea/byte_source.h"
#include "fovea/safetensors.h"
#include "published/families.h"

namespace fovea::published {

/// The tensors of a checkpoint in one file or in several, found by their published names.
class Checkpoint {
 public:
  /// Adds a file, or a shard of several. Throws ModelError as readSafetensors does, and
  /// {kInvalidTensorEntry} for a tensor that is in two.
  void add(std::shared_ptr<const ByteSource> file);

  /// A tensor and the file that it is in; null where there is none. The prefix may stand before its
  /// name, and an old checkpoint may call a norm's parameters gamma and beta.
  struct Found {
    std::string name;
    TensorEntry entry;
    const ByteSource* file = nullptr;
  };
  const Found* find(const std::string& prefix, const std::string& name) const;

  const std::map<std::string, Found>& tensors() const { return tensors_; }

 private:
  std::vector<std::shared_ptr<const ByteSource>> files_;
  std::map<std::string, Found> tensors_;
};

/// A checkpoint under this library's names: the same bytes, where they are.
class Renamed : public ByteSource {
 public:
  /// Throws ModelError that names a published tensor which is missing, has another shape than the
  /// config implies, or has no place in it.
  Renamed(const Checkpoint& checkpoint, const Family& family, const ModelConfig& config);

  /// Our names, with offsets into this source.
  const SafetensorsFile& file() const { return file_; }
  std::size_t size() const override { return size_; }
  void read(std::size_t offset, std::size_t count, std::uint8_t* to) const override;

 private:
  struct Piece {
    const ByteSource* file;  ///< null for zeros
    std::size_t offset;      ///< in it
    std::size_t bytes;
  };

  void addTensor(const Checkpoint& checkpoint, const Family& family, const ModelConfig& config,
                 const std::string& ours, const std::vector<Index>& shape,
                 std::set<std::string>& used);
  std::size_t place(const Piece& piece);
  std::size_t placeInterleaved(const Piece& rows, Index heads, Index count);

  SafetensorsFile file_;
  std::map<std::size_t, Piece> pieces_;  ///< by their first byte here
  std::size_t size_ = 0;
};

}  // namespace fovea::published
