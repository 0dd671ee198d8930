#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "fovea/attention.h"
#include "fovea/encoder.h"
#include "fovea/layer_norm.h"
#include "fovea/linear.h"
#include "fovea/matrix.h"
#include "fovea/safetensors.h"

namespace fovea::test {

/// The bytes of a file in tests/fixtures. Fails the test where it cannot be read.
std::vector<std::uint8_t> readFixtureFile(const std::string& fileName);

/// A file of tensors that tests/tools/make_fixtures.py wrote: inputs, and what PyTorch computed.
class Fixture {
 public:
  /// Reads tests/fixtures/<name>.safetensors.
  explicit Fixture(const std::string& name);

  const std::map<std::string, std::string>& metadata() const { return file_.metadata; }
  bool has(const std::string& name) const { return file_.tensors.count(name) > 0; }

  Matrix matrix(const std::string& name) const;                       ///< of two dimensions
  RowVector row(const std::string& name) const;                       ///< of any, end to end
  std::vector<std::int32_t> integers(const std::string& name) const;  ///< of any, end to end

  // Parameters whose names begin with `prefix`:
  LinearWeights linear(const std::string& prefix) const;        ///< …weight, …bias
  LayerNormWeights norm(const std::string& prefix) const;       ///< …weight, …bias
  AttentionWeights attention(const std::string& prefix) const;  ///< …query.weight, …
  /// All of the config's: …embeddings.word_embeddings.weight, …
  ModelWeights encoder(const ModelConfig& config, const std::string& prefix) const;

 private:
  const TensorEntry& entry(const std::string& name) const;

  std::vector<std::uint8_t> bytes_;
  MemorySource source_;
  SafetensorsFile file_;
};

}  // namespace fovea::test
