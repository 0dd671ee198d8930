#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "fovea/encoder.h"
#include "fovea/safetensors.h"
#include "fovea/tokenizer.h"

namespace fovea {

/// All that one model file says.
struct Model {
  Encoder encoder;      ///< with the weights of the file
  Tokenizer tokenizer;  ///< with its vocabulary
  /// The file's other metadata: name, trained ("true" | "false"), roles, …
  std::map<std::string, std::string> metadata;
};

/// What may stand beside the file where its metadata lacks it (config.json, vocab.txt).
struct ModelSidecars {
  std::string config;      ///< the text of config.json; empty where there is none
  std::string vocabulary;  ///< the text of vocab.txt, likewise
};

/// What a model is to be read for; by default to compute forward.
struct ModelOptions {
  /// Keep the layers' weights unpacked as well, which spares each Encoder::backward the unpacking.
  /// Without it they are kept packed alone, as BF16 where the file has them so.
  bool differentiable = false;
};

/// Reads a `.safetensors` file whose tensors have Hugging Face BERT's names (with or without the
/// prefix "bert.", the norms as weight/bias or gamma/beta). Tensors that the encoder does not need
/// (the pooler, position_ids) are left aside. A matrix "….weight" of I8 is times the scales of its
/// rows, a tensor "….scale" of F32. Throws ModelError that names the tensor and what was
/// expected.
Model readModel(const ByteSource& source, const ModelSidecars& sidecars = {},
                const ModelOptions& options = {});

/// Reads the model file at a path; where its metadata lacks the config or the vocabulary, from
/// config.json and vocab.txt beside it. Throws ModelError whose message begins with the path,
/// {kUnreadableFile} where a file cannot be read. Not in the browser, which has no files.
Model readModel(const std::filesystem::path& path, const ModelOptions& options = {});
/// The same from a source that stands for the path: a file that is open, the bytes of a pipe.
Model readModel(const std::filesystem::path& path, const ByteSource& source,
                const ModelOptions& options = {});

/// The bytes of a model file with config and vocabulary in its metadata; dtype kF32, kF16, kBF16
/// or, for the matrices, kI8 (tensorsToWrite).
/// Throws ModelError{kNotFinite} for weights that are not finite numbers in that dtype.
std::vector<std::uint8_t> writeModel(const ModelConfig& config, const ModelWeights& weights,
                                     const Vocabulary& vocabulary,
                                     const std::map<std::string, std::string>& metadata,
                                     Dtype dtype);

}  // namespace fovea
