#include "text_batches.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <stdexcept>
#include <string>

#include "text.h"

namespace fovea::cli {
namespace {

constexpr std::size_t kTexts = 32;     // in a batch
constexpr std::size_t kTokens = 4096;  // likewise, unless one text has more

/// How much of the work is done, on a terminal that prints nothing else.
class Bar {
 public:
  explicit Bar(double whole) : whole_(whole) {}
  ~Bar() { end(); }
  Bar(const Bar&) = delete;
  Bar& operator=(const Bar&) = delete;

  /// `part` of the whole; what comes from a pipe has no known whole, and no bar.
  void show(double part, std::size_t texts) {
    if (isatty(STDERR_FILENO) == 0 || isatty(STDOUT_FILENO) != 0) return;
    std::fputc('\r', stderr);
    if (whole_ > 0) {
      const double share = std::min(1.0, part / whole_);
      std::fprintf(stderr, "%s %3.0f %%  ", progressBar(share).c_str(), 100 * share);
    }
    std::fprintf(stderr, "%s texts", grouped(static_cast<long long>(texts)).c_str());
    std::fflush(stderr);
    shown_ = true;
  }

  /// What is printed next has a line of its own.
  void end() {
    if (shown_) std::fputc('\n', stderr);
    shown_ = false;
  }

 private:
  double whole_;
  bool shown_ = false;
};

/// Bytes of a file that standard input is, or 0.
double inputSize() {
  struct stat input {};
  const bool known = fstat(STDIN_FILENO, &input) == 0 && S_ISREG(input.st_mode);
  return known ? static_cast<double>(input.st_size) : 0;
}

class Batches {
 public:
  Batches(const Model& model, const TextInput& input, const std::function<void(TextBatch&)>& take)
      : model_(model),
        input_(input),
        take_(take),
        bar_(input.texts.empty() ? inputSize() : static_cast<double>(input.texts.size())) {}

  /// `part`: how much of the whole it is, in texts or in bytes.
  void add(const std::string& text, double part) {
    Tokens tokens = input_.pair.empty() ? model_.tokenizer.encode(text)
                                        : model_.tokenizer.encode(text, input_.pair);
    if (tokens.tokens.empty()) throw std::runtime_error("a text has no words to encode");
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
  Bar bar_;
};

}  // namespace

void forEachBatch(const Model& model, const TextInput& input,
                  const std::function<void(TextBatch&)>& take) {
  Batches batches(model, input, take);
  for (const std::string& text : input.texts) batches.add(text, 1);
  if (input.texts.empty())
    for (std::string line; std::getline(std::cin, line);)
      batches.add(line, static_cast<double>(line.size() + 1));
  batches.finish();
  batches.noteDropped();
}

}  // namespace fovea::cli
