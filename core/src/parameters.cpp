#include "fovea/parameters.h"

#include <cmath>

#include "fovea/error.h"
#include "fovea/random.h"
#include "int8_rows.h"

namespace fovea {
namespace {

void setZero(const Parameter& parameter, Matrix& m) {
  m.setZero(parameter.shape[0], parameter.shape[1]);
}
void setZero(const Parameter& parameter, RowVector& v) { v.setZero(parameter.shape[0]); }
void setZero(const Parameter& parameter, LinearWeights& linear) {
  setZero(parameter, linear.weight);
}

struct SetZero {
  template <typename Field>
  void operator()(const Parameter& parameter, Field& field) const {
    setZero(parameter, field);
  }
};

std::vector<Index> shapeOfField(const LinearWeights& linear) {
  if (linear.weight.size() > 0 || linear.packed.empty()) return shapeOf(linear.weight);
  return {linear.packed.columns(), linear.packed.rows()};
}
template <typename Tensor>
std::vector<Index> shapeOfField(const Tensor& tensor) {
  return shapeOf(tensor);
}

/// Whether a packed copy has the shape of its matrix.
bool packedFits(const LinearWeights& linear) {
  const PackedMatrix& packed = linear.packed;
  return packed.empty() || linear.weight.size() == 0 ||
         (packed.columns() == linear.weight.rows() && packed.rows() == linear.weight.cols());
}
template <typename Tensor>
bool packedFits(const Tensor& /*tensor*/) {
  return true;
}

/// A norm with a bias would not be an RMSNorm.
bool mustBeEmpty(const ModelConfig& config, const Parameter& parameter) {
  return config.normType == NormType::kRmsNorm &&
         parameter.name.find("LayerNorm.bias") != std::string::npos;
}

/// Fills with `draw()`, row by row.
template <typename Draw>
void fill(Matrix& m, Draw&& draw) {
  for (Scalar& x : m.reshaped<Eigen::RowMajor>()) x = static_cast<Scalar>(draw());
}

class Initialise {
 public:
  Initialise(std::uint64_t seed, double deviation) : random_(seed), deviation_(deviation) {}

  void operator()(const Parameter& parameter, LinearWeights& linear) {
    (*this)(parameter, linear.weight);
  }
  void operator()(const Parameter& parameter, Matrix& m) {
    constexpr double kEmbeddingDeviation = 0.02;
    const auto in = static_cast<double>(m.cols());
    switch (parameter.initial) {
      case Initial::kNormal:
        return fill(m, [&] { return kEmbeddingDeviation * random_.normal(); });
      case Initial::kXavier:
        if (deviation_ > 0) return fill(m, [&] { return deviation_ * random_.normal(); });
        return fillUniform(m, std::sqrt(6.0 / static_cast<double>(m.rows() + m.cols())));
      case Initial::kUniform:
        return fillUniform(m, 1.0 / std::sqrt(in));
      case Initial::kZero:
      case Initial::kOne:
        m.setConstant(parameter.initial == Initial::kOne ? Scalar(1) : Scalar(0));
    }
  }
  void operator()(const Parameter& parameter, RowVector& v) {
    v.setConstant(parameter.initial == Initial::kOne ? Scalar(1) : Scalar(0));
  }

 private:
  void fillUniform(Matrix& m, double bound) {
    fill(m, [&] { return bound * (2.0 * random_.uniform() - 1.0); });
  }

