#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "commands.h"
#include "fovea/answers.h"
#include "text.h"
#include "text_batches.h"

namespace fovea::cli {
namespace {

struct EmbedOptions {
  std::string model;
  TextInput input;
  bool json = false;
};

void printJson(const RowVector& vector, const std::string& text, const std::string& pair) {
  nlohmann::ordered_json json{{"text", text}};
  if (!pair.empty()) json["pair"] = pair;
  json["vector"] = std::vector<Scalar>(vector.data(), vector.data() + vector.size());
  std::printf("%s\n", json.dump().c_str());
}

void printVector(const RowVector& vector) {
  for (Index i = 0; i < vector.size(); ++i)
    std::printf(i == 0 ? "%.9g" : " %.9g", static_cast<double>(vector(i)));
  std::printf("\n");
}

void embed(const EmbedOptions& options) {
  const Model model = readModelFor(options.input, options.model);
  const SentencePooling how = model.answers ? model.answers->sentence : SentencePooling();
  forEachBatch(model, options.input, [&](TextBatch& batch) {
    const Matrix vectors =
        sentenceVectors(how, model.encoder.output(batch.activations), batch.activations.sequences);
    for (std::size_t i = 0; i < batch.texts.size(); ++i) {
      const RowVector vector = vectors.row(static_cast<Index>(i));
      if (options.json)
        printJson(vector, batch.texts[i], options.input.pair);
      else
        printVector(vector);
    }
  });
}

}  // namespace

Command embedCommand() {
  const auto o = std::make_shared<EmbedOptions>();
  Command command("embed", "Print a vector for each text, as sentence-transformers would");
  command.required("--model FOLDER", "The model's folder, or a .safetensors file", text(o->model));
  command.repeatable("--text TEXT", "A text (default: every line of standard input)",
                     [o](const std::string& value) { o->input.texts.push_back(value); });
  command.option("--pair TEXT", "A second text for each, encoded together with it",
                 text(o->input.pair));
  addIntegersOption(command, o->input);
  command.flag("--json", "Print one line of JSON per text", o->json);
  command.action([o] { embed(*o); });
  return command;
}

}  // namespace fovea::cli
