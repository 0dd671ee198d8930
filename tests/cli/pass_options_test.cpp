#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "catch2.h"
#include "fovea/model_file.h"
#include "fovea/trace.h"
#include "made.h"

// `fovea encode` with --structure, --set, --gradients and --loss, on the shipped model.
using namespace fovea;
using namespace fovea::test;

namespace {

const std::string kText = "The animal didn't cross the street because it was too tired";

/// Name → shape and bytes.
struct Stored {
  std::vector<Index> shape;
  std::string bytes;
};
using Trace = std::map<std::string, Stored>;

Run encode(const Scratch& scratch, std::vector<std::string> more) {
  more.insert(more.begin(), {"encode", "--model", FOVEA_DEMO_MODEL, "--text", kText});
  return scratch.fovea(more);
}

Trace readTrace(const Scratch& scratch, const std::string& name) {
  const std::string text = scratch.read(name);
  const std::vector<std::uint8_t> bytes(text.begin(), text.end());
  Trace trace;
  for (const auto& [tensor, entry] : readSafetensors(MemorySource(bytes)).tensors)
    trace[tensor] = {entry.shape, text.substr(entry.offset, entry.bytes)};
  return trace;
}

Trace traceWith(const Scratch& scratch, std::vector<std::string> more) {
  more.insert(more.end(), {"--trace", scratch.path("t")});
  const Run run = encode(scratch, std::move(more));
  INFO(run.err);
  REQUIRE(run.exitCode == 0);
  return readTrace(scratch, "t");
}

std::vector<float> floats(const Trace& trace, const std::string& name) {
  const std::string& bytes = trace.at(name).bytes;
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

Model demoModel() {
  std::ifstream file(FOVEA_DEMO_MODEL, std::ios::binary);
  const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
  ModelOptions options;
  options.differentiable = true;
  return readModel(MemorySource(bytes), {}, options);
}

/// Checks that the file holds exactly these tensors, bit for bit.
void checkEqual(const Trace& actual, const Trace& expected) {
  CHECK(actual.size() == expected.size());
  for (const auto& [name, stored] : expected) {
    INFO(name);
    REQUIRE(actual.count(name) == 1);
    CHECK(actual.at(name).shape == stored.shape);
    CHECK(actual.at(name).bytes == stored.bytes);
  }
}

auto into(Trace& trace) {
  return [&trace](const TraceTensor& tensor) {
    Stored& stored = trace[tensor.name];
    std::size_t count = 1;
    for (const Axis& axis : tensor.axes) {
      stored.shape.push_back(axis.size);
      count *= static_cast<std::size_t>(axis.size);
    }
    const void* data = tensor.ids != nullptr ? static_cast<const void*>(tensor.ids)
                                             : static_cast<const void*>(tensor.values);
    stored.bytes.assign(static_cast<const char*>(data), count * 4);
  };
}

}  // namespace

TEST_CASE("encode runs the model with another structure", "[cli]") {
  const Scratch scratch;
  const Model model = demoModel();
  const std::string structure =
      GENERATE("norm=none,mask=causal,positions=off,activation=silu",
               "mask=causal,residual=0.5,scale@2=1.5,layer@1=off,heads@3=reshaped,output=off");
  EncoderActivations activations;
  model.encoder.forward(
      model.tokenizer.encode(kText).ids(), activations,
      {Capture::kAllLayers, {}, parseStructure(structure, model.encoder.config())});
  model.encoder.predict(activations);
  Trace expected;
  forEachTensor(model.encoder, activations, into(expected));
  const Trace trace = traceWith(scratch, {"--structure", structure});
  checkEqual(trace, expected);
  CHECK(trace.count("layers.0.attention.norm") == (contains(structure, "norm=none") ? 0 : 1));
  CHECK(floats(trace, "layers.0.attention.weights")[1] == 0);  // of the first token to the second
}

TEST_CASE("encode hides padding where the structure says so, and runs bugs forward only", "[cli]") {
  const Scratch scratch;
  const std::string text = "dog bites man [PAD] [PAD]";
  const auto row = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"encode", "--model", FOVEA_DEMO_MODEL, "--text", text, "--token",
                               "man", "--layer", "1", "--head", "2"});
    const Run run = scratch.fovea(more);
    INFO(run.err);
    CHECK(run.exitCode == 0);
    return run.out.substr(run.out.find("layer 1"));
  };
  CHECK_FALSE(contains(row({}), "[PAD] 0.000  [PAD] 0.000"));
  CHECK(contains(row({"--structure", "mask=padding"}), "[PAD] 0.000  [PAD] 0.000"));
  // Scores of some size overflow without the shift; NaN is printed as such.
  CHECK(contains(row({"--structure", "softmax=unshifted,scale=0.01"}), "dog nan  bites nan"));
  // Without a trace the attention runs in tiles; these cannot.
  const std::string columns = row({"--structure", "softmax=columns"});
  CHECK(columns != row({}));
  CHECK(columns == row({"--structure", "softmax=columns", "--trace", scratch.path("t")}));
  checkFails(encode(scratch, {"--structure", "heads@1=reshaped", "--gradients", "--loss",
                              "prediction:7=animal", "--trace", scratch.path("t")}),
             1, "heads=reshaped runs forward only");
}

