#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "commands.h"
#include "files.h"
#include "fovea/decoding.h"
#include "fovea/train/sequence_measures.h"
#include "model_structure.h"
#include "text.h"
#include "trace_file.h"

namespace fovea::cli {
namespace {

struct DecodeCommand {
  std::string model;
  std::string text;
  std::string trace;
  bool json = false;
  bool uncached = false;
  DecodeOptions options;
};

/// What the decoder is given, and what it wrote.
struct Written {
  Tokens source;    ///< of the encoder; empty without one
  TokenIds prompt;  ///< of the decoder: [CLS], or the text to go on with
  EncoderActivations activations;
  DecodedText text;
};

// The pieces as words again: "play ##ing ." as "playing."
std::string joined(const TokenIds& ids, const Vocabulary& vocabulary) {
  std::string text;
  for (const std::int32_t id : ids) {
    const std::string& piece = vocabulary.piece(id);
    const bool goesOn = piece.rfind("##", 0) == 0;
    const bool mark = piece.size() == 1 && std::string(".,?!").find(piece) != std::string::npos;
    if (!text.empty() && !goesOn && !mark) text += ' ';
    text += goesOn ? piece.substr(2) : piece;
  }
  return text;
}

// The text's tokens, [CLS] first and no [SEP] at the end.
TokenIds opening(const Tokens& tokens, const Vocabulary& vocabulary) {
  TokenIds ids = tokens.ids();
  if (!ids.empty() && ids.back() == vocabulary.id("[SEP]")) ids.pop_back();
  if (ids.empty() || ids.front() != vocabulary.id("[CLS]"))
    ids.insert(ids.begin(), vocabulary.id("[CLS]"));
  return ids;
}

Written write(const DecodeCommand& command, const Model& model, const Structure& structure) {
  const Decoder decoder(model.encoder);
  const Vocabulary& vocabulary = model.tokenizer.vocabulary();
  const Tokens tokens = model.tokenizer.encode(command.text);
  if (tokens.dropped > 0)
    std::fprintf(stderr, "fovea: note: the model takes %zu tokens; %zu more were left out\n",
                 tokens.tokens.size(), tokens.dropped);
  Written written;
  if (decoder.hasMemory()) {
    written.source = tokens;
    written.prompt = {vocabulary.id("[CLS]")};
    ForwardOptions forward;
    forward.structure = structure;
    model.encoder.forward(tokens.ids(), written.activations, forward);
  } else {
    written.prompt = opening(tokens, vocabulary);
  }
  DecodeOptions options = command.options;
  options.end = vocabulary.id("[SEP]");
  options.cached = !command.uncached;
  options.structure = decoderStructure(structure);
  written.text = decode(decoder, decoder.hasMemory() ? &written.activations : nullptr,
                        written.prompt, options);
  return written;
}

TokenIds allIds(const Written& written) {
  TokenIds ids = written.prompt;
  const TokenIds more = written.text.ids();
  ids.insert(ids.end(), more.begin(), more.end());
  return ids;
}

// The whole pass over what was written, which computes the same once more.
void writeWholeTrace(const DecodeCommand& command, const Model& model, const Structure& structure,
                     const Written& written) {
  const Decoder decoder(model.encoder);
  DecoderOptions options;
  options.structure = decoderStructure(structure);
  DecoderActivations activations;
  const EncoderActivations* source = decoder.hasMemory() ? &written.activations : nullptr;
  decoder.forward(allIds(written), source, activations, options);
  writeTrace(command.trace, model, written.source, source, activations);
}

std::string wordsOf(const Written& written, const Vocabulary& vocabulary) {
  TokenIds ids = allIds(written);
  ids.erase(ids.begin());  // [CLS]
  return joined(ids, vocabulary);
}

void printText(const Written& written, const Vocabulary& vocabulary) {
  std::printf("%s\n\n", printable(wordsOf(written, vocabulary)).c_str());
  std::size_t widest = 0;
  for (const DecodedToken& token : written.text.tokens)
    widest = std::max(widest, vocabulary.piece(token.id).size());
  for (const DecodedToken& token : written.text.tokens) {
    std::printf("  %s  %.3f ", padded(printable(vocabulary.piece(token.id)), widest).c_str(),
                token.probability);
    for (const Candidate& other : token.best)
      if (other.id != token.id)
        std::printf("  %s %.3f", printable(vocabulary.piece(other.id)).c_str(), other.probability);
    std::printf("\n");
  }
  if (!written.text.ended) std::printf("\n(stopped before the text ended)\n");
}

void printJson(const Written& written, const Vocabulary& vocabulary) {
  nlohmann::json steps = nlohmann::json::array();
  for (const DecodedToken& token : written.text.tokens) {
    nlohmann::json best = nlohmann::json::array();
    for (const Candidate& other : token.best)
      best.push_back({{"piece", vocabulary.piece(other.id)}, {"probability", other.probability}});
    steps.push_back({{"piece", vocabulary.piece(token.id)},
                     {"probability", token.probability},
                     {"best", best}});
  }
  const nlohmann::json json{
      {"text", wordsOf(written, vocabulary)}, {"ended", written.text.ended}, {"steps", steps}};
  std::printf("%s\n", json.dump().c_str());
}

void decodeText(const DecodeCommand& command) {
  const Model model = readModelFile(command.model);
  const Structure structure = runStructure(command.model, model, "");
  const Written written = write(command, model, structure);
  if (!command.trace.empty()) writeWholeTrace(command, model, structure, written);
  const Vocabulary& vocabulary = model.tokenizer.vocabulary();
  command.json ? printJson(written, vocabulary) : printText(written, vocabulary);
}

}  // namespace

Command decodeCommand() {
  const auto c = std::make_shared<DecodeCommand>();
  Command command("decode", "Let a model with a decoder write, and print how sure it is");
  command.required("--model FILE", "The .safetensors file", text(c->model));
  command.required("--text TEXT",
                   "What the encoder reads; for a model without one, how the text begins",
                   text(c->text));
  command.option("--max-tokens N", "Write at most this many tokens (default 64)",
                 wholeNumber(c->options.maxTokens, 1));
  command.option("--temperature T",
                 "Sample each token from softmax(logits ÷ T) (default 0: take the most probable)",
                 number(c->options.temperature));
  command.option("--top-k K", "Sample from the K most probable tokens (default 0: from all)",
                 wholeNumber(c->options.topK));
  command.option("--seed N", "Seed for sampling (default 1)", seed(c->options.seed));
  command.option("--show N", "Print the N most probable tokens of each step (default 5)",
                 wholeNumber(c->options.shown, 1));
  command.option("--trace FILE", "Write every tensor of the pass over the whole text to this file",
                 text(c->trace));
  command.flag("--no-cache", "Compute the whole pass anew for each token", c->uncached);
  command.flag("--json", "Print JSON", c->json);
  command.action([c] { decodeText(*c); });
  return command;
}

}  // namespace fovea::cli
