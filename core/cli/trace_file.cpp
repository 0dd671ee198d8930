#include "trace_file.h"

#include <cstring>
#include <map>
#include <utility>
#include <vector>

#include "fovea/safetensors.h"
#include "fovea/trace.h"
#include "fovea/version.h"
#include "output_file.h"

namespace fovea::cli {
namespace {

TensorToWrite toWrite(const TraceTensor& tensor) {
  TensorToWrite result{tensor.name, Dtype::kF32, {}, {}};
  std::size_t count = 1;
  for (const Axis& axis : tensor.axes) {
    result.shape.push_back(axis.size);
    count *= static_cast<std::size_t>(axis.size);
  }
  if (tensor.ids == nullptr) {
    result.data = fromFloat(tensor.values, count, Dtype::kF32);
  } else {
    result.dtype = Dtype::kI32;
    result.data.resize(count * sizeof *tensor.ids);
    std::memcpy(result.data.data(), tensor.ids, result.data.size());
  }
  return result;
}

std::map<std::string, std::string> metadataOf(const Encoder& encoder, const Tokens& tokens) {
  std::string words;
  for (const Token& token : tokens.tokens) words += (words.empty() ? "" : "\n") + token.piece;
  return {{"words", words}, {"config", toJson(encoder.config())}, {"version", FOVEA_VERSION}};
}

}  // namespace

void writeTrace(const std::string& path, const Encoder& encoder, const Tokens& tokens,
                const EncoderActivations& activations, const EncoderActivations* dActivations) {
  std::vector<TensorToWrite> tensors;
  const auto add = [&](const TraceTensor& tensor) { tensors.push_back(toWrite(tensor)); };
  forEachTensor(encoder, activations, add);
  if (dActivations != nullptr) forEachGradient(encoder, *dActivations, add);
  writeFile(path, writeSafetensors(std::move(tensors), metadataOf(encoder, tokens)));
}

void writeTrace(const std::string& path, const Model& model, const Tokens& source,
                const EncoderActivations* encoded, const DecoderActivations& decoded) {
  std::vector<TensorToWrite> tensors;
  const auto add = [&](const TraceTensor& tensor) { tensors.push_back(toWrite(tensor)); };
  if (encoded != nullptr) forEachTensor(model.encoder, *encoded, add);
  forEachTensor(Decoder(model.encoder), decoded, add);
  std::map<std::string, std::string> metadata = metadataOf(model.encoder, source);
  std::string& words = metadata["decoder_words"];
  for (const std::int32_t id : decoded.ids)
    words += (words.empty() ? "" : "\n") + model.tokenizer.vocabulary().piece(id);
  writeFile(path, writeSafetensors(std::move(tensors), metadata));
}

void writeTrace(const std::string& path, const Model& model, const std::string& question,
                const PictureActivations& activations) {
  std::vector<TensorToWrite> tensors;
  forEachTensor(PictureEncoder(model.encoder), activations,
                [&](const TraceTensor& tensor) { tensors.push_back(toWrite(tensor)); });
  const Tokens words{{{0, question, 0, 0}}};
  writeFile(path, writeSafetensors(std::move(tensors), metadataOf(model.encoder, words)));
}

}  // namespace fovea::cli
