#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>

#include "commands.h"
#include "files.h"
#include "fovea/parameters.h"
#include "text.h"

namespace fovea::cli {
namespace {

struct Contents {
  Model model;
  SafetensorsFile file;
  std::size_t bytes;
};

// The source is gone before anything is printed: what it says of its progress comes first.
Contents readContents(const std::string& path) {
  const std::unique_ptr<ByteSource> source = openSource(path);
  Model model = readModelFile(path, *source);
  return {std::move(model), readSafetensors(*source), source->size()};
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
  const auto [model, file, bytes] = readContents(path);
  std::printf("parameters  %s\n", grouped(parameterCount(model.encoder.config())).c_str());
  std::printf("bytes       %s\n", grouped(static_cast<long long>(bytes)).c_str());
  std::printf("\nconfig\n%s\n", toJson(model.encoder.config()).c_str());
  if (!model.metadata.empty()) std::printf("\nmetadata\n");
  for (const auto& [key, value] : model.metadata)
    std::printf("  %s: %s\n", printable(key).c_str(), printable(value).c_str());
  printTensors(file);
}

}  // namespace

Command infoCommand() {
  const auto path = std::make_shared<std::string>();
  Command command("info", "Print what a model file holds");
  command.required("FILE", "The .safetensors file", text(*path));
  command.action([path] { info(*path); });
  return command;
}

}  // namespace fovea::cli
