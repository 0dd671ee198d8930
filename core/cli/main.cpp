#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "commands.h"
#include "fovea/kernels.h"
#include "fovea/threads.h"
#include "fovea/version.h"
#include "interrupt.h"
#include "text.h"

namespace fovea::cli {
namespace {

constexpr int kFailure = 1;     // a file, a model or an input is wrong
constexpr int kUsageError = 2;  // the command line is

void addThreads(Command& command) {
  command.option("--threads N",
                 "Use at most this many for one pass (default: what FOVEA_THREADS says in the "
                 "environment, or 1); the numbers stay the same",
                 [](const std::string& text) {
                   usePassThreads(static_cast<Index>(parseWholeNumber(text, 1, kLargestCount)));
                 });
}

std::vector<Command> allCommands() {
  std::vector<Command> all = {
      circuitCommand(), classifyCommand(), compareCommand(),   decodeCommand(), embedCommand(),
      encodeCommand(),  evalCommand(),     gradientsCommand(), headsCommand(),  infoCommand(),
      initCommand(),    sceneCommand(),    tilesCommand(),     trainCommand()};
  const std::set<std::string> withoutPass = {"info", "init", "scene", "train"};
  for (Command& command : all)
    if (withoutPass.count(command.name()) == 0) addThreads(command);
  return all;
}

std::string help(const std::vector<Command>& commands) {
  std::string text = "A Transformer encoder that shows what it computes.\n\n";
  for (const Command& command : commands)
    text += "  fovea " + padded(command.name(), 10) + command.summary() + "\n";
  return text +
         "\nfovea SUBCOMMAND --help lists a subcommand's options; fovea --version also prints "
         "which "
         "kernels compute here.\nAll " +
         kCounting + ".\n";
}

std::string versionAndKernels() {
  std::string others;
  for (const std::string& name : availableKernels())
    if (name != kernelsInUse()) others += (others.empty() ? "" : ", ") + name;
  return std::string("fovea ") + version() + "\nkernels: " + kernelsInUse() +
         (others.empty() ? "" : "; FOVEA_KERNELS in the environment may name " + others) + "\n";
}

const Command& find(const std::vector<Command>& commands, const std::string& name) {
  std::string known;
  for (const Command& command : commands) {
    if (command.name() == name) return command;
    known += (known.empty() ? "" : ", ") + command.name();
  }
  throw UsageError(printable(name) + ": no such subcommand; there are " + known);
}

// What was printed may still be in memory, and only now meet a full disk.
void finishOutput() {
  if (std::fflush(stdout) != 0)
    throw std::runtime_error(std::string("standard output: ") + std::strerror(errno));
  if (std::ferror(stdout) != 0)
    throw std::runtime_error("standard output: part of it could not be written");
}

void run(const std::vector<std::string>& arguments) {
  const std::vector<Command> commands = allCommands();
  if (arguments.empty()) throw UsageError("a subcommand is missing\n\n" + help(commands));
  if (arguments[0] == "--help" || arguments[0] == "-h")
    std::fputs(help(commands).c_str(), stdout);
  else if (arguments[0] == "--version")
    std::fputs(versionAndKernels().c_str(), stdout);
  else
    find(commands, arguments[0]).run({arguments.begin() + 1, arguments.end()});
  finishOutput();
}

int failure(int status, const char* message) {
  std::fprintf(stderr, "fovea: %s\n", message);
  return status;
}

int runToStatus(const std::vector<std::string>& arguments) {
  try {
    run(arguments);
    return 0;
  } catch (const UsageError& error) {
    return failure(kUsageError, error.what());
  } catch (const Interrupted& ended) {
    return failure(ended.exitCode(), ended.what());
  } catch (const std::bad_alloc&) {
    return failure(kFailure, "not enough memory");
  } catch (const std::exception& error) {
    return failure(kFailure, error.what());
  }
}

}  // namespace
}  // namespace fovea::cli

int main(int argc, char** argv) {
  return fovea::cli::runToStatus({argv + std::min(argc, 1), argv + argc});
}
