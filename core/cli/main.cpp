#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <new>

#include "commands.h"

namespace {

constexpr int kFailure = 1;     // a file, a model or an input is wrong
constexpr int kUsageError = 2;  // the command line is

int failure(const char* message) {
  std::fprintf(stderr, "fovea: %s\n", message);
  return kFailure;
}

int run(int argc, char** argv) {
  CLI::App app("A Transformer encoder that shows what it computes.", "fovea");
  app.require_subcommand(1);
  fovea::cli::addEncode(app);
  fovea::cli::addEval(app);
  fovea::cli::addInfo(app);
  fovea::cli::addInit(app);
  fovea::cli::addTrain(app);
  try {
    app.parse(argc, argv);
    return 0;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kUsageError;
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    return failure("not enough memory");
  } catch (const std::exception& error) {
    return failure(error.what());
  }
}