TEST_CASE("encode writes the gradients of a prediction's loss beside the trace", "[cli]") {
  const Scratch scratch;
  const Model model = demoModel();
  EncoderActivations activations;
  model.encoder.forward(model.tokenizer.encode(kText).ids(), activations);
  model.encoder.predict(activations);
  EncoderActivations dActivations;
  ModelWeights gradient = ModelWeights::zeros(model.encoder.config());
  const std::int32_t animal = model.tokenizer.vocabulary().id("animal");
  model.encoder.backward(activations, PredictionLoss{7, animal}, dActivations, gradient);
  Trace expected;
  forEachTensor(model.encoder, activations, into(expected));
  forEachGradient(model.encoder, dActivations, into(expected));
  const Trace trace = traceWith(scratch, {"--gradients", "--loss", "prediction:7=animal"});
  checkEqual(trace, expected);
  for (const auto& [name, stored] : trace) {
    INFO(name);
    const bool hasGradient = name.rfind("grad.", 0) != 0 && name != "tokens.ids";
    if (hasGradient) CHECK(trace.at("grad." + name).shape == stored.shape);
  }
}

TEST_CASE("encode changes tensors on the way, and what is upstream stays bit for bit", "[cli]") {
  const Scratch scratch;
  const Trace plain = traceWith(scratch, {});
  const Trace changed =
      traceWith(scratch, {"--set", "layers.2.attention.weights[2,5,:]=0", "--set",
                          "layers.2.attention.weights[2,5,1]+=0.5", "--set=logits[:,3]*=2"});
  for (const auto& [name, stored] : plain) {
    INFO(name);
    const bool before = name.rfind("tokens", 0) == 0 || name.rfind("embedding", 0) == 0 ||
                        name.rfind("layers.0", 0) == 0 || name.rfind("layers.1", 0) == 0 ||
                        name == "layers.2.attention.query" || name == "layers.2.attention.key" ||
                        name == "layers.2.attention.value" || name == "layers.2.attention.scores";
    CHECK((changed.at(name).bytes == stored.bytes) == before);
  }
  constexpr std::size_t kTokens = 11;
  constexpr std::size_t kRow = (2 * kTokens + 5) * kTokens;
  std::vector<float> weights = floats(plain, "layers.2.attention.weights");
  std::fill_n(weights.begin() + kRow, kTokens, 0.0F);
  weights[kRow + 1] = 0.5F;
  CHECK(floats(changed, "layers.2.attention.weights") == weights);
}

