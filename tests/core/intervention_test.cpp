#include "fovea/intervention.h"

#include <limits>
#include <map>

#include "catch2.h"
#include "fovea/encoder.h"
#include "fovea/trace.h"
#include "model_error.h"
#include "samples.h"

using namespace fovea;
using namespace fovea::test;

namespace {

const TokenIds kIds = {3, 7, 1};
using Trace = std::vector<std::pair<std::string, std::vector<Scalar>>>;

ModelConfig withEveryPart(NormOrder order) {
  ModelConfig config = smallConfig();
  config.normOrder = order;
  config.embeddingNorm = true;
  config.maskedWordHead = true;
  return config;
}

EncoderActivations run(const Encoder& encoder, const std::vector<Intervention>& interventions = {},
                       const TokenIds& ids = kIds) {
  const ForwardOptions options{Capture::kAllLayers, {}, std::nullopt, interventions};
  EncoderActivations activations;
  encoder.forward(ids, activations, options);
  if (encoder.config().maskedWordHead) encoder.predict(activations, options);
  return activations;
}

Trace traceOf(const Encoder& encoder, const EncoderActivations& activations) {
  Trace trace;
  forEachTensor(encoder, activations, [&](const TraceTensor& tensor) {
    if (tensor.values == nullptr) return;
    Index size = 1;
    for (const Axis& axis : tensor.axes) size *= axis.size;
    trace.emplace_back(tensor.name, std::vector<Scalar>(tensor.values, tensor.values + size));
  });
  return trace;
}

std::vector<Scalar> valuesOf(const Trace& trace, const std::string& name) {
  for (const auto& [each, values] : trace)
    if (each == name) return values;
  FAIL("no tensor " << name);
  return {};
}

// The last hidden state has two names where no final norm follows the layers.
bool isStatisticOf(const std::string& name, const std::string& norm) {
  return name == norm + ".mean" || name == norm + ".rstd";
}

std::string roundTrip(const std::string& text) { return toText(parseRegion(text)); }

}  // namespace

TEST_CASE("a region is read and written", "[intervention]") {
  const Region region = parseRegion("layers.2.attention.weights[2, 7:9,:]");
  CHECK(region.tensor == "layers.2.attention.weights");
  REQUIRE(region.ranges.size() == 3);
  CHECK(region.ranges[0].begin == 2);
  CHECK(region.ranges[0].end == 3);
  CHECK(region.ranges[1].begin == 7);
  CHECK(region.ranges[1].end == 9);
  CHECK(region.ranges[2].begin == 0);
  CHECK_FALSE(region.ranges[2].end.has_value());
  for (const char* text : {"output", "output[0,:]", "logits[1:4,2:]", "x.mean[:3]"})
    CHECK(roundTrip(text) == text);
}

TEST_CASE("text that is no region or change is refused with what would be right",
          "[intervention]") {
  const auto refused = [](const std::string& text, const std::string& message) {
    checkError(ErrorCode::kInvalidInput, message, [&] { parseIntervention(text); });
  };
  refused("output", "written as REGION=VALUE, REGION*=VALUE or REGION+=VALUE");
  refused("=3", "written as REGION=VALUE");
  refused("[1]=3", "must begin with a tensor's name");
  refused("output[1=3", "must end with ]");
  refused("output[1]x=3", "must end with ]");
  refused("output[]=3", "\"\" is not an index; write a whole number from 0, a range such as 2:5");
  refused("output[-1]=3", "\"-1\" is not an index");
  refused("output[1:b]=3", "\"b\" is not an index");
  refused("output[12345678901]=3", "\"12345678901\" is not an index");
  refused("output=", "\"\" is not a number");
  refused("output=1,two", "\"two\" is not a number");
}

