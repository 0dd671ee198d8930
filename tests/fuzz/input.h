#pragma once

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>

#include "fovea/encoder.h"
#include "fovea/parameters.h"

namespace fovea::fuzz {

/// What a fuzzer is given: lines of text, then bytes.
class Input {
 public:
  Input(const std::uint8_t* bytes, std::size_t size) : rest_(bytes, bytes + size) {}

  bool empty() const { return rest_.empty(); }

  /// Up to the next end of a line, which is taken too.
  std::string line() {
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    std::string text = rest_.substr(0, end);
    rest_.erase(0, end + 1);
    return text;
  }

  /// The number of the next line; 0 where there is none.
  double number() { return std::strtod(line().c_str(), nullptr); }

  /// The rest as ids, some of which a small vocabulary does not have.
  TokenIds ids(std::size_t most) {
    TokenIds ids;
    for (const char byte : rest_.substr(0, most)) ids.push_back(byte - '0');
    rest_.erase(0, most);
    return ids;
  }

 private:
  std::string rest_;
};

/// A model of the config, of random weights; none where its passes would take long.
inline std::optional<Encoder> smallModel(const std::string& json) {
  constexpr Index kMostLayers = 4;
  constexpr Index kMostNumbers = 1 << 13;
  const ModelConfig config = parseConfig(json);
  const Index layers = config.layers + config.decoderLayers;
  if (layers > kMostLayers || config.dModel * config.maxPositions > kMostNumbers ||
      config.imageSize * config.imageSize * config.channels > kMostNumbers ||
      parameterCount(config) > kMostNumbers)
    return std::nullopt;
  return Encoder(config, initialWeights(config, 1));
}

inline void require(bool holds) {
  if (!holds) __builtin_trap();
}

}  // namespace fovea::fuzz
