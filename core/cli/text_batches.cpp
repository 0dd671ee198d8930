#include "text_batches.h"

#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <stdexcept>

namespace fovea::cli {
namespace {

constexpr std::size_t kTexts = 32;     // in a batch
constexpr std::size_t kTokens = 4096;  // likewise, unless one text has more

class Batches {
 public:
  Batches(const Model& model, const TextInput& input, const std::function<void(TextBatch&)>& take)
      : model_(model), input_(input), take_(take) {}
  ~Batches() {
    if (reported_) std::fputc('\n', stderr);
  }
  Batches(const Batches&) = delete;
  Batches& operator=(const Batches&) = delete;

  void add(const std::string& text) {
    Tokens tokens = input_.pair.empty() ? model_.tokenizer.encode(text)
                                        : model_.tokenizer.encode(text, input_.pair);
    if (tokens.tokens.empty()) throw std::runtime_error("a text has no words to encode");
    dropped_ += tokens.dropped;
    const std::size_t count = tokens.tokens.size();
    if (!batch_.texts.empty() && (batch_.texts.size() == kTexts || tokens_ + count > kTokens))
      finish();
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
    if (isatty(STDERR_FILENO) == 0 || isatty(STDOUT_FILENO) != 0) return;
    std::fprintf(stderr, "\r%zu texts", done_);
    std::fflush(stderr);
    reported_ = true;
  }

  void noteDropped() const {
    if (dropped_ > 0)
      std::fprintf(stderr, "fovea: note: %zu tokens beyond what the model takes were left out\n",
                   dropped_);
  }

 private:
  const Model& model_;
  const TextInput& input_;
  const std::function<void(TextBatch&)>& take_;
  TextBatch batch_;
  std::size_t tokens_ = 0;
  std::size_t done_ = 0;
  std::size_t dropped_ = 0;
  bool reported_ = false;
};

}  // namespace

void forEachBatch(const Model& model, const TextInput& input,
                  const std::function<void(TextBatch&)>& take) {
  Batches batches(model, input, take);
  for (const std::string& text : input.texts) batches.add(text);
  if (input.texts.empty())
    for (std::string line; std::getline(std::cin, line);) batches.add(line);
  batches.finish();
  batches.noteDropped();
}

}  // namespace fovea::cli