TEST_CASE("what is printed is of the changed pass, without a trace too", "[cli]") {
  const Scratch scratch;
  const auto row = [&](std::vector<std::string> more) {
    more.insert(more.end(), {"--token", "it", "--layer", "1", "--head", "1"});
    const Run run = encode(scratch, std::move(more));
    INFO(run.err);
    CHECK(run.exitCode == 0);
    return run.out.substr(run.out.find("layer 1"));
  };
  const std::string plain = row({});
  CHECK(contains(plain, "animal"));
  CHECK_FALSE(contains(plain, "animal 0.250"));
  CHECK(contains(row({"--set", "layers.1.attention.weights[1,7,:]=0.25"}),
                 "the 0.250  animal 0.250"));
  const std::string causal = row({"--structure", "mask=causal"});
  CHECK(causal != plain);
  for (const char* later : {"was", "too", "tired"}) CHECK_FALSE(contains(causal, later));
}

TEST_CASE("a structure or a change that cannot be is refused with the reason", "[cli]") {
  const Scratch scratch;
  const auto refuses = [&](const char* option, const char* value, int code, const char* message) {
    checkFails(encode(scratch, {option, value}), code, message);
  };
  refuses("--structure", "norm=sideways", 1,
          "norm is \"sideways\", but must be one of post, pre, none");
  refuses("--structure", "norms=pre", 1,
          "there is no key \"norms\"; the keys are positions, norm, mask");
  refuses("--structure", "residual=normed", 1, "only with norm=pre");
  refuses("--structure", "scale@4=2", 1, "there is no layer \"4\"; the layers are 0 to 3");
  refuses("--structure", "scale=0", 1, "or a number from 1e-6 to 1e6");
  refuses("--set", "layers.2.attention.weights", 2, "REGION=VALUE");
  refuses("--set", "layers.2.attention.weights[2,x,:]=0", 2, "\"x\" is not an index");
  refuses("--set", "layers.2.attention.weights=low", 2, "\"low\" is not a number");
  refuses("--set", "layers.4.attention.weights=0", 1, "there is no such tensor in this pass");
  refuses("--set", "layers.2.attention.weights[8,0,0]=0", 1, "head 8 × query 11 × key 11");
  refuses("--set", "layers.2.attention.weights[0]=0", 1, "head 8 × query 11 × key 11");
  refuses("--set", "layers.2.attention.weights=nan", 1, "must be finite");
  checkFails(encode(scratch, {"--set", "output=0", "--gradients", "--loss", "prediction:7=animal",
                              "--trace", scratch.path("t")}),
             2, "--gradients and --set");
}

