#include <nlohmann/json.hpp>

#include "catch2.h"
#include "closeness.h"
#include "fixture.h"
#include "fovea/cross_entropy.h"
#include "fovea/decoding.h"
#include "fovea/model_file.h"
#include "fovea/parameters.h"
#include "structure_fixture.h"

// Decoders with the parts of Llama, Mixtral and T5, against PyTorch and against themselves. The
// docstring of tests/tools/decoder_variant_fixtures.py says what the fixture holds.
using namespace fovea;
using namespace fovea::test;

namespace {

std::vector<std::string> decodersOf(const Fixture& fixture) {
  return nlohmann::json::parse(fixture.metadata().at("models")).get<std::vector<std::string>>();
}

Vocabulary nineLetters() { return Vocabulary("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\nc\nd"); }

auto addTo(Tensors& tensors) {
  return [&tensors](const TraceTensor& tensor) {
    if (tensor.ids != nullptr) return;
    Index size = 1;
    for (const Axis& axis : tensor.axes) size *= axis.size;
    tensors[tensor.name] = Eigen::Map<const RowVector>(tensor.values, size);
  };
}

/// A pass through encoder, where there is one, and decoder, in a structure.
struct WholePass {
  WholePass(const Encoder& encoder, const TokenIds& sourceIds, const TokenIds& ids,
            const std::string& text, Capture capture = Capture::kAllLayers)
      : model(encoder), decoder(model), structure(parseStructure(text, asDecoder(model.config()))) {
    if (decoder.hasMemory())
      model.forward(sourceIds, source, {capture, {}, parseStructure(text, model.config())});
    DecoderOptions options;
    options.capture = capture;
    options.structure = structure;
    decoder.forward(ids, from(), target, options);
  }

  const EncoderActivations* from() const { return decoder.hasMemory() ? &source : nullptr; }

  /// Every tensor and gradient of a loss at one token.
  Tensors tensors(const TokenIds& loss) const {
    Tensors all;
    Matrix dLogits = Matrix::Zero(target.logits.rows(), target.logits.cols());
    Matrix dRow;
    crossEntropy(target.logits.middleRows(loss[0], 1), {loss[1]}, 1, dRow);
    dLogits.row(loss[0]) = dRow;
    DecoderActivations dTarget;
    EncoderActivations dSource;
    ModelWeights gradient = ModelWeights::zeros(model.config());
    Matrix dMemory;
    decoder.backward(target, from(), dLogits, dTarget, gradient, dMemory);
    if (decoder.hasMemory()) {
      model.backward(source, dMemory, dSource, gradient);
      forEachTensor(model, source, addTo(all));
      forEachGradient(model, dSource, addTo(all));
    }
    forEachTensor(decoder, target, addTo(all));
    forEachGradient(decoder, dTarget, addTo(all));
    forEachParameter(gradient, [&](const std::string& name, const auto& tensor) {
      all["g." + name] = Eigen::Map<const RowVector>(tensor.data(), tensor.size());
    });
    return all;
  }

  const Encoder& model;
  Decoder decoder;
  Structure structure;
  EncoderActivations source;
  DecoderActivations target;
};

/// visit(traced model, structure) for every model of the fixture in every one of its structures.
template <typename Visit>
void forEachDecoder(const Fixture& fixture, Visit&& visit) {
  for (const std::string& name : decodersOf(fixture)) {
    const TracedModel model(fixture, name);
    for (const std::string& text : model.strings("projected")) {
      INFO(name << " run with " << text);
      visit(model, text);
    }
  }
}

}  // namespace

TEST_CASE("every tensor and gradient of a decoder's variant is PyTorch's",
          "[decoder][variants][fixture]") {
  const Fixture fixture("decoder_variants");
  const RowVector direction = fixture.row("direction");
  CHECK(decodersOf(fixture).size() == 4);
  for (const std::string& name : decodersOf(fixture)) {
    const TracedModel model(fixture, name);
    const std::vector<std::string> structures = model.strings("projected");
    const Matrix expected = model.matrix("projected");
    for (std::size_t i = 0; i < structures.size(); ++i) {
      INFO(name << " run with " << structures[i]);
      const WholePass pass(model.encoder(), model.ids("source"), model.ids(), structures[i]);
      checkProjections(pass.tensors(model.ids("loss")), model.strings("columns"),
                       expected.row(static_cast<Index>(i)), direction);
    }
  }
}

TEST_CASE("a decoder's variant computes the same with the cache, and where nothing is captured",
          "[decoder][variants][decoding]") {
  const Fixture fixture("decoder_variants");
  forEachDecoder(fixture, [](const TracedModel& model, const std::string& text) {
    const TokenIds ids = model.ids();
    const WholePass whole(model.encoder(), model.ids("source"), ids, text);
    const WholePass none(model.encoder(), model.ids("source"), ids, text, Capture::kNone);
    CHECK(relativeError(none.target.logits, whole.target.logits) < 1e-5);
    Decoding decoding(whole.decoder, whole.from(), whole.structure);
    const Scalar* const room = decoding.layers()[0].attention.key.data();
    for (std::size_t i = 0; i < ids.size(); ++i)
      CHECK(relativeError(decoding.next(ids[i]), whole.target.logits.row(static_cast<Index>(i))) <
            1e-5);
    const auto rows = static_cast<Index>(ids.size());
    const AttentionActivations& cache = decoding.layers()[0].attention;
    const AttentionActivations& all = whole.target.layer(0).attention;
    CHECK(cache.key.cols() == model.encoder().config().dKv());
    CHECK(cache.key.data() == room);  // none of the steps had to make room
    CHECK(cache.key.rows() == model.encoder().config().maxPositions);
    CHECK(relativeError(cache.key.topRows(rows), all.key) < 1e-5);
    CHECK(cache.rotatedKey.rows() == (isRotary(whole.structure.positions) ? cache.key.rows() : 0));
    if (isRotary(whole.structure.positions))
      CHECK(relativeError(cache.rotatedKey.topRows(rows), all.rotatedKey) < 1e-5);
  });
}

TEST_CASE("model files hold what a decoder's variant has of its own", "[decoder][model_file]") {
  const Fixture fixture("decoder_variants");
  for (const std::string& name : decodersOf(fixture)) {
    const TracedModel traced(fixture, name);
    const Encoder& model = traced.encoder();
    const WholePass expected(model, traced.ids("source"), traced.ids(), "");
    for (const auto& [dtype, tolerance] : {std::pair(Dtype::kF32, 1e-5), {Dtype::kI8, 0.2}}) {
      INFO(name << ", dtype " << static_cast<int>(dtype));
      const std::vector<std::uint8_t> bytes =
          writeModel(model.config(), model.weights(), nineLetters(), {}, dtype);
      const Model read = readModel(MemorySource(bytes));
      CHECK(toJson(read.encoder.config()) == toJson(model.config()));
      const WholePass actual(read.encoder, traced.ids("source"), traced.ids(), "");
      CHECK(relativeError(actual.target.logits, expected.target.logits) < tolerance);
    }
  }
}
