#include <cmath>
#include <cstdio>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "circuit_label.h"
#include "circuit_pairs.h"
#include "circuit_report.h"
#include "commands.h"
#include "files.h"
#include "fovea/circuit_search.h"
#include "fovea/head_study.h"
#include "model_structure.h"
#include "text.h"
#include "token_option.h"

namespace fovea::cli {
namespace {

struct CircuitOptions {
  std::string model, text, other, mean, pair, label, token, pairs;
  double keep = .9;
  CircuitMetric metric = CircuitMetric::kLogits;
  bool whole = false;
  Index random = 50;
  std::uint64_t seed = 1;
  bool edges = false;
  bool json = false;
};

Tokens readWholeText(const char* option, const std::string& text, const Tokenizer& tokenizer) {
  Tokens tokens = tokenizer.encode(text);
  if (tokens.tokens.empty())
    throw std::runtime_error(std::string(option) + ": the text has no words to encode");
  if (tokens.dropped > 0)
    throw std::runtime_error(std::string(option) + ": the model takes " +
                             std::to_string(tokens.tokens.size()) + " tokens, but the text has " +
                             std::to_string(tokens.dropped) + " more");
  return tokens;
}

/// The texts of a file's lines.
std::vector<TokenIds> readTexts(const std::string& path, const Tokenizer& tokenizer) {
  std::vector<TokenIds> texts;
  std::istringstream lines(readText(path));
  for (std::string line; std::getline(lines, line);)
    if (line.find_first_not_of(" \t\r") != std::string::npos)
      texts.push_back(tokenizer.encode(line).ids());
  if (texts.empty()) throw std::runtime_error(path + ": there is no text in it");
  return texts;
}

std::int32_t pieceOf(const std::string& word, const Vocabulary& vocabulary) {
  const std::int32_t id = vocabulary.id(word);
  if (id < 0)
    throw std::runtime_error("--pair: the vocabulary has no piece \"" + printable(word) + "\"");
  return id;
}

/// The two words of "animal street".
void readPair(const std::string& pair, const Vocabulary& vocabulary, CircuitQuestion& question) {
  const std::size_t space = pair.find(' ');
  if (space == std::string::npos || pair.find(' ', space + 1) != std::string::npos)
    throw std::runtime_error("--pair " + printable(pair) +
                             ": must be two words separated by a space, such as \"animal street\"");
  question.answer = pieceOf(pair.substr(0, space), vocabulary);
  question.other = pieceOf(pair.substr(space + 1), vocabulary);
}

/// What is explained: the two words, or the label.
void readAnswer(const CircuitOptions& options, const Model& model, CircuitQuestion& question) {
  question.metric = options.metric;
  if (options.label.empty())
    readPair(options.pair, model.tokenizer.vocabulary(), question);
  else
    question.reader = readerOf(options.label, model, options.metric, question.token);
}

/// What both texts share, and are answered at most differently: [MASK], or a word such as "it".
Index mostDifferentToken(const Model& model, const CircuitQuestion& question) {
  EncoderActivations text, other;
  model.encoder.forward(question.ids, text);
  model.encoder.forward(question.twin, other);
  model.encoder.predict(text);
  model.encoder.predict(other);
  const auto difference = [&](Index token) {
    const auto change = text.maskedWord.logits.row(token) - other.maskedWord.logits.row(token);
    return std::abs(change[question.answer] - change[question.other]);
  };
  const std::int32_t mask = model.tokenizer.vocabulary().id("[MASK]");
  Index best = 0;
  Scalar most = -1;
  for (std::size_t i = 0; i < question.ids.size(); ++i) {
    const auto token = static_cast<Index>(i);
    if (question.ids[i] != question.twin[i]) continue;
    if (question.ids[i] == mask) return token;
    if (difference(token) <= most) continue;
    best = token;
    most = difference(token);
  }
  return best;
}

FoundCircuit findCircuit(CircuitSearch& search, std::size_t all) {
  do {
    std::fprintf(stderr, "\r%zu of %zu nodes keep %.3f  ", countKept(search.kept()), all,
                 search.share());
    std::fflush(stderr);
  } while (search.round());
  std::fputc('\n', stderr);
  return {search.kept(), search.share(), search.without()};
}

CircuitQuestion questionOf(const CircuitOptions& options, const Model& model, const Tokens& tokens,
                           const Tokens& others) {
  CircuitQuestion question;
  question.ids = tokens.ids();
  if (options.mean.empty())
    question.twin = others.ids();
  else
    question.averaged = readTexts(options.mean, model.tokenizer);
  question.whole = options.whole;
  if (!options.token.empty()) question.token = findToken(options.token, tokens);
  readAnswer(options, model, question);
  validate(question, model.encoder.config());
  if (!options.token.empty() || question.reader) return question;
  if (options.mean.empty())
    question.token = mostDifferentToken(model, question);
  else
    question.token = answerToken(tokens.tokens);
  return question;
}

void circuit(const CircuitOptions& options) {
  const Model model = readModelFile(options.model);
  requireOwnStructure(options.model, model);
  const Tokens tokens = readWholeText("--text", options.text, model.tokenizer);
  const bool ofMean = !options.mean.empty();
  const Tokens others = ofMean ? tokens : readWholeText("--other", options.other, model.tokenizer);
  Circuit circuit(model.encoder, questionOf(options, model, tokens, others));
  const std::size_t all = circuit.nodes().size();
  CircuitSearch search(circuit, options.keep);
  const FoundCircuit found = findCircuit(search, all);
  KeptNodes rest = found.kept;
  rest.flip();
  CircuitReport report{circuit,
                       model.encoder.config(),
                       model.tokenizer.vocabulary(),
                       tokens,
                       others,
                       ofMean,
                       options.keep,
                       options.label,
                       found,
                       circuit.share(rest)};
  if (report.rest >= options.keep) {
    CircuitSearch again(circuit, options.keep, rest);
    report.second = findCircuit(again, all);
  }
  report.random = randomShares(circuit, countKept(found.kept), options.random, options.seed);
  if (options.edges) report.edges = circuit.edges(found.kept);
  options.json ? printJson(report) : printText(report);
}

void circuitsOfPairs(const CircuitOptions& options) {
  const Model model = readModelFile(options.model);
  requireOwnStructure(options.model, model);
  const PairTally tally = tallyPairs(
      {options.pairs, options.keep, options.metric, options.random, options.seed}, model);
  options.json ? printJson(tally, options.keep) : printText(tally);
}

/// What a file of pairs says itself, or what a single text needs.
void checkTexts(const CircuitOptions& options) {
  const bool ofOne = !options.text.empty() || !options.other.empty() || !options.mean.empty() ||
                     !options.pair.empty() || !options.label.empty() || !options.token.empty();
  if (!options.pairs.empty()) {
    if (ofOne || options.whole || options.edges)
      throw UsageError(
          "--pairs FILE: goes with --model, --keep, --metric, --random, --seed and "
          "--json alone");
    return;
  }
  if (options.text.empty() || (options.pair.empty() && options.label.empty()))
    throw UsageError(
        "--text TEXT and --pair WORDS or --label LABEL, or --pairs FILE: name what to explain");
  if (!options.pair.empty() && !options.label.empty())
    throw UsageError("--pair WORDS or --label LABEL: give one of the two");
  if (options.other.empty() == options.mean.empty())
    throw UsageError("--other TEXT or --mean FILE: give one of the two");
}

Take share(double& to) {
  return [&to](const std::string& value) {
    to = parseNumber(value);
    if (to > 1) throw UsageError("must be a number from 0 to 1");
  };
}

Take metric(CircuitMetric& to) {
  return [&to](const std::string& value) {
    if (value != "logits" && value != "probability")
      throw UsageError("must be logits or probability");
    to = value == "logits" ? CircuitMetric::kLogits : CircuitMetric::kProbability;
  };
}

}  // namespace

Command circuitCommand() {
  const auto o = std::make_shared<CircuitOptions>();
  Command command("circuit",
                  "Find the few heads and feed-forward networks that an answer depends on");
  command.required("--model FILE", "The .safetensors file", text(o->model));
  command.option("--text TEXT", "The text", text(o->text));
  command.option("--other TEXT",
                 "A text with as many tokens and a different answer; everything outside the "
                 "circuit takes its values from it",
                 text(o->other));
  command.option("--mean FILE",
                 "Or texts, one on each line: all but the circuit has its mean over their tokens",
                 text(o->mean));
  command.option("--pair WORDS",
                 "The answers to the two texts, such as \"animal street\"; what is explained is "
                 "by how much the first exceeds the second",
                 text(o->pair));
  command.option("--label LABEL",
                 "Or a label of a published model that classifies; what is explained is how sure "
                 "the model is of it, in log-odds or in its probability",
                 text(o->label));
  command.option("--pairs FILE",
                 "Or many: two by two, sentences with marks as for fovea eval, of which the second "
                 "is the other text; prints how often each node is in a circuit",
                 text(o->pairs));
  command.option("--keep SHARE",
                 "How much of the difference between the texts the circuit must keep (default .9)",
                 share(o->keep));
  command.option("--token TOKEN",
                 "Where to read the answer: a piece, or a position counted from 0 (default: "
                 "[MASK], or where the answers to the two texts differ most)",
                 text(o->token));
  command.option("--metric METRIC", "logits (default) or probability", metric(o->metric));
  command.flag("--whole", "Treat a head or network as one node for all words", o->whole);
  command.option("--random N",
                 "Random sets of the same size to measure for comparison (default 50)",
                 wholeNumber(o->random, 0, 1000000));
  command.option("--seed SEED", "Seed of the random sets (default 1)", seed(o->seed));
  command.flag("--edges", "Measure how much of the answer flows from node to node", o->edges);
  command.flag("--json", "Print JSON", o->json);
  command.action([o] {
    checkTexts(*o);
    o->pairs.empty() ? circuit(*o) : circuitsOfPairs(*o);
  });
  return command;
}

}  // namespace fovea::cli
