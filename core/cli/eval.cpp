#include <cstdio>
#include <memory>
#include <string>

#include "commands.h"
#include "files.h"
#include "fovea/train/evaluation.h"
#include "output_file.h"

namespace fovea::cli {
namespace {

constexpr std::uint64_t kMostPairs = 100000;  // all of them are in memory at once

struct EvalCommand {
  std::string model;
  std::string annotate;
  bool json = false;
  EvaluationOptions options;
};

void printScore(const char* what, const ReadingScore& score) {
  std::printf("%-28s %6td   %.3f   %.3f\n", what, score.cases, score.byOutput, score.byHead);
}

void printPairs(const char* what, const PairScore& score) {
  printScore(what, score.each);
  std::printf("%-28s %6td   %.3f   %.3f\n", "  both of a pair", score.each.cases / 2,
              score.bothByOutput, score.bothByHead);
}

void printRows(const std::vector<PronounRow>& rows) {
  std::printf("\nthe pronoun's row in the antecedent head\n");
  for (const PronounRow& row : rows) {
    std::printf(" ");
    for (std::size_t i = 0; i < row.words.size(); ++i)
      std::printf(" %s%s %.2f", i == row.reference.antecedent ? "→" : "", row.words[i].c_str(),
                  row.weights[i]);
    std::printf("\n");
  }
}

void printTable(const Evaluation& e) {
  std::printf("%-28s %6s  output    head\n", "pronouns read rightly", "cases");
  printPairs("held-out scenes", e.heldOut);
  printPairs("validation scenes", e.validation);
  printScore("other pronouns", e.otherPronouns);
  printScore("made-up words", e.nonceWords);
  printScore("hand-written sentences", e.handWritten);
  std::printf("\nmasked words (%td): %.3f nats, top 1 %.3f, top 5 %.3f\n", e.maskedWords.words,
              e.maskedWords.nll, e.maskedWords.top1, e.maskedWords.top5);
  const WordGeometry& g = e.geometry;
  std::printf("embeddings: neighbour purity %.3f, silhouette %.3f, plane purity %.3f\n",
              g.neighbourPurity, g.silhouette, g.planePurity);
  std::printf("  cat–kitten %.2f, cat–street %.2f, nearest to kitten: %s\n", g.catKitten,
              g.catStreet, g.nearestToKitten.c_str());
  std::printf("order (dog bites man): %.3g with positions, %.3g without\n", e.order.withPositions,
              e.order.withoutPositions);
  std::printf("\n%-12s layer  head  score\n", "role");
  for (const HeadRole& role : e.roles)
    std::printf("%-12s %5td %5td  %.3f\n", role.role.c_str(), role.layer, role.head, role.score);
  printRows(e.demo);
}

void eval(const EvalCommand& command) {
  if (!command.annotate.empty()) checkWritable(command.annotate);
  Model model = readModelFile(command.model);
  const Evaluation evaluation = evaluate(model.encoder, model.tokenizer, Corpus(), command.options);
  const std::string json = toJson(evaluation, model.encoder.config());
  if (command.json) {
    std::printf("%s\n", json.c_str());
  } else {
    printTable(evaluation);
  }
  if (command.annotate.empty()) return;
  model.metadata["roles"] = rolesJson(evaluation.roles);
  model.metadata["evaluation"] = json;
  writeFile(command.annotate,
            writeModel(model.encoder.config(), model.encoder.weights(),
                       model.tokenizer.vocabulary(), model.metadata, Dtype::kF16));
}

}  // namespace

Command evalCommand() {
  const auto c = std::make_shared<EvalCommand>();
  Command command("eval", "Measure a trained model on held-out sentences");
  command.required("FILE", "The .safetensors file", text(c->model));
  command.flag("--json", "Print JSON instead of a table", c->json);
  command.option("--pairs N", "Scene pairs a split (default 400)",
                 wholeNumber(c->options.pairs, 1, kMostPairs));
  command.option("--seed N", "Of the sentences drawn (default 2024)", seed(c->options.seed));
  command.option("--annotate FILE", "Write the model, as f16, with its head roles and evaluation",
                 text(c->annotate));
  command.action([c] { eval(*c); });
  return command;
}

}  // namespace fovea::cli
