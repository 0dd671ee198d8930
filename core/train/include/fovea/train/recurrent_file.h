#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "fovea/safetensors.h"
#include "fovea/tokenizer.h"
#include "fovea/train/recurrent_network.h"

namespace fovea {

/// All that the file of a recurrent network says.
struct RecurrentModel {
  RecurrentNetwork network;
  Tokenizer tokenizer;
};

/// The bytes of a safetensors file with config and vocabulary in its metadata, and with
/// "network": "recurrent", by which isRecurrent knows it; dtype kF32, kF16 or kBF16.
std::vector<std::uint8_t> writeRecurrent(const RecurrentNetwork& network,
                                         const Vocabulary& vocabulary,
                                         const std::map<std::string, std::string>& metadata,
                                         Dtype dtype);

/// Whether the file is of a recurrent network. Throws ModelError if it is not a safetensors file.
bool isRecurrent(const ByteSource& source);

/// Throws ModelError that names the tensor or the key that is missing, or is not as it should be.
RecurrentModel readRecurrent(const ByteSource& source);

}  // namespace fovea