  Random random_;
  double deviation_;
};

template <typename Tensor>
void appendFloats(const std::string& name, const Tensor& tensor, Dtype dtype,
                  std::vector<TensorToWrite>& to) {
  to.push_back({name, dtype, shapeOf(tensor),
                fromFloat(tensor.data(), static_cast<std::size_t>(tensor.size()), dtype)});
}

void append(const std::string& name, const Matrix& m, Dtype dtype, std::vector<TensorToWrite>& to) {
  if (dtype == Dtype::kI8) return appendInt8Rows(name, m, to);
  appendFloats(name, m, dtype, to);
}

void append(const std::string& name, const RowVector& v, Dtype dtype,
            std::vector<TensorToWrite>& to) {
  appendFloats(name, v, dtype == Dtype::kI8 ? Dtype::kF16 : dtype, to);
}

void checkLayers(const std::string& what, const char* parts, std::size_t found, Index expected) {
  if (static_cast<Index>(found) != expected)
    refuse(ErrorCode::kTensorShape, what + " of " + std::to_string(found) + " " + parts +
                                        ", but the config has " + std::to_string(expected));
}

}  // namespace

Index Parameter::size() const {
  Index size = 1;
  for (const Index dimension : shape) size *= dimension;
  return size;
}

ModelWeights ModelWeights::zeros(const ModelConfig& config) {
  ModelWeights w = withLayers(config);
  forEachParameter(config, w, SetZero());
  return w;
}

LayerWeights LayerWeights::zeros(const ModelConfig& config, StackKind kind, std::size_t layer) {
  LayerWeights w;
  if (kWithVariants) w.mixture.experts.resize(static_cast<std::size_t>(config.experts));
  forEachParameterOfLayer(config, kind, layer, w, SetZero());
  return w;
}

EmbeddingWeights EmbeddingWeights::zeros(const ModelConfig& config) {
  EmbeddingWeights w;
  const SetZero visit;
  detail::visitEmbedding(config, w, visit);
  return w;
}

MaskedWordWeights MaskedWordWeights::zeros(const ModelConfig& config) {
  MaskedWordWeights w;
  const SetZero visit;
  detail::visitHead(config, w, visit);
  return w;
}

Index parameterCount(const ModelConfig& config) {
  ModelWeights empty = withLayers(config);
  Index count = 0;
  forEachParameter(config, empty,
                   [&](const Parameter& parameter, const auto&) { count += parameter.size(); });
  return count;
}

ModelWeights withLayers(const ModelConfig& config) {
  ModelWeights w;
  w.layers.resize(static_cast<std::size_t>(config.layers));
  if (!kWithVariants) return w;
  w.decoder.layers.resize(static_cast<std::size_t>(config.decoderLayers));
  for (StackWeights* stack : {static_cast<StackWeights*>(&w), &w.decoder})
    for (LayerWeights& layer : stack->layers)
      layer.mixture.experts.resize(static_cast<std::size_t>(config.experts));
  return w;
}

ModelWeights zerosBesideLayers(const ModelConfig& config) {
  ModelWeights w;
  forEachParameter(config, w, SetZero());
  return w;
}

void checkShapes(const ModelConfig& config, const ModelWeights& weights, const std::string& what) {
  checkLayers(what, "layers", weights.layers.size(), config.layers);
  if (kWithVariants) {
    checkLayers(what, "decoder layers", weights.decoder.layers.size(), config.decoderLayers);
    const auto checkExperts = [&](const auto& layers) {
      for (const auto& layer : layers)
        checkLayers(what, "experts in a layer", layer.mixture.experts.size(), config.experts);
    };
    checkExperts(weights.layers);
    checkExperts(weights.decoder.layers);
  }
  forEachParameter(config, weights, [&](const Parameter& parameter, const auto& field) {
    if (parameter.size() == 0 && !mustBeEmpty(config, parameter)) return;
    const std::vector<Index> shape = shapeOfField(field);
    if (shape != parameter.shape || !packedFits(field))
      refuse(ErrorCode::kTensorShape, what + " whose " + parameter.name + " is " +
                                          shapeText(shape) + ", but the config implies " +
                                          shapeText(parameter.shape));
  });
}

std::vector<TensorToWrite> tensorsToWrite(const ModelWeights& weights, Dtype dtype,
                                          const std::string& prefix) {
  std::vector<TensorToWrite> tensors;
  forEachParameter(weights, [&](const std::string& name, const auto& tensor) {
    append(prefix + name, tensor, dtype, tensors);
  });
  return tensors;
}

ModelWeights initialWeights(const ModelConfig& config, std::uint64_t seed, double deviation) {
  ModelWeights weights = ModelWeights::zeros(config);
  forEachParameter(config, weights, Initialise(seed, deviation));
  return weights;
}

}  // namespace fovea