TEST_CASE("a change is read with its operation and values", "[intervention]") {
  const Intervention set = parseIntervention("layers.0.attention.scores[0,1,2]=-inf");
  CHECK(set.operation == Operation::kSet);
  CHECK(set.values == std::vector<Scalar>{-std::numeric_limits<Scalar>::infinity()});
  const Intervention scale = parseIntervention("output[0,:2]*=-0.5");
  CHECK(scale.operation == Operation::kScale);
  CHECK(toText(scale.region) == "output[0,:2]");
  const Intervention add = parseIntervention("output[0,1:3] += 1, 2e1");
  CHECK(add.operation == Operation::kAdd);
  CHECK(add.region.tensor == "output");
  CHECK(add.values == std::vector<Scalar>{1, 20});
}

TEST_CASE("interventions that cannot be made are refused with what would be right",
          "[intervention]") {
  const Encoder encoder(smallConfig(), randomWeights(smallConfig(), 1));
  const auto refused = [&](const std::string& text, const std::string& message) {
    INFO(text);
    checkError(ErrorCode::kInvalidInput, message, [&] { run(encoder, {parseIntervention(text)}); });
  };
  refused("layers.0.attention.weight=0", "no such tensor in this pass, which has embedding.tokens");
  refused("layers.2.attention.weights=0",
          "layers.{l}.attention.weights, layers.{l}.attention.heads");
  refused("layers.2.attention.weights=0", "with l from 0 to 1");
  refused("logits=0", "no such tensor");
  refused("tokens.ids=0", "it is the input; encode other ids instead");
  refused("layers.0.attention.weights[0,1]=0",
          "the region has 2 axes, but the tensor is head 2 × query 3 × key 3");
  refused("layers.0.attention.weights[2,1,1]=0",
          "the axis head has indices 0 to 1, so 2:3 is out of range");
  refused("output[1:1,:]=0", "1:1 is out of range");
  refused("output[:,4:9]=0", "the axis model has indices 0 to 7");
  refused("output[0,:3]=1,2", "there are 2 values for 3 cells; give one value, or one for each");
  refused("output=inf", "must be finite");
  refused("output=-inf", "must be finite");
  refused("layers.0.attention.scores*=-inf", "must be finite");
  refused("layers.0.attention.scores=nan", "must be finite, or -inf to forbid a key");

  const std::vector<Intervention> any = {parseIntervention("output=0")};
  EncoderActivations activations;
  const auto needsCapture = [&](auto&& call) {
    checkError(ErrorCode::kInvalidInput, "one sequence that captures all layers", call);
  };
  needsCapture([&] {
    encoder.forward(kIds, activations, {Capture::kNone, {}, std::nullopt, any});
  });
  needsCapture([&] {
    encoder.forward(kIds, Sequences({2, 1}), activations,
                    {Capture::kAllLayers, {}, std::nullopt, any});
  });
}

TEST_CASE("values of another pass are refused where it lacks them", "[intervention]") {
  const Encoder encoder(smallConfig(), randomWeights(smallConfig(), 1));
  const EncoderActivations other = run(encoder, {}, {1, 2});
  const auto refused = [&](const Intervention& intervention, const std::string& message) {
    checkError(ErrorCode::kInvalidInput, message, [&] { run(encoder, {intervention}); });
  };
  refused({parseRegion("output[2,:]"), Operation::kSet, {}, &other},
          "the axis token has indices 0 to 1");
  refused({parseRegion("output[1,:]"), Operation::kSet, {1}, &other}, "give only one");
  const EncoderActivations empty;
  refused({parseRegion("output"), Operation::kSet, {}, &empty},
          "the other pass has no such tensor");
  EncoderActivations itself;
  checkError(ErrorCode::kInvalidInput, "from this same pass", [&] {
    encoder.forward(kIds, itself,
                    {Capture::kAllLayers,
                     {},
                     std::nullopt,
                     {{parseRegion("output"), Operation::kSet, {}, &itself}}});
  });
}

