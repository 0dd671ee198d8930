#include "fovea/train/depth_study.h"

#include <cmath>
#include <numeric>

#include "fovea/error.h"
#include "fovea/parameters.h"
#include "fovea/random.h"

namespace fovea {
namespace {

void checkBetween(const char* what, Index value, Index low, Index high) {
  if (value < low || value > high)
    refuse(ErrorCode::kInvalidConfig, std::string(what) + " is " + std::to_string(value) +
                                          ", but must be from " + std::to_string(low) + " to " +
                                          std::to_string(high));
}

Matrix normalMatrix(Index rows, Index columns, double deviation, Random& random) {
  Matrix m(rows, columns);
  for (Scalar& x : m.reshaped<Eigen::RowMajor>())
    x = static_cast<Scalar>(deviation * random.normal());
  return m;
}

}  // namespace

ModelConfig configOf(const DepthStudyOptions& options) {
  checkBetween("depth", options.depth, 1, 128);
  checkBetween("the width", options.dModel, 1, 512);
  checkBetween("the number of tokens", options.tokens, 2, 128);
  ModelConfig config;
  config.layers = options.depth;
  config.dModel = options.dModel;
  config.heads = options.heads;
  config.dFf = 4 * options.dModel;
  config.vocabSize = options.tokens;
  config.maxPositions = options.tokens;
  const Structure structure = parseStructure(options.structure, config);
  if (structure.norm == NormOrder::kPre) config.normOrder = NormOrder::kPre;
  validate(config);
  return config;
}

LayerMeasures studyDepth(const DepthStudyOptions& options, std::uint64_t seed) {
  const ModelConfig config = configOf(options);
  Random random(~seed);  // other numbers than the weights are made of
  ModelWeights weights = initialWeights(config, seed, options.deviation);
  // N(0, 1) after the embedding's scale.
  const double deviation = 1.0 / std::sqrt(static_cast<double>(config.dModel));
  weights.embedding.tokens = normalMatrix(options.tokens, config.dModel, deviation, random);
  const Matrix direction = normalMatrix(options.tokens, config.dModel, 1, random);

  const Encoder encoder(config, std::move(weights));
  TokenIds ids(static_cast<std::size_t>(options.tokens));
  std::iota(ids.begin(), ids.end(), 0);
  ForwardOptions forward;
  forward.structure = parseStructure(options.structure, config);
  EncoderActivations activations;
  EncoderActivations dActivations;
  encoder.forward(ids, activations, forward);
  ModelWeights gradient = ModelWeights::zeros(config);
  encoder.backward(activations, direction / direction.norm(), dActivations, gradient);
  return measureLayers(config, activations, dActivations, gradient);
}

}  // namespace fovea
