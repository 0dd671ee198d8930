#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "fovea/build.h"
#include "fovea/encoder.h"
#include "fovea/safetensors.h"
#include "fovea/tokenizer.h"

namespace fovea {

struct Answers;

inline namespace FOVEA_BUILD {

/// The contents of a model file, or of a folder.
struct Model {
  Encoder encoder;      ///< with the weights of the file
  Tokenizer tokenizer;  ///< with its vocabulary
  /// The rest of the file's metadata: name, trained ("true" | "false"), roles, …
  std::map<std::string, std::string> metadata;
#ifndef FOVEA_ENCODER_ALONE
  /// What a published model has beside its encoder (answers.h); null for a file of our own.
  std::shared_ptr<const Answers> answers = nullptr;
#endif
};

/// How to read a model; by default for forward passes only.
struct ModelOptions {
  /// Also keep the layers' weights unpacked, so that Encoder::backward need not unpack them. By
  /// default only the packed weights are kept, as BF16 if the file has them so.
  bool differentiable = false;
#ifndef FOVEA_WITHOUT_INTEGERS
  /// Multiply the matrices that the file has as I8 in integers, in passes that capture nothing
  /// (Capture::kNone): faster on x86-64, not measured on ARM, and with results that differ a little
  /// (docs/decisions/008-int8-in-the-file.md). All other passes compute what they compute without
  /// it, to the last bit. Keeps six bytes for each weight instead of four: the packed F32, which
  /// the other passes need, and two for the integers. Experts, projections of the embedding and
  /// patches stay F32. Throws ModelError{kInvalidInput} for a file without I8 matrices, and
  /// together with `differentiable`. Not available in the browser.
  bool integers = false;
#endif
};

}  // namespace FOVEA_BUILD

/// The contents of config.json and vocab.txt, used if the file's metadata lacks them.
struct ModelSidecars {
  std::string config;      ///< the text of config.json, or empty
  std::string vocabulary;  ///< the text of vocab.txt, or empty
};

/// Reads a `.safetensors` file whose tensors have the names of Hugging Face's BERT (with or without
/// the prefix "bert."; norms as weight/bias or gamma/beta). Tensors that are not needed (the
/// pooler, position_ids) are ignored. An I8 matrix "….weight" is multiplied by the scales of its
/// rows, an F32 tensor "….scale". Throws ModelError naming the tensor and what was expected.
Model readModel(const ByteSource& source, const ModelSidecars& sidecars = {},
                const ModelOptions& options = {});

/// The files of a folder by their names, such as "1_Pooling/config.json"; null where there is none.
using FolderFiles = std::function<std::shared_ptr<const ByteSource>(const std::string& name)>;

/// Reads what people publish of BERT, DistilBERT, RoBERTa, XLM-RoBERTa, CamemBERT, ELECTRA and
/// ModernBERT:
/// config.json, model.safetensors (or shards, by model.safetensors.index.json), tokenizer.json (or
/// vocab.txt, or vocab.json with merges.txt), and how sentence-transformers pools. The weights may
/// be F32, F16 or BF16. Throws ModelError naming the file, and the tensor or the key by its
/// published name. Not available in the browser.
Model readFolder(const FolderFiles& files, const ModelOptions& options = {});

/// Reads a folder, as readFolder does, or the model file at a path. If its metadata lacks the
/// config or the vocabulary, they come from config.json and vocab.txt in the same folder. Throws
/// ModelError with a message that begins with the path, {kUnreadableFile} if a file cannot be read.
/// Not available in the browser.
Model readModel(const std::filesystem::path& path, const ModelOptions& options = {});
/// The same for a source that is already open; the path is for messages and for what lies beside
/// it.
Model readModel(const std::filesystem::path& path, const ByteSource& source,
                const ModelOptions& options = {});

/// The bytes of a model file with config and vocabulary in its metadata. The dtype is kF32, kF16,
/// kBF16 or kI8 (see tensorsToWrite). Throws ModelError{kNotFinite} for weights that are not finite
/// in that dtype, {kTensorShape} for weights that do not fit the config, and {kInvalidVocabulary}
/// for a vocabulary that does not.
std::vector<std::uint8_t> writeModel(const ModelConfig& config, const ModelWeights& weights,
                                     const Vocabulary& vocabulary,
                                     const std::map<std::string, std::string>& metadata,
                                     Dtype dtype);

}  // namespace fovea
