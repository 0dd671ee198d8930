#include "fixture.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "fovea/parameters.h"

namespace fovea::test {

std::vector<std::uint8_t> readFixtureFile(const std::string& fileName) {
  const std::string path = std::string(FOVEA_FIXTURES) + "/" + fileName;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

Fixture::Fixture(const std::string& name)
    : bytes_(readFixtureFile(name + ".safetensors")),
      source_(bytes_),
      file_(readSafetensors(source_)) {}

const TensorEntry& Fixture::entry(const std::string& name) const {
  const auto found = file_.tensors.find(name);
  if (found == file_.tensors.end()) throw std::runtime_error("no tensor " + name);
  return found->second;
}

Matrix Fixture::matrix(const std::string& name) const {
  const TensorEntry& tensor = entry(name);
  if (tensor.shape.size() != 2) throw std::runtime_error(name + " is no matrix");
  Matrix m(tensor.shape[0], tensor.shape[1]);
  readFloats(source_, name, tensor, m.data());
  return m;
}

RowVector Fixture::row(const std::string& name) const {
  const TensorEntry& tensor = entry(name);
  RowVector v(static_cast<Index>(tensor.bytes / dtypeSize(tensor.dtype)));
  readFloats(source_, name, tensor, v.data());
  return v;
}

std::vector<std::int32_t> Fixture::integers(const std::string& name) const {
  const TensorEntry& tensor = entry(name);
  if (tensor.dtype != Dtype::kI32) throw std::runtime_error(name + " holds no integers");
  std::vector<std::int32_t> values(tensor.bytes / sizeof(std::int32_t));
  std::memcpy(values.data(), bytes_.data() + tensor.offset, tensor.bytes);
  return values;
}

LinearWeights Fixture::linear(const std::string& prefix) const {
  return {matrix(prefix + "weight"), row(prefix + "bias")};
}

LayerNormWeights Fixture::norm(const std::string& prefix) const {
  return {row(prefix + "weight"), row(prefix + "bias")};
}

AttentionWeights Fixture::attention(const std::string& prefix) const {
  return {linear(prefix + "query."), linear(prefix + "key."), linear(prefix + "value."),
          linear(prefix + "output.")};
}

ModelWeights Fixture::encoder(const ModelConfig& config, const std::string& prefix) const {
  ModelWeights weights = ModelWeights::zeros(config);
  forEachParameter(weights, [&](const std::string& name, auto& tensor) {
    const RowVector values = row(prefix + name);
    if (values.size() != tensor.size()) throw std::runtime_error("misshapen: " + name);
    std::copy(values.begin(), values.end(), tensor.data());
  });
  return weights;
}

}  // namespace fovea::test
