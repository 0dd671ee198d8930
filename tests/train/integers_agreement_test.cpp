// How often the shipped model, whose file is I8, gives the same word in integers as in F32.

#include <algorithm>
#include <filesystem>
#include <string>

#include "catch2.h"
#include "fovea/model_file.h"
#include "fovea/train/masked_words.h"

#ifndef FOVEA_WITHOUT_INTEGERS

using namespace fovea;

namespace {

Model shippedAs(bool integers) {
  ModelOptions options;
  options.integers = integers;
  return readModel(std::filesystem::path(FOVEA_MODELS) / "fovea-demo.safetensors", options);
}

Matrix logitsOf(const Encoder& encoder, const TokenIds& ids) {
  EncoderActivations a;
  encoder.forward(ids, a, {Capture::kNone, {}});
  encoder.predict(a);
  return a.maskedWord.logits;
}

Index topOf(const Matrix& logits, Index row) {
  Index top = 0;
  logits.row(row).maxCoeff(&top);
  return top;
}

}  // namespace

TEST_CASE("in integers the shipped model's answers are alike") {
  const Model integers = shippedAs(true);
  const Model scalars = shippedAs(false);
  const std::int32_t mask = integers.tokenizer.vocabulary().id("[MASK]");
  Index asked = 0;
  Index alike = 0;
  double difference = 0;
  for (const std::string& text : everydaySentences()) {
    const TokenIds ids = integers.tokenizer.encode(text).ids();
    const auto n = static_cast<Index>(ids.size());
    for (Index first = 0; first < 4; ++first) {
      TokenIds hidden = ids;
      for (Index i = first; i < n; i += 4) hidden[static_cast<std::size_t>(i)] = mask;
      const Matrix a = logitsOf(integers.encoder, hidden);
      const Matrix b = logitsOf(scalars.encoder, hidden);
      difference = std::max(difference, static_cast<double>((a - b).cwiseAbs().maxCoeff()));
      for (Index i = first; i < n; i += 4, ++asked) alike += topOf(a, i) == topOf(b, i) ? 1 : 0;
    }
  }
  INFO(alike << " of " << asked << " alike, logits within " << difference);
  CHECK(asked > 1000);
  CHECK(static_cast<double>(alike) >= 0.999 * static_cast<double>(asked));
  CHECK(difference < 0.02);
  CHECK(difference > 0);
}

#endif
