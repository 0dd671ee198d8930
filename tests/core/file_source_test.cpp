#include "fovea/file_source.h"

#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <type_traits>

#include "catch2.h"
#include "fixture.h"
#include "fovea/model_file.h"
#include "fovea/trace.h"
#include "fovea/version.h"
#include "model_error.h"
#include "parts.h"
#include "samples.h"

using namespace fovea;
using namespace fovea::test;

namespace {

// A folder that is gone with the test.
struct Folder {
  // Of this object alone: other tests run at the same time.
  std::filesystem::path path = std::filesystem::temp_directory_path() /
                               ("fovea_file_source_test." + std::to_string(std::random_device()()));

  Folder() { std::filesystem::create_directories(path); }
  ~Folder() { std::filesystem::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::filesystem::path write(const char* name, const std::vector<std::uint8_t>& bytes) const {
    std::ofstream(path / name, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    return path / name;
  }
};

using Bytes = std::vector<std::uint8_t>;

Bytes bytesOf(const std::string& text) { return {text.begin(), text.end()}; }

const std::string kPieces = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\nc\nd\ne\nf\n";

Bytes modelBytes() {
  const ModelConfig config = smallConfig();
  return writeModel(config, randomWeights(config, 1), Vocabulary(kPieces), {}, Dtype::kF32);
}

Matrix outputOf(const Model& model) {
  EncoderActivations activations;
  model.encoder.forward({3, 4, 5}, activations);
  return model.encoder.output(activations);
}

}  // namespace

static_assert(!std::is_constructible_v<MemorySource, Bytes>,
              "the bytes of a temporary would be gone before they are read");

TEST_CASE("a model is read from a path", "[file]") {
  const Folder folder;
  const Bytes bytes = modelBytes();
  const std::filesystem::path path = folder.write("model.safetensors", bytes);
  CHECK(outputOf(readModel(path)) == outputOf(readModel(MemorySource(bytes))));
  CHECK(outputOf(readModel(path.string())) == outputOf(readModel(path)));
  CHECK(outputOf(readModel(folder.path)) == outputOf(readModel(path)));
}

TEST_CASE("a model without metadata is read with the config and the vocabulary beside it",
          "[file]") {
  const Folder folder;
  Parts parts = partsOf(modelBytes());
  const std::string config = parts.metadata["config"];
  parts.metadata.clear();
  const std::filesystem::path path = folder.write("bare.safetensors", parts.bytes());
  checkError(ErrorCode::kMissingConfig, path.string() + ": ", [&] { readModel(path); });
  folder.write("config.json", bytesOf(config));
  checkError(ErrorCode::kMissingVocabulary, "no vocab.txt beside it", [&] { readModel(path); });
  folder.write("vocab.txt", bytesOf(kPieces));
  const Bytes whole = modelBytes();
  CHECK(outputOf(readModel(path)) == outputOf(readModel(MemorySource(whole))));
  folder.write("config.json", bytesOf(R"({"model_type": "bert",)" + config.substr(1)));
  CHECK(outputOf(readModel(path)) == outputOf(readModel(MemorySource(whole))));
  CHECK(readModel(path).metadata.count("family") == 0);  // not as one that is published
}

TEST_CASE("what is wrong with a file is said with its path, once", "[file]") {
  const Folder folder;
  const auto startsWith = [](const std::string& path, auto&& call) {
    const std::string message = errorOf(call).what();
    INFO(message);
    CHECK(message.rfind(path + ": ", 0) == 0);
    CHECK(message.find(path, 1) == std::string::npos);
  };
  const std::string absent = (folder.path / "absent").string();
  checkError(ErrorCode::kUnreadableFile, "No such file", [&] { readModel(absent); });
  startsWith(absent, [&] { readModel(absent); });
  checkError(ErrorCode::kUnreadableFile, "this is a directory",
             [&] { FileSource(folder.path).size(); });
  checkError(ErrorCode::kMissingConfig, "there is no config.json in the folder",
             [&] { readModel(folder.path); });
  startsWith(folder.path.string(), [&] { readModel(folder.path); });
  folder.write("config.json", bytesOf(R"({"model_type": "bert"})"));
  checkError(ErrorCode::kUnreadableFile, "there is no model.safetensors",
             [&] { readModel(folder.path); });
  startsWith(folder.path.string(), [&] { readModel(folder.path); });
  std::filesystem::remove(folder.path / "config.json");
  const std::string empty = folder.write("empty", {}).string();
  checkError(ErrorCode::kFileTruncated, "the file is empty", [&] { readModel(empty); });
  startsWith(empty, [&] { readModel(empty); });

  const Bytes whole = modelBytes();
  const std::string cut = folder.write("cut", whole).string();
  const FileSource source(cut);
  std::filesystem::resize_file(cut, source.size() - 1);
  Bytes bytes(source.size());
  checkError(ErrorCode::kUnreadableFile, cut + ": the file was cut short",
             [&] { source.read(0, bytes.size(), bytes.data()); });
  source.read(0, 8, bytes.data());  // what is there can be read all the same
  CHECK(Bytes(bytes.begin(), bytes.begin() + 8) == Bytes(whole.begin(), whole.begin() + 8));

  Parts bare = partsOf(whole);
  bare.metadata.clear();
  const std::filesystem::path path = folder.write("bare.safetensors", bare.bytes());
  std::filesystem::create_directory(folder.path / "config.json");
  const std::string sidecar = (folder.path / "config.json").string();
  startsWith(sidecar, [&] { readModel(path); });
}

TEST_CASE("the attention weights of a head are one call away", "[trace]") {
  const Encoder encoder(smallConfig(), randomWeights(smallConfig(), 1));
  EncoderActivations a;
  encoder.forward({3, 4, 5, 6, 7}, Sequences({2, 3}), a);
  const auto weights = attentionWeights(a, 1, 1, 1);
  CHECK(weights == attentionMatrix(a.layer(1).attention.weights, a.sequences, 2, 1, 1));
  CHECK(weights.rows() == 3);
  CHECK(weights.cols() == 3);
  CHECK(attentionWeights(a, 0, 0).rows() == 2);

  constexpr ErrorCode kCode = ErrorCode::kInvalidInput;
  checkError(kCode, "there is no layer 2", [&] { attentionWeights(a, 2, 0); });
  checkError(kCode, "there is no head 2: the pass has 2", [&] { attentionWeights(a, 0, 2); });
  checkError(kCode, "there is no head -1", [&] { attentionWeights(a, 0, -1); });
  checkError(kCode, "there is no sequence 2", [&] { attentionWeights(a, 0, 0, 2); });
  checkError(kCode, "there is no sequence 0", [] {
    const EncoderActivations fresh;
    attentionWeights(fresh, 0, 0);
  });
  encoder.forward({3, 4}, a, {Capture::kNone});
  checkError(kCode, "hold no attention weights", [&] { attentionWeights(a, 0, 0); });
}

TEST_CASE("the library says its version", "[version]") {
  CHECK(std::string(version()) == FOVEA_VERSION);
  const std::string parts = std::to_string(FOVEA_VERSION_MAJOR) + "." +
                            std::to_string(FOVEA_VERSION_MINOR) + "." +
                            std::to_string(FOVEA_VERSION_PATCH);
  CHECK(parts == FOVEA_VERSION);
}
