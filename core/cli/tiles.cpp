#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "commands.h"
#include "files.h"
#include "fovea/cost.h"
#include "model_structure.h"
#include "text.h"

// The same pass with all scores at once and tile by tile: the same numbers, in memory that grows
// with n² or with n. Each pass is made by a process of its own, whose memory is measured.
namespace fovea::cli {
namespace {

// Positions that are not learned go on beyond those that the model was trained with.
constexpr Index kMostTokens = 65536;
constexpr Index kFirst = 64;
constexpr Index kLastByDefault = 2048;

struct TilesOptions {
  std::string model;
  std::string structure;
  std::optional<Index> tokens;
};

struct MeasuredPass {
  double bytes;  ///< what the process grew by, at its largest
  double milliseconds;
  std::vector<Scalar> output;
};

double peakBytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
#ifdef __APPLE__
  constexpr double kUnit = 1;
#else
  constexpr double kUnit = 1024;
#endif
  return kUnit * static_cast<double>(usage.ru_maxrss);
}

MeasuredPass measure(const Encoder& encoder, const TokenIds& ids, const ForwardOptions& options) {
  using Clock = std::chrono::steady_clock;
  const double before = peakBytes();
  EncoderActivations activations;
  encoder.forward(ids, activations, options);
  const double bytes = peakBytes() - before;
  const auto start = Clock::now();
  encoder.forward(ids, activations, options);  // in memory that is there
  const std::chrono::duration<double, std::milli> time = Clock::now() - start;
  const Matrix& output = encoder.output(activations);
  return {bytes, time.count(), {output.data(), output.data() + output.size()}};
}

void writeAll(std::FILE* to, const void* data, std::size_t size) {
  if (std::fwrite(data, 1, size, to) != size) _exit(1);
}

[[noreturn]] void measureInto(std::FILE* to, const Encoder& encoder, const TokenIds& ids,
                              const ForwardOptions& options) {
  try {
    const MeasuredPass pass = measure(encoder, ids, options);
    writeAll(to, &pass.bytes, sizeof pass.bytes);
    writeAll(to, &pass.milliseconds, sizeof pass.milliseconds);
    writeAll(to, pass.output.data(), pass.output.size() * sizeof(Scalar));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fovea: %s\n", error.what());
    _exit(1);
  }
  _exit(std::fclose(to) == 0 ? 0 : 1);
}

/// In a process of its own, so that one pass's memory is not the other's.
MeasuredPass measureApart(const Encoder& encoder, const TokenIds& ids,
                          const ForwardOptions& options) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("could not open a pipe to measure memory with");
  const pid_t child = fork();
  if (child == 0) measureInto(fdopen(ends[1], "wb"), encoder, ids, options);
  close(ends[1]);
  MeasuredPass pass{0, 0, {}};
  pass.output.resize(ids.size() * static_cast<std::size_t>(encoder.config().dModel));
  std::FILE* const from = fdopen(ends[0], "rb");
  const bool whole = child > 0 && std::fread(&pass.bytes, sizeof pass.bytes, 1, from) == 1 &&
                     std::fread(&pass.milliseconds, sizeof pass.milliseconds, 1, from) == 1 &&
                     std::fread(pass.output.data(), sizeof(Scalar), pass.output.size(), from) ==
                         pass.output.size();
  std::fclose(from);
  int status = 0;
  if (child > 0) waitpid(child, &status, 0);
  if (!whole || status != 0)
    throw std::runtime_error("the pass over " + std::to_string(ids.size()) +
                             " tokens did not finish; is there enough memory?");
  return pass;
}

double largestDifference(const MeasuredPass& a, const MeasuredPass& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.output.size(); ++i)
    largest = std::max(largest, static_cast<double>(std::abs(a.output[i] - b.output[i])));
  return largest;
}

/// Any pieces will do: of the numbers only their amount counts here.
TokenIds someIds(Index count, const ModelConfig& config) {
  TokenIds ids;
  for (Index i = 0; i < count; ++i) ids.push_back(static_cast<std::int32_t>(i % config.vocabSize));
  return ids;
}

void printRow(const Encoder& encoder, Index n, ForwardOptions options) {
  constexpr double kMega = 1e6;
  const TokenIds ids = someIds(n, encoder.config());
  options.capture = Capture::kAllLayers;
  const MeasuredPass whole = measureApart(encoder, ids, options);
  options.capture = Capture::kNone;
  const MeasuredPass tiles = measureApart(encoder, ids, options);
  std::printf("%6td  %10.3f %10.3f  %10.1f %10.1f  %9.2f %9.2f  %.1e\n", n,
              static_cast<double>(scoreBytes(encoder.config(), n)) / kMega,
              static_cast<double>(tiledScoreBytes()) / kMega, whole.bytes / kMega,
              tiles.bytes / kMega, whole.milliseconds, tiles.milliseconds,
              largestDifference(whole, tiles));
}

void tiles(const TilesOptions& options) {
  const Model model = readModelFile(options.model);
  ModelConfig config = model.encoder.config();
  const bool learned = config.positions == PositionEmbedding::kAbsolute;
  const Index most = learned ? config.maxPositions : kMostTokens;
  const Index last = options.tokens.value_or(std::min(most, kLastByDefault));
  if (options.tokens && *options.tokens > most)
    throw std::runtime_error("--tokens " + std::to_string(*options.tokens) +
                             ": the model takes at most " + std::to_string(most));
  ForwardOptions forward;
  forward.structure = runStructure(options.model, model, options.structure);
  config.maxPositions = std::max(config.maxPositions, last);
  const Encoder encoder(config, model.encoder.weights());
  std::printf(
      "        scores of a layer, MB   memory of the pass, MB           time, ms  largest\n"
      "tokens  captured   in tiles    captured   in tiles   captured  in tiles  difference\n");
  for (Index n = options.tokens ? last : std::min(kFirst, last);; n = std::min(2 * n, last)) {
    printRow(encoder, n, forward);
    if (n == last) break;
  }
}

}  // namespace

Command tilesCommand() {
  const auto o = std::make_shared<TilesOptions>();
  Command command("tiles", "Compare attention with all scores at once and tile by tile");
  command.required("--model FILE", "The .safetensors file", text(o->model));
  command.option("--tokens N",
                 "Number of tokens (default: 64, 128, … up to 2048 or the model's limit)",
                 wholeNumber(o->tokens, 1));
  command.option("--structure LIST", "As in fovea encode", text(o->structure));
  command.action([o] { tiles(*o); });
  return command;
}

}  // namespace fovea::cli
