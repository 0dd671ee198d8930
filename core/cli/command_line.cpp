#include "command_line.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "text.h"

namespace fovea::cli {
namespace {

constexpr std::size_t kHelpColumn = 22;

bool isOption(const std::string& argument) { return argument.size() > 1 && argument[0] == '-'; }

std::string helpLine(const std::string& spec, const std::string& help) {
  return "  " + padded(spec, kHelpColumn) + "  " + help + "\n";
}

}  // namespace

Command::Command(std::string name, std::string summary)
    : name_(std::move(name)), summary_(std::move(summary)) {}

std::string Command::Option::spec() const {
  return name + (name.empty() || value.empty() ? "" : " ") + value;
}

void Command::Option::set(const std::string& text) const {
  try {
    take(text);
  } catch (const UsageError& error) {
    throw UsageError((name.empty() ? value : name) + " " + (text.empty() ? "''" : printable(text)) +
                     ": " + error.what());
  }
}

void Command::add(const std::string& spec, const std::string& help, Take take, bool required,
                  bool repeatable) {
  const std::size_t space = spec.find(' ');
  const bool named = isOption(spec);
  options_.push_back({named ? spec.substr(0, space) : "",
                      named ? (space == std::string::npos ? "" : spec.substr(space + 1)) : spec,
                      help, std::move(take), required, repeatable});
}

void Command::required(const std::string& spec, const std::string& help, Take take) {
  add(spec, help, std::move(take), true, false);
}

void Command::option(const std::string& spec, const std::string& help, Take take) {
  add(spec, help, std::move(take), false, false);
}

void Command::repeatable(const std::string& spec, const std::string& help, Take take) {
  add(spec, help, std::move(take), false, true);
}

void Command::flag(const std::string& name, const std::string& help, bool& set) {
  add(
      name, help, [&set](const std::string&) { set = true; }, false, false);
}

void Command::action(std::function<void()> run) { action_ = std::move(run); }

std::string Command::help() const {
  std::string text = "fovea " + name_ + ": " + summary_ + "\n\n";
  for (const Option& option : options_)
    text += helpLine(option.spec(), option.help + (option.required ? " (required)" : ""));
  return text + helpLine("--help", "Print this");
}

// The option that an argument names, or the argument without a name that comes after `unnamed`.
const Command::Option& Command::find(const std::string& argument, std::size_t unnamed) const {
  const bool named = isOption(argument);
  std::string known;
  for (const Option& option : options_) {
    if (named && option.name == argument) return option;
    if (!named && option.name.empty() && unnamed-- == 0) return option;
    known += (known.empty() ? "" : ", ") + option.spec();
  }
  throw UsageError(printable(argument) + ": fovea " + name_ + " takes no such " +
                   (named ? "option" : "argument") + "; it takes " + known);
}

void Command::run(const std::vector<std::string>& arguments) const {
  std::vector<const Option*> given;
  std::size_t unnamed = 0;
  for (auto argument = arguments.begin(); argument != arguments.end(); ++argument) {
    if (*argument == "--help" || *argument == "-h") {
      std::fputs(help().c_str(), stdout);
      return;
    }
    const bool named = isOption(*argument);
    const std::size_t equals = named ? argument->find('=') : std::string::npos;
    const Option& option = find(argument->substr(0, equals), unnamed);
    if (!named) ++unnamed;
    if (!option.repeatable && std::find(given.begin(), given.end(), &option) != given.end())
      throw UsageError(option.name + " is given twice");
    given.push_back(&option);
    if (equals != std::string::npos) {
      if (option.value.empty()) throw UsageError(option.name + " takes no value");
      option.set(argument->substr(equals + 1));
    } else {
      if (named && !option.value.empty() && ++argument == arguments.end())
        throw UsageError(option.name + " needs a value: " + option.spec());
      option.set(*argument);
    }
  }
  for (const Option& option : options_)
    if (option.required && std::find(given.begin(), given.end(), &option) == given.end())
      throw UsageError(option.spec() + " is missing: " + option.help);
  action_();
}

std::uint64_t parseWholeNumber(const std::string& text, std::uint64_t least, std::uint64_t most) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end || number < least || number > most)
    throw UsageError("must be a whole number from " + std::to_string(least) + " to " +
                     std::to_string(most));
  return number;
}

double parseNumber(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (text.empty() || end != text.c_str() + text.size() || !std::isfinite(number) || number < 0)
    throw UsageError("must be a number from 0 on");
  return number;
}

}  // namespace fovea::cli