TEST_CASE("a tensor alone is as good as the pass that it is of", "[intervention]") {
  const Encoder encoder(smallConfig(), randomWeights(smallConfig(), 1));
  const EncoderActivations other = run(encoder, {}, {1, 2});
  const Region region = parseRegion("layers.0.attention.heads[:2,3:]");
  const Matrix& heads = other.layer(0).attention.heads;
  Intervention alone{region};
  alone.fromTensor =
      TensorValues{{heads.rows(), heads.cols()}, {heads.data(), heads.data() + heads.size()}};
  const EncoderActivations expected = run(encoder, {{region, Operation::kSet, {}, &other}});
  CHECK(encoder.output(run(encoder, {alone})) == encoder.output(expected));
  CHECK(encoder.output(run(encoder)) != encoder.output(expected));

  const auto refused = [&](const TensorValues& tensor, const std::string& message) {
    alone.fromTensor = tensor;
    checkError(ErrorCode::kInvalidInput, message, [&] { run(encoder, {alone}); });
  };
  refused({{2, 7}, std::vector<Scalar>(14)},
          "the other pass's tensor is 2 × 7, but here it is token 3 × model 8");
  refused({{2, 8}, std::vector<Scalar>(15)}, "the other pass's tensor is 2 × 8");
  refused({{16}, std::vector<Scalar>(16)}, "the other pass's tensor is 16, but here");
  refused({{1, 8}, std::vector<Scalar>(8)}, "the other pass's tensor is token 1 × model 8");
}

TEST_CASE("a tensor set to what it is changes no bit", "[intervention]") {
  const ModelConfig config = withEveryPart(GENERATE(NormOrder::kPost, NormOrder::kPre));
  const Encoder encoder(config, randomWeights(config, 7));
  const EncoderActivations plain = run(encoder);
  const Trace expected = traceOf(encoder, plain);
  for (const auto& [name, values] : expected) {
    INFO(name);
    CHECK(traceOf(encoder, run(encoder, {{{name}, Operation::kSet, {}, &plain}})) == expected);
    CHECK(traceOf(encoder, run(encoder, {{{name}, Operation::kSet, values}})) == expected);
  }
}

TEST_CASE("what comes before a change keeps its bits, what comes after reads it",
          "[intervention]") {
  ModelConfig config = withEveryPart(NormOrder::kPost);
  config.embeddingNorm = false;  // then the trace is in the order of the stages but for the norms
  const Encoder encoder(config, randomWeights(config, 7));
  const Trace plain = traceOf(encoder, run(encoder));
  for (std::size_t at = 0; at < plain.size(); ++at) {
    const auto& [name, values] = plain[at];
    INFO(name);
    const Trace changed =
        traceOf(encoder, run(encoder, {{{name}, Operation::kAdd, {Scalar(0.5)}}}));
    REQUIRE(changed.size() == plain.size());
    for (std::size_t i = 0; i < at; ++i) {
      const std::string& earlier = plain[i].first;
      const bool same = plain[i] == changed[i];
      const bool reads = isStatisticOf(name, earlier) || name == "output";
      INFO(earlier);
      CHECK((same || reads));
    }
    std::vector<Scalar> expected = values;
    for (Scalar& value : expected) value += Scalar(0.5);
    CHECK(changed[at].second == expected);
    const bool isLast = name == "logits" || name == "prediction.norm.mean";
    // A shift of all scores, or of a row before its norm, is one that the next stage takes away.
    const bool isLost =
        name.find(".scores") != std::string::npos || name.find(".residual") != std::string::npos ||
        name.find("feedForward.output") != std::string::npos ||
        name.find("attention.output") != std::string::npos || name == "prediction.activated";
    if (!isLast && !isLost) CHECK(changed.back().second != plain.back().second);
  }
}

