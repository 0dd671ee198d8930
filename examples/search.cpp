// search FOLDER PARAGRAPHS QUERY: prints the paragraphs, one on each line of a file, that are
// nearest to a query. FOLDER is a sentence encoder as people publish them.
#include <fovea/answers.h>
#include <fovea/model_file.h>

#include <algorithm>
#include <exception>
#include <fstream>
#include <iostream>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

/// A vector of length 1 for each text. Texts are laid end to end: a short one takes no room of a
/// long one.
fovea::Matrix embed(const fovea::Model& model, const std::vector<std::string>& texts) {
  constexpr std::size_t kBatch = 32;
  fovea::Matrix vectors(static_cast<fovea::Index>(texts.size()), model.encoder.config().dModel);
  for (std::size_t begin = 0; begin < texts.size(); begin += kBatch) {
    fovea::TokenIds ids;
    fovea::ForwardOptions options;
    options.capture = fovea::Capture::kNone;
    std::vector<fovea::Index> lengths;
    const std::size_t end = std::min(begin + kBatch, texts.size());
    for (std::size_t i = begin; i < end; ++i) {
      const fovea::Tokens tokens = model.tokenizer.encode(texts[i]);
      for (const fovea::Token& token : tokens.tokens) {
        ids.push_back(token.id);
        options.tokenTypes.push_back(token.type);
      }
      lengths.push_back(static_cast<fovea::Index>(tokens.tokens.size()));
    }
    fovea::EncoderActivations pass;
    model.encoder.forward(ids, fovea::Sequences(lengths), pass, options);
    const fovea::SentencePooling how =
        model.answers ? model.answers->sentence : fovea::SentencePooling();
    vectors.middleRows(static_cast<fovea::Index>(begin), static_cast<fovea::Index>(end - begin)) =
        fovea::sentenceVectors(how, model.encoder.output(pass), pass.sequences);
  }
  vectors.rowwise().normalize();
  return vectors;
}

std::vector<std::string> linesOf(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + " cannot be read");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "usage: search FOLDER PARAGRAPHS QUERY\n";
    return 2;
  }
  try {
    const fovea::Model model = fovea::readModel(argv[1]);
    const std::vector<std::string> paragraphs = linesOf(argv[2]);
    const fovea::Matrix vectors = embed(model, paragraphs);
    const fovea::Matrix query = embed(model, {argv[3]});
    const fovea::Matrix cosines = vectors * query.transpose();

    std::vector<std::size_t> order(paragraphs.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto shown = static_cast<std::ptrdiff_t>(std::min<std::size_t>(5, order.size()));
    std::partial_sort(order.begin(), order.begin() + shown, order.end(),
                      [&](std::size_t a, std::size_t b) {
                        return cosines(static_cast<fovea::Index>(a), 0) >
                               cosines(static_cast<fovea::Index>(b), 0);
                      });
    for (auto place = order.begin(); place != order.begin() + shown; ++place)
      std::cout << cosines(static_cast<fovea::Index>(*place), 0) << "  " << paragraphs[*place]
                << '\n';
  } catch (const std::exception& error) {
    std::cerr << "search: " << error.what() << '\n';
    return 1;
  }
}
