#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "commands.h"
#include "files.h"
#include "fovea/error.h"
#include "fovea/head_study.h"
#include "model_structure.h"
#include "open_file.h"
#include "text.h"

namespace fovea::cli {
namespace {

using Json = nlohmann::ordered_json;

struct HeadsOptions {
  std::string model, file;
  Index every = 1;
  bool csv = false;
  bool json = false;
};

constexpr int kReportedTexts = 256;  // between two reports of the progress

/// A column of the table, and of which relation it is.
struct Column {
  const char* name;
  std::size_t relation;
};

const std::vector<Column>& columns() {
  static const std::vector<Column> kColumns{{"itself", relationOf(0)},
                                            {"one_back", relationOf(-1)},
                                            {"one_ahead", relationOf(1)},
                                            {"first", relationOf(HeadRelation::kFirst)},
                                            {"mark", relationOf(HeadRelation::kMark)},
                                            {"same_word", relationOf(HeadRelation::kSameWord)},
                                            {"noun", relationOf(HeadRelation::kNoun)},
                                            {"far", relationOf(HeadRelation::kFar)}};
  return kColumns;
}

/// Adds a file's lines to a study, one after the other.
class Lines {
 public:
  Lines(const HeadsOptions& options, const Tokenizer& tokenizer, HeadStudy& study)
      : options_(options), tokenizer_(tokenizer), study_(study) {}

  void addAll() {
    if (options_.file == "-") {
      addFrom(std::cin);
    } else {
      std::ifstream file(options_.file);
      openFile(options_.file, "rb");  // says why there is no such file
      addFrom(file);
    }
    study_.finish();
    report(true);
    if (texts_ == 0) throw std::runtime_error(options_.file + ": there is no text in it");
    noteDropped(dropped_);
  }

 private:
  void addFrom(std::istream& lines) {
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      if (!line.empty() && line.back() == '\r') line.pop_back();
      if (line.find_first_not_of(" \t") == std::string::npos) continue;
      try {
        add(tokenizer_.encode(line));
      } catch (const ModelError& error) {
        throw std::runtime_error(options_.file + ", line " + std::to_string(number) + ": " +
                                 error.what());
      }
    }
    if (lines.bad()) fail(options_.file, "it cannot be read to its end");
  }

  void add(const Tokens& tokens) {
    if (tokens.tokens.empty()) return;
    dropped_ += tokens.dropped;
    study_.add(tokens.tokens, options_.every > 0 && texts_ % options_.every == 0);
    ++texts_;
    if (texts_ % kReportedTexts == 0) report(false);
  }

  void report(bool last) const {
    if (isatty(STDERR_FILENO) == 0) return;
    std::fprintf(stderr, "\r%s texts%s", grouped(texts_).c_str(), last ? "\n" : "");
    std::fflush(stderr);
  }

  const HeadsOptions& options_;
  const Tokenizer& tokenizer_;
  HeadStudy& study_;
  Index texts_ = 0;
  std::size_t dropped_ = 0;
};

std::string numberText(double number) {
  if (std::isnan(number)) return "";
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", number);
  return text;
}

void printCsv(const HeadUses& uses, Index heads) {
  std::printf("layer,head");
  for (const Column& column : columns()) std::printf(",%s", column.name);
  std::printf(",entropy,effect\n");
  for (std::size_t i = 0; i < uses.heads.size(); ++i) {
    const HeadUse& use = uses.heads[i];
    const auto place = static_cast<Index>(i);
    std::printf("%td,%td", place / heads, place % heads);
    for (const Column& column : columns())
      std::printf(",%s", numberText(use.weight[column.relation]).c_str());
    std::printf(",%s,%s\n", numberText(use.entropy).c_str(), numberText(use.effect).c_str());
  }
}

void printJson(const HeadUses& uses, Index heads) {
  Json json{{"texts", uses.texts},
            {"tokens", uses.tokens},
            {"measured", uses.measured},
            {"queries", Json::object()},
            {"heads", Json::array()}};
  for (const Column& column : columns())
    json["queries"][column.name] = uses.queries[column.relation];
  for (std::size_t i = 0; i < uses.heads.size(); ++i) {
    const HeadUse& use = uses.heads[i];
    const auto place = static_cast<Index>(i);
    Json head{{"layer", place / heads}, {"head", place % heads}};
    for (const Column& column : columns()) head[column.name] = use.weight[column.relation];
    head["entropy"] = use.entropy;
    head["effect"] = use.effect;
    head["byDistance"] =
        std::vector<double>(use.weight.begin(), use.weight.begin() + 2 * kNearest + 1);
    json["heads"].push_back(std::move(head));
  }
  std::printf("%s\n", json.dump().c_str());
}

void printTable(const HeadUses& uses, Index heads) {
  std::printf("%s texts of %s tokens\n\nlayer head", grouped(uses.texts).c_str(),
              grouped(uses.tokens).c_str());
  for (const Column& column : columns()) std::printf(" %9s", column.name);
  std::printf(" %9s %9s\n", "entropy", "effect");
  const auto cell = [](double number) {
    std::isnan(number) ? std::printf(" %9s", "-") : std::printf(" %9.3f", number);
  };
  for (std::size_t i = 0; i < uses.heads.size(); ++i) {
    const HeadUse& use = uses.heads[i];
    const auto place = static_cast<Index>(i);
    std::printf("%5td %4td", place / heads, place % heads);
    for (const Column& column : columns()) cell(use.weight[column.relation]);
    cell(use.entropy);
    cell(use.effect);
    std::printf("\n");
  }
  std::printf("\n%s\n", kCounting);
}

void heads(const HeadsOptions& options) {
  if (options.csv && options.json) throw UsageError("--csv and --json: give one of the two");
  const Model model = readModelFile(options.model);
  requireOwnStructure(options.model, model);
  HeadStudy study(model.encoder);
  Lines(options, model.tokenizer, study).addAll();
  const HeadUses uses = study.uses();
  const Index count = model.encoder.config().heads;
  if (options.csv) return printCsv(uses, count);
  options.json ? printJson(uses, count) : printTable(uses, count);
}

}  // namespace

Command headsCommand() {
  const auto o = std::make_shared<HeadsOptions>();
  Command command("heads", "Measure what each head does in many texts");
  command.required("--model FILE", "The .safetensors file, or a published model's folder",
                   text(o->model));
  command.required("--file FILE", "The texts, one on each line; - for standard input",
                   text(o->file));
  command.option("--effect-every N",
                 "Measure how much the answer changes without each head in every Nth text (default "
                 "1; 0: in none)",
                 wholeNumber(o->every));
  command.flag("--csv", "Print CSV, a row a head", o->csv);
  command.flag("--json", "Print JSON, with the weights by distance", o->json);
  command.action([o] { heads(*o); });
  return command;
}

}  // namespace fovea::cli
