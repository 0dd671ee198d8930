#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>

#include "commands.h"
#include "files.h"
#include "fovea/parameters.h"
#include "text.h"

namespace fovea::cli {
namespace {

std::string shapeText(const std::vector<Index>& shape) {
  std::string text;
  for (const Index size : shape) text += (text.empty() ? "" : " × ") + std::to_string(size);
  return text;
}

void printTensors(const SafetensorsFile& file) {
  std::size_t widest = 0;
  for (const auto& [name, entry] : file.tensors) widest = std::max(widest, name.size());
  std::printf("\ntensors\n");
  for (const auto& [name, entry] : file.tensors)
    std::printf("  %s  %-4s  %s\n", padded(printable(name), widest).c_str(), dtypeName(entry.dtype),
                shapeText(entry.shape).c_str());
}

void info(const std::string& path) {
  const std::unique_ptr<ByteSource> source = openSource(path);
  const Model model = readModelFile(path, *source);
  std::printf("parameters  %s\n", grouped(parameterCount(model.encoder.config())).c_str());
  std::printf("bytes       %s\n", grouped(static_cast<long long>(source->size())).c_str());
  std::printf("\nconfig\n%s\n", toJson(model.encoder.config()).c_str());
  if (!model.metadata.empty()) std::printf("\nmetadata\n");
  for (const auto& [key, value] : model.metadata)
    std::printf("  %s: %s\n", printable(key).c_str(), printable(value).c_str());
  printTensors(readSafetensors(*source));
}

}  // namespace

void addInfo(CLI::App& app) {
  const auto path = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("info", "Print what a model file holds");
  command->add_option("model", *path, "The .safetensors file")->required();
  command->callback([path] { info(*path); });
}

}  // namespace fovea::cli
