#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "commands.h"
#include "fovea/answers.h"
#include "fovea/softmax.h"
#include "text.h"
#include "text_batches.h"

namespace fovea::cli {
namespace {

using Json = nlohmann::ordered_json;

struct ClassifyOptions {
  std::string model;
  TextInput input;
  bool json = false;
  bool explain = false;
};

/// One text of a batch: its rows of what the head says, or of its hidden states.
struct Answered {
  const std::string& text;
  const Tokens& tokens;
  Matrix rows;
};

Json labelsJson(const std::vector<std::string>& labels, const RowVector& probabilities) {
  std::vector<std::size_t> order(labels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return probabilities(static_cast<Index>(a)) > probabilities(static_cast<Index>(b));
  });
  Json list = Json::array();
  for (const std::size_t i : order)
    list.push_back({{"label", labels[i]}, {"probability", probabilities(static_cast<Index>(i))}});
  return list;
}

/// A token, with where it is in the text that it is of.
Json tokenJson(const Token& token) {
  return {{"piece", token.piece}, {"begin", token.begin}, {"end", token.end}};
}

bool isSpecial(const Token& token) { return token.begin == token.end; }

Json tokensJson(const AnswerHead& head, const Answered& answered) {
  Json list = Json::array();
  for (std::size_t i = 0; i < answered.tokens.tokens.size(); ++i) {
    const Token& token = answered.tokens.tokens[i];
    if (isSpecial(token)) continue;
    Json json = tokenJson(token);
    const RowVector row = answered.rows.row(static_cast<Index>(i));
    if (head.kind == AnswerKind::kReplaced)
      json["replaced"] = row(0);
    else
      json["labels"] = labelsJson(head.labels, row);
    list.push_back(json);
  }
  return list;
}

AnswerSpan spanOf(const Answered& answered) {
  std::vector<bool> allowed;
  for (const Token& token : answered.tokens.tokens)
    allowed.push_back(token.text == 1 && !isSpecial(token));
  return bestSpan(answered.rows, allowed);
}

Json spanJson(const Answered& answered, const std::string& passage) {
  const AnswerSpan span = spanOf(answered);
  const auto& tokens = answered.tokens.tokens;
  const std::size_t begin = tokens[static_cast<std::size_t>(span.begin)].begin;
  const std::size_t end = tokens[static_cast<std::size_t>(span.end)].end;
  return {{"answer", span.probability > 0 ? passage.substr(begin, end - begin) : ""},
          {"begin", begin},
          {"end", end},
          {"probability", span.probability}};
}

/// What the words are that [MASK] stands for.
Json wordsJson(const Model& model, EncoderActivations& activations, Index first,
               const Answered& answered) {
  constexpr std::size_t kMostWords = 5;
  const Vocabulary& vocabulary = model.tokenizer.vocabulary();
  Json masks = Json::array();
  for (std::size_t i = 0; i < answered.tokens.tokens.size(); ++i) {
    const Token& token = answered.tokens.tokens[i];
    if (token.piece != "[MASK]" && token.piece != "<mask>") continue;
    Matrix logits = model.encoder.predictToken(activations, first + static_cast<Index>(i));
    Matrix probabilities(1, logits.cols());
    softmaxForward(logits, 1, {}, 0, probabilities);
    std::vector<std::int32_t> order(static_cast<std::size_t>(logits.cols()));
    std::iota(order.begin(), order.end(), 0);
    const auto shown = std::min(kMostWords, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown),
                      order.end(),
                      [&](std::int32_t a, std::int32_t b) { return logits(0, a) > logits(0, b); });
    Json words = Json::array();
    for (std::size_t k = 0; k < shown; ++k)
      words.push_back(
          {{"piece", vocabulary.piece(order[k])}, {"probability", probabilities(0, order[k])}});
    Json json = tokenJson(token);
    json["words"] = words;
    masks.push_back(json);
  }
  return masks;
}

/// Which number of the answer is explained: the likeliest label, or where the span begins.
std::pair<Index, Index> explainedLogit(const AnswerHead& head, const Answered& answered) {
  if (head.kind == AnswerKind::kSpan) return {spanOf(answered).begin, 0};
  Index label = 0;
  answered.rows.row(0).maxCoeff(&label);
  return {0, label};
}

/// What each token adds to the logit that is explained: it takes a pass that keeps everything.
Json sharesJson(const Model& model, const Answered& answered) {
  const AnswerHead& head = model.answers->heads[0];
  ForwardOptions options;
  options.tokenTypes = answered.tokens.types();
  EncoderActivations activations;
  model.encoder.forward(answered.tokens.ids(), activations, options);
  AnswerActivations answer;
  answerForward(head, model.encoder.output(activations), activations.sequences, answer);
  const auto [row, label] = explainedLogit(head, answered);
  const std::vector<Scalar> shares =
      answerShares(model.encoder, head, activations, answer, row, label);
  Json list = Json::array();
  for (std::size_t i = 0; i < shares.size(); ++i) {
    Json json = tokenJson(answered.tokens.tokens[i]);
    json["text"] = answered.tokens.tokens[i].text;
    json["share"] = shares[i];
    list.push_back(json);
  }
  return {{"logit", answer.logits(row, label)}, {"tokens", list}};
}

