#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "commands.h"
#include "files.h"
#include "fovea/train/depth_study.h"
#include "gradients_report.h"
#include "model_structure.h"
#include "pass_options.h"
#include "text.h"

namespace fovea::cli {
namespace {

struct GradientsOptions {
  DepthStudyOptions study;
  Index seeds = 5;
  bool softmax = false;
  bool csv = false;
  std::string model, text, loss;
};

std::vector<LayerMeasures> studyRuns(const GradientsOptions& options) {
  std::vector<LayerMeasures> runs;
  for (Index seed = 1; seed <= options.seeds; ++seed)
    runs.push_back(studyDepth(options.study, static_cast<std::uint64_t>(seed)));
  return runs;
}

// Heads of 1, 2, 4, … numbers, and as many words as --tokens says.
std::vector<SoftmaxRuns> softmaxRuns(const GradientsOptions& options) {
  std::vector<SoftmaxRuns> widths;
  for (Index dK = 1; dK <= 1024; dK *= 2) {
    SoftmaxRuns& width = widths.emplace_back(SoftmaxRuns{dK, {}, {}});
    for (Index seed = 1; seed <= options.seeds; ++seed)
      for (const bool scaled : {true, false})
        (scaled ? width.scaled : width.unscaled)
            .push_back(
                studySoftmax(dK, options.study.tokens, scaled, static_cast<std::uint64_t>(seed)));
  }
  return widths;
}

LayerMeasures measureModel(const GradientsOptions& options) {
  const Model model = readModelFile(options.model, ModelOptions{true});
  const ModelConfig& config = model.encoder.config();
  const Tokens tokens = model.tokenizer.encode(options.text);
  if (tokens.tokens.empty()) throw std::runtime_error("the text has no words to encode");
  ForwardOptions forward;
  forward.structure = runStructure(options.model, model, options.study.structure);
  EncoderActivations activations;
  model.encoder.forward(tokens.ids(), activations, forward);
  model.encoder.predict(activations);
  const PredictionLoss loss = parseLoss(options.loss, tokens, model.tokenizer.vocabulary());
  EncoderActivations dActivations;
  ModelWeights gradient = ModelWeights::zeros(config);
  model.encoder.backward(activations, loss, dActivations, gradient);
  return measureLayers(config, activations, dActivations, gradient);
}

void print(const std::string& text) { std::fputs(text.c_str(), stdout); }

void gradients(const GradientsOptions& options) {
  if (options.softmax) {
    const auto widths = softmaxRuns(options);
    return print(options.csv ? softmaxCsv(widths) : softmaxTable(widths));
  }
  const bool ofModel = !options.model.empty();
  const auto runs = ofModel ? std::vector{measureModel(options)} : studyRuns(options);
  print(options.csv ? layerCsv(runs) : layerTable(runs));
}

void check(const GradientsOptions& options) {
  const bool ofModel = !options.model.empty();
  if (ofModel && (options.text.empty() || options.loss.empty()))
    throw UsageError("--model needs --text TEXT and --loss LOSS, for example prediction:8=animal");
  if (!ofModel && !(options.text.empty() && options.loss.empty()))
    throw UsageError("--text and --loss need --model FILE");
  if (ofModel && options.softmax) throw UsageError("give only one of --softmax and --model");
}

}  // namespace

Command gradientsCommand() {
  const auto o = std::make_shared<GradientsOptions>();
  Command command("gradients",
                  "Measure the gradient that reaches each layer of an untrained encoder");
  command.option("--depth N", "Layers (default 24)", wholeNumber(o->study.depth, 1));
  command.option("--d-model N", "Width of the hidden states (default 32)",
                 wholeNumber(o->study.dModel, 1));
  command.option("--heads N", "Attention heads per layer (default 4)",
                 wholeNumber(o->study.heads, 1));
  command.option("--tokens N", "Words in the random sentence (default 11)",
                 wholeNumber(o->study.tokens, 1));
  command.option("--structure LIST",
                 "How it is wired; any of these, separated by commas: " + structureOptions() +
                     "; layers count from 0",
                 text(o->study.structure));
  command.option("--deviation D",
                 "Draw the layers' matrices from the normal distribution N(0, D²); BERT's D is .02 "
                 "(default: Xavier-uniform)",
                 number(o->study.deviation));
  command.option("--seeds N", "Encoders to make, with seeds 1 to N (default 5)",
                 wholeNumber(o->seeds, 1, 1000));
  command.flag("--softmax",
               "Measure instead how sharp the softmax is with and without ÷ √d_k, as d_k grows",
               o->softmax);
  command.option("--model FILE", "Measure this model instead of an untrained one", text(o->model));
  command.option("--text TEXT", "The text to read", text(o->text));
  command.option("--loss LOSS",
                 "The loss to take gradients of: prediction:TOKEN=PIECE, tokens counted from 0, "
                 "such as prediction:8=animal",
                 text(o->loss));
  command.flag("--csv", "Print CSV, with every seed", o->csv);
  command.action([o] {
    check(*o);
    gradients(*o);
  });
  return command;
}

}  // namespace fovea::cli
