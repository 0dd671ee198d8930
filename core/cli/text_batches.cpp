#include "text_batches.h"

#include <iostream>
#include <stdexcept>
#include <string>

#include "files.h"
#include "text.h"
#include "texts_bar.h"

namespace fovea::cli {
namespace {

constexpr std::size_t kTexts = 32;     // in a batch
constexpr std::size_t kTokens = 4096;  // likewise, unless one text has more

class Batches {
 public:
  Batches(const Model& model, const TextInput& input, const std::function<void(TextBatch&)>& take)
      : model_(model),
        input_(input),
        take_(take),
        bar_(input.texts.empty() ? inputBytes() : static_cast<double>(input.texts.size())) {}

  /// `part`: how much of the whole it is, in texts or in bytes.
  void add(const std::string& text, double part) {
    Tokens tokens = input_.pair.empty() ? model_.tokenizer.encode(text)
                                        : model_.tokenizer.encode(text, input_.pair);
    if (tokens.tokens.empty())
      throw std::runtime_error(
          (input_.texts.empty() ? "line " : "text ") +
          grouped(static_cast<long long>(done_) + static_cast<long long>(batch_.texts.size()) + 1) +
          ": the text has no words to encode");
    dropped_ += tokens.dropped;
    const std::size_t count = tokens.tokens.size();
    if (!batch_.texts.empty() && (batch_.texts.size() == kTexts || tokens_ + count > kTokens))
      finish();
    part_ += part;
    batch_.texts.push_back(text);
    batch_.tokens.push_back(std::move(tokens));
    tokens_ += count;
  }

  void finish() {
    if (batch_.texts.empty()) return;
    TokenIds ids;
    ForwardOptions options;
    std::vector<Index> lengths;
    options.capture = Capture::kNone;
    for (const Tokens& tokens : batch_.tokens) {
      for (const Token& token : tokens.tokens) {
        ids.push_back(token.id);
        options.tokenTypes.push_back(token.type);
      }
      lengths.push_back(static_cast<Index>(tokens.tokens.size()));
    }
    model_.encoder.forward(ids, Sequences(lengths), batch_.activations, options);
    take_(batch_);
    done_ += batch_.texts.size();
    batch_.texts.clear();
    batch_.tokens.clear();
    tokens_ = 0;
    bar_.show(part_, done_);
  }

  void noteDropped() {
    bar_.end();
    cli::noteDropped(dropped_);
  }

 private:
  const Model& model_;
  const TextInput& input_;
  const std::function<void(TextBatch&)>& take_;
  TextBatch batch_;
  std::size_t tokens_ = 0;
  std::size_t done_ = 0;
  std::size_t dropped_ = 0;
  double part_ = 0;
  TextsBar bar_;
};

}  // namespace

void addIntegersOption(Command& command, TextInput& input) {
  command.flag(
      "--integers",
      "Multiply the matrices of an I8 file in integers: faster, and numbers differ a little",
      input.integers);
}

Model readModelFor(const TextInput& input, const std::string& path) {
  ModelOptions options;
  options.integers = input.integers;
  return readModelFile(path, options);
}

std::size_t nextLine(std::string& line) {
  if (!std::getline(std::cin, line)) return 0;
  const std::size_t bytes = line.size() + 1;
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return bytes;
}

void forEachBatch(const Model& model, const TextInput& input,
                  const std::function<void(TextBatch&)>& take) {
  Batches batches(model, input, take);
  for (const std::string& text : input.texts) batches.add(text, 1);
  if (input.texts.empty()) {
    std::string line;
    for (std::size_t bytes = nextLine(line); bytes > 0; bytes = nextLine(line))
      batches.add(line, static_cast<double>(bytes));
  }
  batches.finish();
  batches.noteDropped();
}

}  // namespace fovea::cli
