#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "commands.h"
#include "fovea/train/comparison.h"
#include "output_file.h"

namespace fovea::cli {
namespace {

struct CompareCommand {
  std::string size = "small";
  std::string out;
  std::optional<Index> steps, dModel, layers;
  Index seeds = ComparisonOptions().seeds;
  Index sentences = ComparisonOptions().sentences;
  Index repeats = ComparisonOptions().repeats;
};

ComparisonOptions optionsOf(const CompareCommand& command) {
  ComparisonOptions options;
  options.plan = presetPlan(command.size);
  options.plan.training.softenSteps = 0;
  options.plan.training.steps = command.steps.value_or(options.plan.training.steps);
  options.plan.model.layers = command.layers.value_or(options.plan.model.layers);
  options.plan.model.dModel = command.dModel.value_or(options.plan.model.dModel);
  options.plan.model.dFf = 4 * options.plan.model.dModel;
  options.seeds = command.seeds;
  options.sentences = command.sentences;
  options.repeats = command.repeats;
  return options;
}

// What there is so far is kept: a later training may be interrupted.
void write(const std::string& path, const Comparison& comparison) {
  const std::string json = toJson(comparison);
  writeFile(path, {json.begin(), json.end()});
}

void compare(const CompareCommand& command) {
  checkWritable(command.out);
  const ComparisonOptions options = optionsOf(command);
  constexpr Index kStepsShown = 20;
  const Index steps = options.plan.training.steps;
  compareNetworks(options, {[&](Index training, Index step) {
                              if (step % kStepsShown == 0 || step == steps)
                                std::fprintf(stderr, "\rtraining %td of %td: %td/%td", training,
                                             options.seeds, step, steps);
                            },
                            [&](const Comparison& comparison) { write(command.out, comparison); }});
  std::fputc('\n', stderr);
}

}  // namespace

Command compareCommand() {
  const auto c = std::make_shared<CompareCommand>();
  Command command("compare",
                  "Train an encoder and a recurrent network side by side, and measure both");
  command.required("--out FILE", "The JSON file to write, rewritten after each training",
                   text(c->out));
  command.option("--size SIZE", "As in fovea train (default small)", text(c->size));
  command.option("--steps N", "Training steps", wholeNumber(c->steps, 1));
  command.option("--d-model N", "Width of the hidden states, a multiple of 4",
                 wholeNumber(c->dModel, 1));
  command.option("--layers N", "Layers of each network", wholeNumber(c->layers, 1));
  command.option(
      "--seeds N",
      "Trainings of each network, with consecutive seeds from the size's own (default 3)",
      wholeNumber(c->seeds, 1));
  command.option("--sentences N", "Held-out sentences whose pronouns are tested (default 40000)",
                 wholeNumber(c->sentences, 1));
  command.option("--repeats N",
                 "Timed readings of a text, of which the fastest counts (default 15)",
                 wholeNumber(c->repeats, 1));
  command.action([c] { compare(*c); });
  return command;
}

}  // namespace fovea::cli
