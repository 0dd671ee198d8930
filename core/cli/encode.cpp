#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "attention_report.h"
#include "commands.h"
#include "encode_picture.h"
#include "files.h"
#include "model_structure.h"
#include "open_file.h"
#include "pass_options.h"
#include "text.h"
#include "text_batches.h"
#include "texts_bar.h"
#include "token_option.h"
#include "trace_file.h"

namespace fovea::cli {
namespace {

struct EncodeOptions {
  std::string model;
  std::optional<std::string> text;
  std::string pair;
  std::vector<std::int32_t> ids;
  std::string picture;
  std::string question;
  std::string trace;
  PassOptions pass;
  std::optional<Index> layer;
  std::optional<Index> head;
  std::string token;
  bool json = false;
};

// Ids taken as they are; the encoder checks them, so one outside the vocabulary has no piece yet.
Tokens tokensOf(const std::vector<std::int32_t>& ids, const Vocabulary& vocabulary) {
  Tokens tokens;
  for (const std::int32_t id : ids) {
    const bool known = id >= 0 && id < vocabulary.size();
    tokens.tokens.push_back({id, known ? vocabulary.piece(id) : "", 0, 0});
  }
  return tokens;
}

Tokens readTokens(const EncodeOptions& options, const Tokenizer& tokenizer) {
  if (!options.text) return tokensOf(options.ids, tokenizer.vocabulary());
  Tokens tokens = options.pair.empty() ? tokenizer.encode(*options.text)
                                       : tokenizer.encode(*options.text, options.pair);
  if (tokens.tokens.empty()) throw std::runtime_error("the text has no words to encode");
  return tokens;
}

bool looksLikeWord(const Token& token) {
  const auto isWordByte = [](unsigned char c) { return c >= 0x80 || std::isalnum(c) != 0; };
  const bool isEnd = token.piece == "[SEP]" || token.piece == "</s>";
  return !isEnd && std::any_of(token.piece.begin(), token.piece.end(), isWordByte);
}

// The last word of the sentence, or the last token where there is none.
Index defaultToken(const Tokens& tokens) {
  const auto last = std::find_if(tokens.tokens.rbegin(), tokens.tokens.rend(), looksLikeWord);
  const auto after = last == tokens.tokens.rend() ? tokens.tokens.end() : last.base();
  return std::distance(tokens.tokens.begin(), after) - 1;
}

Index tokenOf(const EncodeOptions& options, const Tokens& tokens) {
  return options.token.empty() ? defaultToken(tokens) : findToken(options.token, tokens);
}

void checkBelow(const char* option, const std::optional<Index>& value, Index count) {
  if (value && (*value < 0 || *value >= count))
    throw std::runtime_error(std::string(option) + " " + std::to_string(*value) +
                             ": must be from 0 to " + std::to_string(count - 1) + "; " + kCounting);
}

void writeTensors(const EncodeOptions& options, const Model& model, const Tokens& tokens,
                  const ForwardOptions& forward, EncoderActivations& activations) {
  const Encoder& encoder = model.encoder;
  if (encoder.config().maskedWordHead || options.pass.gradients)
    encoder.predict(activations, forward);
  if (!options.pass.gradients) return writeTrace(options.trace, encoder, tokens, activations);
  const PredictionLoss loss = parseLoss(options.pass.loss, tokens, model.tokenizer.vocabulary());
  EncoderActivations dActivations;
  ModelWeights gradient = ModelWeights::zeros(encoder.config());
  encoder.backward(activations, loss, dActivations, gradient);
  writeTrace(options.trace, encoder, tokens, activations, &dActivations);
}

/// A model, and how it is run on every text.
struct Ready {
  const Model& model;
  ForwardOptions forward;
  EncoderActivations activations;  ///< of the last text
};

Ready readyFor(const EncodeOptions& options, const Model& model) {
  const ModelConfig& config = model.encoder.config();
  checkBelow("--layer", options.layer, config.layers);
  checkBelow("--head", options.head, config.heads);
  ForwardOptions forward = forwardOptions(options.pass, config);
  forward.structure = runStructure(options.model, model, options.pass.structure);
  // All weights of a long text would be gigabytes; the rows that are printed are made without them.
  const bool captures =
      !options.trace.empty() || !forward.interventions.empty() || !runsInTiles(*forward.structure);
  forward.capture = captures ? Capture::kAllLayers : Capture::kNone;
  return {model, std::move(forward), EncoderActivations()};
}

/// What the pass over these tokens attends to.
AttentionReport runPass(const EncodeOptions& options, const Tokens& tokens, Ready& ready) {
  const Encoder& encoder = ready.model.encoder;
  AttentionReport report{
      tokens, options.text.has_value(), {options.layer, options.head, tokenOf(options, tokens)}};
  report.pair = options.pair;
  ready.forward.tokenTypes = tokens.types();
  ready.forward.afterLayer = [&](Index layer, const LayerActivations& a) {
    const EncoderActivations& all = ready.activations;
    addRows(layer, a.attention,
            selfAttention(encoder.config(), all.structure.ofLayer(layer), all.ofLayers()), report);
  };
  encoder.forward(tokens.ids(), ready.activations, ready.forward);
  ready.forward.afterLayer = nullptr;  // the report is the caller's now
  return report;
}

void encode(const EncodeOptions& options) {
  const Model model = readModelFile(options.model, ModelOptions{options.pass.gradients});
  Ready ready = readyFor(options, model);
  const Tokens tokens = readTokens(options, model.tokenizer);
  if (tokens.dropped > 0)
    std::fprintf(stderr, "fovea: note: the model takes %zu tokens; %zu more were left out\n",
                 tokens.tokens.size(), tokens.dropped);
  const AttentionReport report = runPass(options, tokens, ready);
  if (!options.trace.empty())
    writeTensors(options, model, tokens, ready.forward, ready.activations);
  options.json ? printJson(report) : printText(report);
  if (!options.json) std::printf("%s\n", kCounting);
}

/// One text after the other, each line of standard input.
void encodeLines(const EncodeOptions& options) {
  constexpr std::size_t kShownAfter = 32;  // lines
  const Model model = readModelFile(options.model);
  Ready ready = readyFor(options, model);
  TextsBar bar(inputBytes());
  EncodeOptions one = options;
  std::size_t lines = 0;
  std::size_t bytes = 0;
  std::size_t dropped = 0;
  for (std::string line; const std::size_t taken = nextLine(line);) {
    if (lines > 0 && lines % kShownAfter == 0) bar.show(static_cast<double>(bytes), lines);
    ++lines;
    bytes += taken;
    one.text = line;
    try {
      const Tokens tokens = readTokens(one, model.tokenizer);
      dropped += tokens.dropped;
      AttentionReport report = runPass(one, tokens, ready);
      report.line = line;
      options.json ? printJson(report) : printText(report);
    } catch (const std::runtime_error& error) {
      fail("line " + grouped(static_cast<long long>(lines)), error.what());
    }
  }
  bar.show(static_cast<double>(bytes), lines);
  bar.end();
  if (!options.json) std::printf("%s\n", kCounting);
  noteDropped(dropped);
}

std::vector<std::int32_t> parseIds(const std::string& list) {
  std::vector<std::int32_t> ids;
  for (const char* at = list.data();; ++at) {
    const char* const end = list.data() + list.size();
    const auto [stop, error] = std::from_chars(at, end, ids.emplace_back());
    if (error != std::errc() || (stop != end && *stop != ','))
      throw UsageError("must be whole numbers separated by commas, such as 101,7592,102");
    if (stop == end) return ids;
    at = stop;
  }
}

void checkPicture(const EncodeOptions& options) {
  if (options.text || !options.ids.empty())
    throw UsageError("give only one of --picture, --text and --ids");
  if (options.layer || options.head || !options.token.empty())
    throw UsageError(
        "--layer, --head and --token work only with texts; for a picture, --trace writes every "
        "tensor");
  if (options.pass.gradients || !options.pass.loss.empty() || !options.pass.patches.empty())
    throw UsageError("--gradients, --loss and --patch work only with texts");
}

bool readsLines(const EncodeOptions& options) {
  return !options.text && options.ids.empty() && options.picture.empty();
}

void checkLines(const EncodeOptions& options) {
  if (!options.trace.empty())
    throw UsageError("--trace needs --text TEXT, --ids IDS or --picture FILE: it is of one pass");
  if (isatty(STDIN_FILENO) != 0 || std::cin.peek() == std::char_traits<char>::eof())
    throw UsageError(
        "nothing to encode: give --text TEXT, --ids IDS or --picture FILE, or texts on standard "
        "input, one on each line");
}

void checkInput(const EncodeOptions& options) {
  if (!options.picture.empty()) return checkPicture(options);
  if (!options.pair.empty() && !options.ids.empty()) throw UsageError("--pair needs --text TEXT");
  if (!options.question.empty()) throw UsageError("--question needs --picture FILE");
  if (options.text && !options.ids.empty()) throw UsageError("give only one of --text and --ids");
  if (readsLines(options)) checkLines(options);
  checkPassOptions(options.pass, !options.trace.empty());
}

}  // namespace

Command encodeCommand() {
  const auto o = std::make_shared<EncodeOptions>();
  Command command("encode",
                  "Encode texts and print what attends to what, or a picture and print the answer");
  command.required("--model FILE", "The .safetensors file, or a published model's folder",
                   text(o->model));
  command.option("--text TEXT",
                 "The text (default: every line of standard input); [CLS] and [SEP] are added if "
                 "the model's config says so",
                 text(o->text));
  command.option("--pair TEXT", "A second text for each, for a model whose tokenizer takes pairs",
                 text(o->pair));
  command.option("--ids IDS", "Token ids, used as they are: 101,7592,102",
                 [o](const std::string& value) { o->ids = parseIds(value); });
  command.option("--picture FILE",
                 "A picture, a binary PPM or PGM, for a model that reads pictures",
                 text(o->picture));
  command.option("--question QUESTION",
                 "What to ask about the picture (default: the first question the model knows)",
                 text(o->question));
  command.option("--trace FILE", "Write every tensor of the pass to this file", text(o->trace));
  command.option("--layer LAYER", "Print only this layer, counted from 0", wholeNumber(o->layer));
  command.option("--head HEAD", "Print only this head, counted from 0", wholeNumber(o->head));
  command.option(
      "--token TOKEN",
      "Whose attention to print: a piece, or a position counted from 0 (default: the last word)",
      text(o->token));
  addPassOptions(command, o->pass);
  command.flag("--json", "Print JSON, one line per text, with every attention weight", o->json);
  command.action([o] {
    checkInput(*o);
    if (readsLines(*o)) return encodeLines(*o);
    if (o->picture.empty()) return encode(*o);
    encodePicture({o->model, o->picture, o->question, o->trace, o->pass, o->json});
  });
  return command;
}

}  // namespace fovea::cli
