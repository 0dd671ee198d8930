#include <nlohmann/json.hpp>

#include "fovea/error.h"
#include "fovea/safetensors.h"

namespace fovea {
namespace {

std::string headerText(const std::vector<TensorToWrite>& tensors,
                       const std::map<std::string, std::string>& metadata) {
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  if (!metadata.empty()) header["__metadata__"] = metadata;
  std::size_t offset = 0;
  for (const TensorToWrite& tensor : tensors) {
    const std::size_t end = offset + tensor.data.size();
    header[tensor.name] = {{"dtype", dtypeName(tensor.dtype)},
                           {"shape", tensor.shape},
                           {"data_offsets", {offset, end}}};
    offset = end;
  }
  try {
    return header.dump();
  } catch (const nlohmann::json::exception&) {
    refuse(ErrorCode::kInvalidUtf8, "a name or the metadata of a file to be written is not UTF-8");
  }
}

}  // namespace

std::vector<std::uint8_t> writeSafetensors(std::vector<TensorToWrite> tensors,
                                           const std::map<std::string, std::string>& metadata) {
  std::string header = headerText(tensors, metadata);
  header.resize((header.size() + kHeaderLengthBytes - 1) / kHeaderLengthBytes * kHeaderLengthBytes,
                ' ');
  std::size_t size = kHeaderLengthBytes + header.size();
  for (const TensorToWrite& tensor : tensors) size += tensor.data.size();

  std::vector<std::uint8_t> file;
  file.reserve(size);
  for (std::size_t i = 0; i < kHeaderLengthBytes; ++i)
    file.push_back(static_cast<std::uint8_t>(static_cast<std::uint64_t>(header.size()) >> (8 * i)));
  file.insert(file.end(), header.begin(), header.end());
  for (TensorToWrite& tensor : tensors) {
    file.insert(file.end(), tensor.data.begin(), tensor.data.end());
    std::vector<std::uint8_t>().swap(tensor.data);
  }
  return file;
}

}  // namespace fovea