TEST_CASE("encode copies cells from the trace of another text", "[cli]") {
  const Scratch scratch;
  const std::string other = scratch.path("wide.safetensors");
  const auto traceOf = [&](const std::string& text) {
    const Run run =
        scratch.fovea({"encode", "--model", FOVEA_DEMO_MODEL, "--text", text, "--trace", other});
    INFO(run.err);
    REQUIRE(run.exitCode == 0);
    return readTrace(scratch, "wide.safetensors");
  };
  const Trace wide = traceOf("The animal didn't cross the street because it was too wide");
  const Trace plain = traceWith(scratch, {});
  // All that the first layer reads: from there on it is the other run.
  const Trace whole = traceWith(scratch, {"--patch", other + ":embedding.output"});
  CHECK(whole.at("embedding.tokens").bytes == plain.at("embedding.tokens").bytes);
  CHECK(whole.at("logits").bytes == wide.at("logits").bytes);
  CHECK(wide.at("logits").bytes != plain.at("logits").bytes);

  const std::string name = "layers.1.feedForward.norm";
  const Trace part = traceWith(scratch, {"--patch", other + ":" + name + "[7,:]", "--patch",
                                         other + ":layers.3.attention.scores[5,7,2:]"});
  constexpr std::size_t kRow = 128;
  std::vector<float> row = floats(plain, name);
  const std::vector<float> from = floats(wide, name);
  std::copy_n(from.begin() + 7 * kRow, kRow, row.begin() + 7 * kRow);
  CHECK(floats(part, name) == row);
  constexpr std::size_t kScores = (5 * 11 + 7) * 11;
  const auto score = [&](const Trace& trace, std::size_t key) {
    return floats(trace, "layers.3.attention.scores").at(kScores + key);
  };
  CHECK(score(part, 2) == score(wide, 2));
  CHECK(score(part, 1) != score(wide, 1));

  // A text of another length has cells of its own.
  traceOf("dog bites man");
  const auto refuses = [&](const std::string& patch, int code, const std::string& message) {
    checkFails(encode(scratch, {"--patch", patch}), code, message);
  };
  CHECK(encode(scratch, {"--patch", other + ":output[2,:]"}).exitCode == 0);
  refuses(other + ":output", 1, "so 0:11 is out of range; the other pass's tensor is token 3");
  refuses(other + ":output[7,:]", 1, "the other pass's tensor is token 3 × model 128");
  refuses(other + ":outputs[7,:]", 1, other + ": there is no tensor \"outputs\"");
  refuses(other + ":tokens.ids", 1, "tokens.ids");
  refuses(scratch.path("none") + ":output", 1, scratch.path("none"));
  refuses(scratch.write("text", "no safetensors at all") + ":output", 1, scratch.path("text"));
  refuses("output", 2, "must be FILE:NAME[REGION]");
  refuses(other + ":output[x]", 2, "\"x\" is not an index");
  checkFails(encode(scratch, {"--patch", other + ":output", "--gradients", "--loss",
                              "prediction:7=animal", "--trace", scratch.path("t")}),
             2, "--gradients and --patch");
  REQUIRE(
      scratch.fovea({"encode", "--model", madeModel(scratch), "--ids", "5,6,7", "--trace", other})
          .exitCode == 0);
  refuses(other + ":output[0,:]", 1,
          "the other pass's tensor is 3 × 32, but here it is token 11 × model 128");
}

TEST_CASE("gradients need a model with the masked-word head", "[cli]") {
  const Scratch scratch;
  const std::string config = scratch.write("headless.json", R"({"hidden_size": 8, "vocab_size": 12,
    "num_attention_heads": 2, "intermediate_size": 8, "num_hidden_layers": 1})");
  REQUIRE(scratch
              .fovea({"init", "--config", config, "--vocab", scratch.write("v.txt", kVocabulary),
                      "--out", scratch.path("m")})
              .exitCode == 0);
  checkFails(scratch.fovea({"encode", "--model", scratch.path("m"), "--ids", "5,6", "--gradients",
                            "--loss", "prediction:1=cat", "--trace", scratch.path("t")}),
             1, "the model has no masked-word head");
}

TEST_CASE("a loss that cannot be is refused with the reason", "[cli]") {
  const Scratch scratch;
  const auto withLoss = [&](const std::string& loss) {
    return encode(scratch, {"--gradients", "--loss", loss, "--trace", scratch.path("t")});
  };
  checkFails(withLoss("prediction:11=animal"), 1,
             "--loss prediction:11=animal: the token must be a whole number from 0 to 10");
  checkFails(withLoss("prediction:it=animal"), 1, "the token must be a whole number from 0 to 10");
  checkFails(withLoss("prediction:7=aminal"), 1, "the vocabulary has no piece \"aminal\"");
  checkFails(withLoss("output:7"), 1,
             "must be prediction:TOKEN=PIECE, for example prediction:8=animal");
  checkFails(encode(scratch, {"--loss", "prediction:7=animal", "--trace", "t"}), 2, "--gradients");
  checkFails(encode(scratch, {"--gradients", "--trace", "t"}), 2, "--loss");
  checkFails(encode(scratch, {"--gradients", "--loss", "prediction:7=animal"}), 2, "--trace");
}
