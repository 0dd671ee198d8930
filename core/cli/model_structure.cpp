#include "model_structure.h"

#include <algorithm>
#include <cstdio>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "fovea/error.h"
#include "text.h"

namespace fovea::cli {

namespace {

std::vector<std::string> optionsIn(const std::string& list) {
  std::vector<std::string> options;
  std::istringstream text(list);
  for (std::string option; std::getline(text, option, ',');) options.push_back(option);
  return options;
}

}  // namespace

std::string trainedStructure(const Model& model) {
  const auto found = model.metadata.find("structure");
  if (found == model.metadata.end()) return "";
  const std::vector<std::string> usual = optionsIn(toText(Structure::of(model.encoder.config())));
  std::string own;
  for (const std::string& option : optionsIn(found->second))
    if (std::find(usual.begin(), usual.end(), option) == usual.end())
      own += (own.empty() ? "" : ",") + option;
  return own;
}

Structure runStructure(const std::string& path, const Model& model, const std::string& option) {
  const ModelConfig& config = model.encoder.config();
  const std::string trained = trainedStructure(model);
  if (!option.empty() || trained.empty()) return parseStructure(option, config);
  try {
    Structure structure = parseStructure(trained, config);
    std::fprintf(stderr, "fovea: note: running with %s, as the file says the model was trained\n",
                 printable(trained).c_str());
    return structure;
  } catch (const ModelError& error) {
    throw std::runtime_error(path + ": its metadata's " + printable(error.what()));
  }
}

void requireOwnStructure(const std::string& path, const Model& model) {
  const std::string trained = trainedStructure(model);
  if (!trained.empty())
    throw std::runtime_error(path + ": the model was trained with the structure " +
                             printable(trained) +
                             ", but would be measured without it; fovea encode uses it, and the "
                             "log of fovea train has measures with it");
}

}  // namespace fovea::cli
