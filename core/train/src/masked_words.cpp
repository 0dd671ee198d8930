#include "fovea/train/masked_words.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "corpus_data.h"
#include "text_lines.h"

namespace fovea {
namespace {

constexpr std::size_t kPasses = 4;

Index rankOf(const Matrix& logits, Index row, Index target) {
  return (logits.row(row).array() > logits(row, target)).count();
}

// Sums in the places of the means.
void addPrediction(const Matrix& logits, Index row, Index target, MaskedWordScore& sums) {
  const auto largest = static_cast<double>(logits.row(row).maxCoeff());
  const double exponentials = (logits.row(row).cast<double>().array() - largest).exp().sum();
  const Index rank = rankOf(logits, row, target);
  sums.words += 1;
  sums.nll += std::log(exponentials) + largest - static_cast<double>(logits(row, target));
  sums.top1 += rank < 1;
  sums.top5 += rank < 5;
}

MaskedWordScore means(MaskedWordScore sums) {
  for (double* sum : {&sums.nll, &sums.top1, &sums.top5})
    *sum /= std::max(1.0, static_cast<double>(sums.words));
  return sums;
}

bool continues(const Token& token) { return token.piece.rfind("##", 0) == 0; }

}  // namespace

MaskedWordScore maskedWordScore(const Matrix& logits, const std::vector<Index>& rows,
                                const TokenIds& targets) {
  MaskedWordScore sums;
  for (std::size_t i = 0; i < rows.size(); ++i) addPrediction(logits, rows[i], targets[i], sums);
  return means(sums);
}

MaskedWordScore everyFourthMasked(const Encoder& encoder, const Tokenizer& tokenizer,
                                  const std::vector<std::string>& texts) {
  const std::int32_t mask = tokenizer.vocabulary().id("[MASK]");
  EncoderActivations activations;
  MaskedWordScore sums;
  for (const std::string& text : texts) {
    const Tokens tokens = tokenizer.encode(text);
    for (std::size_t pass = 0; pass < kPasses; ++pass) {
      TokenIds ids = tokens.ids();
      std::vector<std::size_t> masked;
      for (std::size_t i = pass; i < ids.size(); i += kPasses) {
        const Token& token = tokens.tokens[i];
        if (token.begin == token.end) continue;
        masked.push_back(i);
        ids[i] = mask;
      }
      if (masked.empty()) continue;
      encoder.forward(ids, activations);
      encoder.predict(activations);
      for (const std::size_t i : masked)
        addPrediction(activations.maskedWord.logits, static_cast<Index>(i), tokens.tokens[i].id,
                      sums);
    }
  }
  return means(sums);
}

WordCut wordCut(const Tokenizer& tokenizer, const std::string& text) {
  const std::vector<Token> tokens = tokenizer.encode(text).tokens;
  const std::int32_t unknown = tokenizer.vocabulary().unknownId();
  WordCut cut;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    const bool begins = token.begin < token.end && !continues(token) &&
                        std::isalnum(static_cast<unsigned char>(text[token.begin])) != 0;
    if (!begins) continue;
    cut.words += 1;
    cut.inPieces += token.id == unknown || (i + 1 < tokens.size() && continues(tokens[i + 1]));
  }
  return cut;
}

std::vector<std::string> everydaySentences() { return dataLines(kEverydaySentencesText); }

}  // namespace fovea
