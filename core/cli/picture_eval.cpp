#include "picture_eval.h"

#include <cstdio>
#include <filesystem>

#include "files.h"
#include "fovea/train/measure_table.h"
#include "fovea/train/picture_measures.h"
#include "model_structure.h"

namespace fovea::cli {
namespace {

PictureMeasures measured(const std::string& path, const Model& model, std::uint64_t seed) {
  return measurePictures(model.encoder, runStructure(path, model, ""), kPictureScenes, seed);
}

std::string stemOf(const std::string& path) { return std::filesystem::path(path).stem().string(); }

}  // namespace

void evalPictures(const PictureEvaluation& evaluation, const Model& model) {
  const PictureMeasures first = measured(evaluation.path, model, evaluation.seed);
  if (evaluation.json) {
    std::printf("%s\n", toJson(first).c_str());
    return;
  }
  std::vector<std::string> names = {stemOf(evaluation.path)};
  std::vector<std::vector<Measure>> columns = {measures(first)};
  for (const std::string& path : evaluation.beside) {
    names.push_back(stemOf(path));
    columns.push_back(measures(measured(path, readModelFile(path), evaluation.seed)));
  }
  std::printf("%s", measureTable(names, columns).c_str());
}

}  // namespace fovea::cli