TEST_CASE("what a variant or a structure computes beside is changed, and then read",
          "[intervention]") {
  struct Case {
    std::string structure;
    std::string read;  ///< a cell that the rest of the pass reads
    void (*vary)(ModelConfig&);
  };
  const Case each =
      GENERATE(Case{"", "layers.0.attention.biases[1,2,0]",
                    [](ModelConfig& config) { config.positions = PositionEmbedding::kAlibi; }},
               Case{"", "layers.0.attention.biases[0,1,2]",
                    [](ModelConfig& config) {
                      config.positions = PositionEmbedding::kAbsolute;
                      config.relativeBuckets = kRelativeBuckets;
                    }},
               Case{"", "layers.0.attention.key.rotated[0,5]",
                    [](ModelConfig& config) { config.positions = PositionEmbedding::kRotary; }},
               Case{"", "layers.0.attention.query.rotated[2,5]",
                    [](ModelConfig& config) { config.positions = PositionEmbedding::kRotary; }},
               Case{"", "layers.0.feedForward.probabilities[1,2]",
                    [](ModelConfig& config) { config.experts = 3, config.expertsPerToken = 2; }},
               Case{"layer@0=off", "layers.0.feedForward.norm[1,3]", [](ModelConfig&) {}});
  INFO(each.read);
  ModelConfig config = smallConfig();
  each.vary(config);
  const Encoder encoder(config, randomWeights(config, 7));
  const auto runWith = [&](const std::vector<Intervention>& interventions) {
    EncoderActivations activations;
    encoder.forward(
        kIds, activations,
        {Capture::kAllLayers, {}, parseStructure(each.structure, config), interventions});
    return traceOf(encoder, activations);
  };
  const Trace plain = runWith({});
  for (const auto& [name, values] : plain) {
    INFO(name);
    std::vector<Scalar> expected = values;
    for (Scalar& value : expected) value += Scalar(0.5);
    CHECK(valuesOf(runWith({{{name}, Operation::kAdd, {Scalar(0.5)}}}), name) == expected);
  }
  const Trace changed = runWith({parseIntervention(each.read + "+=0.5")});
  CHECK(valuesOf(changed, "output") != valuesOf(plain, "output"));
}

TEST_CASE("each operation changes its region and nothing else of the tensor", "[intervention]") {
  const ModelConfig config = smallConfig();
  const Encoder encoder(config, randomWeights(config, 7));
  const std::string name = "layers.1.attention.weights";
  const std::vector<Scalar> before = valuesOf(traceOf(encoder, run(encoder)), name);
  const auto after = [&](const std::string& change) {
    return valuesOf(traceOf(encoder, run(encoder, {parseIntervention(name + change)})), name);
  };
  // 2 heads × 3 queries × 3 keys: head 1, queries 1 and 2, key 0 are the cells 12 and 15.
  std::vector<Scalar> expected = before;
  expected[12] = expected[15] = Scalar(0.25);
  CHECK(after("[1,1:,0]=0.25") == expected);
  expected[12] = Scalar(0.5);
  CHECK(after("[1,1:3,0]=0.5,0.25") == expected);
  expected[12] = before[12] * 3;
  expected[15] = before[15] * 3;
  CHECK(after("[1,1:,:1]*=3") == expected);
  expected[12] = before[12] + Scalar(0.125);
  expected[15] = before[15] + Scalar(0.125);
  CHECK(after("[1,1:,0]+=0.125") == expected);

  const EncoderActivations other = run(encoder, {}, {2, 2, 9, 4});
  const auto taken = attentionMatrix(other.layer(1).attention.weights, Sequences({4}), 2, 0, 1);
  const Intervention take{parseRegion(name + "[1,1:,0]"), Operation::kSet, {}, &other};
  expected[12] = taken(1, 0);
  expected[15] = taken(2, 0);
  CHECK(valuesOf(traceOf(encoder, run(encoder, {take})), name) == expected);
}

TEST_CASE("interventions on one tensor are made in their order", "[intervention]") {
  const Encoder encoder(smallConfig(), randomWeights(smallConfig(), 7));
  const auto output = valuesOf(
      traceOf(encoder, run(encoder, {parseIntervention("output=2"), parseIntervention("output+=1"),
                                     parseIntervention("output*=5")})),
      "output");
  CHECK(output == std::vector<Scalar>(output.size(), 15));
}

TEST_CASE("a score of minus infinity forbids a key", "[intervention]") {
  const Encoder encoder(smallConfig(), randomWeights(smallConfig(), 7));
  const EncoderActivations a =
      run(encoder, {parseIntervention("layers.0.attention.scores[:,:,2]=-inf")});
  EncoderActivations masked;
  encoder.forward(kIds, masked, {Capture::kAllLayers, {false, {1, 1, 0}}});
  CHECK(a.layer(0).attention.weights == masked.layer(0).attention.weights);
}
