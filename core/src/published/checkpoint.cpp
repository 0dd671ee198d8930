#include "published/checkpoint.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "fovea/parameters.h"

namespace fovea::published {
namespace {

bool startsWith(const std::string& text, const std::string& start) {
  return text.compare(0, start.size(), start) == 0;
}

bool endsWith(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// Every spelling of a name in checkpoints of all ages.
std::vector<std::string> spellings(const std::string& name) {
  std::vector<std::string> all{name};
  const auto add = [&](const std::string& ending, const std::string& other) {
    if (endsWith(name, ending)) all.push_back(name.substr(0, name.size() - ending.size()) + other);
  };
  add("LayerNorm.weight", "LayerNorm.gamma");
  add("LayerNorm.bias", "LayerNorm.beta");
  add("cls.predictions.bias", "cls.predictions.decoder.bias");
  add("lm_head.bias", "lm_head.decoder.bias");
  return all;
}

/// Whether a published name belongs to the encoder: a layer or the embedding, not a head.
bool isOfEncoder(const Family& family, const std::string& name) {
  const std::string plain =
      startsWith(name, family.prefix) ? name.substr(std::string(family.prefix).size()) : name;
  if (endsWith(plain, "position_ids") || endsWith(plain, "token_type_ids") ||
      endsWith(plain, "inv_freq"))
    return false;  // buffers
  if (startsWith(plain, "embeddings.") || startsWith(plain, "encoder.relative_")) return true;
  const std::string layers = publishedModule(family, "encoder.layer.N.output.dense").name;
  return startsWith(plain, layers.substr(0, layers.find("N.")));
}

}  // namespace

void Checkpoint::add(std::shared_ptr<const ByteSource> file) {
  for (auto& [name, entry] : readSafetensors(*file).tensors) {
    const bool isNew = tensors_.emplace(name, Found{name, entry, file.get()}).second;
    if (!isNew)
      refuse(ErrorCode::kInvalidTensorEntry, "tensor " + inQuotes(name) + " is in two files");
  }
  files_.push_back(std::move(file));
}

const Checkpoint::Found* Checkpoint::find(const std::string& prefix,
                                          const std::string& name) const {
  for (const std::string& spelling : spellings(name)) {
    for (const std::string& before : {prefix, std::string()}) {
      const auto found = tensors_.find(before + spelling);
      if (found != tensors_.end()) return &found->second;
    }
  }
  return nullptr;
}

Renamed::Renamed(const Checkpoint& checkpoint, const Family& family, const ModelConfig& config) {
  std::set<std::string> used;
  ModelWeights empty = withLayers(config);
  forEachParameter(config, empty, [&](const Parameter& parameter, const auto&) {
    if (parameter.size() > 0)
      addTensor(checkpoint, family, config, parameter.name, parameter.shape, used);
  });
  for (const auto& [name, found] : checkpoint.tensors())
    if (isOfEncoder(family, name) && used.count(name) == 0)
      refuse(ErrorCode::kUnexpectedTensor,
             "tensor " + inQuotes(name) + ", " + shapeText(found.entry.shape) +
                 ", is in the file, but the config implies no such tensor");
}

void Renamed::addTensor(const Checkpoint& checkpoint, const Family& family,
                        const ModelConfig& config, const std::string& ours,
                        const std::vector<Index>& shape, std::set<std::string>& used) {
  const std::size_t dot = ours.rfind('.');
  const PublishedModule module = publishedModule(family, ours.substr(0, dot));
  const std::string name = module.name + ours.substr(dot);
  const Checkpoint::Found* const found = checkpoint.find(family.prefix, name);
  if (found == nullptr && family.rotary && endsWith(ours, ".bias")) {
    const std::size_t bytes = static_cast<std::size_t>(shape[0]) * dtypeSize(Dtype::kF32);
    const std::size_t at = place({nullptr, 0, bytes});
    file_.tensors.emplace(ours, TensorEntry{Dtype::kF32, shape, at, bytes});
    return;
  }
  if (found == nullptr)
    refuse(ErrorCode::kMissingTensor, "tensor " + inQuotes(family.prefix + name) +
                                          " is not in the file; the config implies one of " +
                                          shapeText(shape));
  used.insert(found->name);
  std::vector<Index> whole = shape;
  Index first = 0;
  if (module.parts > 1) {
    first = module.part * shape[0];
    whole[0] *= module.parts;
  } else if (family.positionsAfterPadding && module.name == "embeddings.position_embeddings") {
    first = config.padTokenId + 1;
    whole[0] += first;
  }
  if (found->entry.shape != whole)
    refuse(ErrorCode::kTensorShape, "tensor " + inQuotes(found->name) + " is " +
                                        shapeText(found->entry.shape) +
                                        ", but the config implies " + shapeText(whole));
  TensorEntry entry = found->entry;
  const std::size_t row = entry.bytes / static_cast<std::size_t>(whole[0]);
  entry.shape = shape;
  entry.bytes = row * static_cast<std::size_t>(shape[0]);
  const Piece piece{found->file, entry.offset + row * static_cast<std::size_t>(first), entry.bytes};
  const bool turns = family.rotary && (ours.find(".self.query.") != std::string::npos ||
                                       ours.find(".self.key.") != std::string::npos);
  entry.offset = turns ? placeInterleaved(piece, config.heads, shape[0]) : place(piece);
  file_.tensors.emplace(ours, entry);
}

std::size_t Renamed::place(const Piece& piece) {
  const std::size_t at = size_;
  pieces_.emplace(at, piece);
  size_ += piece.bytes;
  return at;
}

// Rows 0, dK ÷ 2, 1, dK ÷ 2 + 1, … of each head: what is rotated together becomes neighbours.
std::size_t Renamed::placeInterleaved(const Piece& rows, Index heads, Index count) {
  const std::size_t at = size_;
  const std::size_t bytes = rows.bytes / static_cast<std::size_t>(count);
  const Index dK = count / heads;
  for (Index row = 0; row < count; ++row) {
    const Index j = row % dK;
    const Index from = row - j + j / 2 + (j % 2) * (dK / 2);
    place({rows.file, rows.offset + bytes * static_cast<std::size_t>(from), bytes});
  }
  return at;
}

void Renamed::read(std::size_t offset, std::size_t count, std::uint8_t* to) const {
  auto piece = std::prev(pieces_.upper_bound(offset));
  while (count > 0) {
    const std::size_t inside = offset - piece->first;
    const std::size_t bytes = std::min(count, piece->second.bytes - inside);
    if (piece->second.file == nullptr)
      std::memset(to, 0, bytes);
    else
      piece->second.file->read(piece->second.offset + inside, bytes, to);
    offset += bytes;
    count -= bytes;
    to += bytes;
    ++piece;
  }
}

}  // namespace fovea::published
