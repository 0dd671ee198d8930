#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "fovea/error.h"
#include "fovea/safetensors.h"
#include "int8_rows.h"
#include "json_text.h"

namespace fovea {

using Shape = std::vector<Index>;

inline bool startsWith(const std::string& text, const std::string& start) {
  return text.compare(0, start.size(), start) == 0;
}

// `name` with its ending replaced, or "" if it ends differently.
inline std::string withEnding(const std::string& name, const std::string& ending,
                              const std::string& other) {
  if (name.size() < ending.size()) return "";
  const std::size_t stem = name.size() - ending.size();
  return name.compare(stem, ending.size(), ending) == 0 ? name.substr(0, stem) + other : "";
}

// Finds the tensors of a file by our names, whatever the checkpoint calls them, and remembers which
// were used.
class TensorFinder {
 public:
  explicit TensorFinder(const SafetensorsFile& file) : file_(file) {}

  bool has(const std::string& name) const { return find(name) != file_.tensors.end(); }

  /// The tensor, which must have this shape.
  const TensorEntry& get(const std::string& name, const Shape& shape,
                         const std::string& reason = "the config implies") {
    const auto found = find(name);
    if (found == file_.tensors.end())
      refuse(ErrorCode::kMissingTensor, "tensor \"" + name + "\" is not in the file; " + reason +
                                            " one of " + shapeText(shape) + otherArchitecture());
    if (found->second.shape != shape)
      refuse(ErrorCode::kTensorShape, "tensor \"" + excerpt(found->first) + "\" is " +
                                          shapeText(found->second.shape) + ", but " + reason + " " +
                                          shapeText(shape));
    used_.insert(found->first);
    return found->second;
  }

  /// The scales of an I8 matrix, else null.
  const TensorEntry* scalesOf(const std::string& name, const TensorEntry& entry) {
    if (entry.dtype != Dtype::kI8 || entry.shape.size() != 2) return nullptr;
    const std::string scales = scaleName(name);
    const TensorEntry& found = get(scales, {entry.shape[0]}, "the weight, as I8, needs");
    if (found.dtype != Dtype::kF32)
      refuse(ErrorCode::kUnknownDtype, "tensor \"" + scales + "\" has the dtype " +
                                           dtypeName(found.dtype) + ", but scales must be F32");
    return &found;
  }

  /// Refuses weights that the config has no place for, such as further layers.
  void checkAllUsed() const {
    for (const auto& [name, entry] : file_.tensors) {
      const std::string plain = startsWith(name, "bert.") ? name.substr(5) : name;
      const bool isWeight = startsWith(plain, "encoder.") || startsWith(plain, "decoder.") ||
                            startsWith(plain, "embeddings.");
      const bool isBuffer =
          plain == "embeddings.position_ids" || plain == "embeddings.token_type_ids";
      if (isWeight && !isBuffer && used_.count(name) == 0)
        refuse(ErrorCode::kUnexpectedTensor,
               "tensor \"" + excerpt(name) + "\", " + shapeText(entry.shape) +
                   ", is in the file, but the config implies no such tensor");
    }
  }

 private:
  using Entry = std::map<std::string, TensorEntry>::const_iterator;

  // If no tensor has a name of BERT's: a note that this is another architecture.
  std::string otherArchitecture() const {
    const auto isOurs = [](const auto& tensor) {
      const std::string& name = tensor.first;
      return startsWith(name, "bert.") || startsWith(name, "embeddings.") ||
             startsWith(name, "encoder.layer.") || startsWith(name, "decoder.layer.");
    };
    if (std::any_of(file_.tensors.begin(), file_.tensors.end(), isOurs)) return "";
    if (file_.tensors.empty()) return "; the file has no tensors at all";
    return "; its tensors, such as \"" + excerpt(file_.tensors.begin()->first) +
           "\", belong to another architecture; Fovea reads models like BERT";
  }

  Entry find(const std::string& name) const {
    for (const std::string& spelling :
         {name, withEnding(name, "LayerNorm.weight", "LayerNorm.gamma"),
          withEnding(name, "LayerNorm.bias", "LayerNorm.beta"),
          withEnding(name, "cls.predictions.bias", "cls.predictions.decoder.bias")}) {
      if (spelling.empty()) continue;
      for (const char* prefix : {"", "bert."}) {
        const auto found = file_.tensors.find(prefix + spelling);
        if (found != file_.tensors.end()) return found;
      }
    }
    return file_.tensors.end();
  }

  const SafetensorsFile& file_;
  std::set<std::string> used_;
};

}  // namespace fovea