void printLabels(const Json& labels, const char* indent) {
  for (const Json& each : labels)
    std::printf(
        "%s%.3f  %s\n", indent, each["probability"].get<double>(),
        printable(each[each.contains("label") ? "label" : "piece"].get<std::string>()).c_str());
}

void printText(const Json& json) {
  std::printf("%s\n", printable(json["text"].get<std::string>()).c_str());
  if (json.contains("labels")) printLabels(json["labels"], "  ");
  if (json.contains("masks") && json["masks"].empty())
    std::printf(
        "  no mask token in this text ([MASK], or <mask> for RoBERTa's relatives): nothing to "
        "guess\n");
  if (json.contains("span"))
    std::printf("  %.3f  %s\n", json["span"]["probability"].get<double>(),
                printable(json["span"]["answer"].get<std::string>()).c_str());
  for (const Json& mask : json.value("masks", Json::array())) printLabels(mask["words"], "  ");
  for (const Json& token : json.value("shares", Json::object()).value("tokens", Json::array()))
    std::printf("  %s  %+.3f\n", padded(printable(token["piece"].get<std::string>()), 16).c_str(),
                token["share"].get<double>());
  for (const Json& token : json.value("tokens", Json::array())) {
    const std::string piece = padded(printable(token["piece"].get<std::string>()), 16);
    if (token.contains("replaced"))
      std::printf("  %s  %.3f\n", piece.c_str(), token["replaced"].get<double>());
    else
      std::printf("  %s  %.3f  %s\n", piece.c_str(),
                  token["labels"][0]["probability"].get<double>(),
                  printable(token["labels"][0]["label"].get<std::string>()).c_str());
  }
}

Json answerJson(const AnswerHead& head, const Answered& answered, const std::string& pair) {
  Json json{{"text", answered.text}};
  if (!pair.empty()) json["pair"] = pair;
  if (head.kind == AnswerKind::kText)
    json["labels"] = labelsJson(head.labels, answered.rows.row(0));
  else if (head.kind == AnswerKind::kSpan)
    json["span"] = spanJson(answered, pair);
  else
    json["tokens"] = tokensJson(head, answered);
  return json;
}

void classify(const ClassifyOptions& options) {
  const Model model = readModelFor(options.input, options.model);
  const bool hasHead = model.answers && !model.answers->heads.empty();
  const std::string& pair = options.input.pair;
  if (!hasHead && !model.encoder.config().maskedWordHead)
    throw std::runtime_error(
        options.model +
        ": the model has no head that gives answers; fovea embed prints its vectors");
  if (hasHead && model.answers->heads[0].kind == AnswerKind::kSpan && pair.empty())
    throw UsageError("--pair PASSAGE is missing: the passage that answers the question in --text");
  const AnswerKind kind = hasHead ? model.answers->heads[0].kind : AnswerKind::kToken;
  if (options.explain && kind != AnswerKind::kText && kind != AnswerKind::kSpan)
    throw UsageError(
        "--explain is for models that label texts or find spans; this one answers token by token");
  forEachBatch(model, options.input, [&](TextBatch& batch) {
    const Sequences& sequences = batch.activations.sequences;
    AnswerActivations a;
    if (hasHead)
      answerForward(model.answers->heads[0], model.encoder.output(batch.activations), sequences, a);
    for (std::size_t i = 0; i < batch.texts.size(); ++i) {
      const auto s = static_cast<Index>(i);
      Answered answered{batch.texts[i], batch.tokens[i], {}};
      Json json{{"text", batch.texts[i]}};
      if (hasHead) {
        const AnswerHead& head = model.answers->heads[0];
        const Matrix logits =
            head.kind == AnswerKind::kText
                ? Matrix(a.logits.row(s))
                : Matrix(a.logits.middleRows(sequences.begin(s), sequences.length(s)));
        answered.rows = answerProbabilities(head, logits);
        json = answerJson(head, answered, pair);
        if (options.explain) json["shares"] = sharesJson(model, answered);
      } else {
        json["masks"] = wordsJson(model, batch.activations, sequences.begin(s), answered);
      }
      if (options.json)
        std::printf("%s\n", json.dump().c_str());
      else
        printText(json);
    }
  });
}

}  // namespace

Command classifyCommand() {
  const auto o = std::make_shared<ClassifyOptions>();
  Command command("classify", "Print a published model's answers: labels, spans or words");
  command.required("--model FOLDER", "The model's folder", text(o->model));
  command.repeatable("--text TEXT", "A text, or a question (default: every line of standard input)",
                     [o](const std::string& value) { o->input.texts.push_back(value); });
  command.option("--pair TEXT",
                 "A second text for each, such as the passage that contains the answer",
                 text(o->input.pair));
  addIntegersOption(command, o->input);
  command.flag("--json", "Print one line of JSON per text, with every label", o->json);
  command.flag("--explain",
               "Add what each token adds to the likeliest label's logit, or to that of the span's "
               "beginning: its embedding times the gradient",
               o->explain);
  command.action([o] { classify(*o); });
  return command;
}

}  // namespace fovea::cli
