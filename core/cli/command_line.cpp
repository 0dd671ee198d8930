#include "command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "text.h"

namespace fovea::cli {
namespace {

constexpr std::size_t kHelpColumn = 26;

const std::string kFlagSet = "true";  // what CLI11 gives for a flag without a value

/// All but --help.
std::vector<const CLI::Option*> optionsOf(const CLI::App& app) {
  return app.get_options([&](const CLI::Option* option) { return option != app.get_help_ptr(); });
}

std::string specOf(const CLI::Option& option) {
  const std::string& value = option.get_option_text();
  return option.get_name() + (value.empty() ? "" : " ") + value;
}

class PlainHelp : public CLI::Formatter {
 public:
  PlainHelp() { column_width(kHelpColumn); }

  std::string make_help(const CLI::App* app, std::string /*name*/,
                        CLI::AppFormatMode /*mode*/) const override {
    std::string text = "fovea " + app->get_name() + ": " + app->get_description() + "\n\n";
    for (const CLI::Option* option : optionsOf(*app))
      text += make_option(option, option->get_positional());
    return text + make_option(app->get_help_ptr(), false);
  }

  std::string make_option_opts(const CLI::Option* option) const override {
    return specOf(*option).substr(option->get_name().size());
  }

  std::string make_option_desc(const CLI::Option* option) const override {
    return option->get_description() + (option->get_required() ? " (required)" : "");
  }
};

/// The arguments in reverse, as CLI11 takes them. "--name=" becomes "--name" and an empty value:
/// CLI11 would take the next argument for the value.
std::vector<std::string> prepared(const CLI::App& app, const std::vector<std::string>& arguments) {
  std::vector<std::string> reversed;
  for (auto argument = arguments.rbegin(); argument != arguments.rend(); ++argument) {
    const std::string name = argument->substr(0, argument->find('='));
    const CLI::Option* const option = app.get_option_no_throw(name);
    if (option != nullptr && option->get_expected_max() > 0 && *argument == name + "=") {
      reversed.emplace_back();
      reversed.push_back(name);
    } else {
      reversed.push_back(*argument);
    }
  }
  return reversed;
}

std::string quotedIfEmpty(const std::string& text) { return text.empty() ? "''" : printable(text); }

std::string unknownArgument(const CLI::App& app, const std::string& argument) {
  const bool named = argument.size() > 1 && argument[0] == '-';
  std::string known;
  for (const CLI::Option* option : optionsOf(app))
    known += (known.empty() ? "" : ", ") + specOf(*option);
  return quotedIfEmpty(argument) + ": fovea " + app.get_name() + " has no such " +
         (named ? "option" : "argument") + "; it has " + known;
}

/// For CLI::ArgumentMismatch: an option is given too often, or the last one lacks its value.
std::string wrongCount(const CLI::App& app, const std::string& lastArgument) {
  for (const CLI::Option* option : optionsOf(app)) {
    if (option->count() > 1 && option->get_multi_option_policy() == CLI::MultiOptionPolicy::Throw)
      return option->get_name() + " is given twice";
  }
  return lastArgument + " needs a value: " + specOf(*app.get_option(lastArgument));
}

/// For CLI::ExtrasError and CLI::RequiredError. What is unknown comes first: it may be a misspelt
/// name of what is missing.
std::string unknownOrMissing(const CLI::App& app, const CLI::ParseError& error) {
  for (const std::string& argument : app.remaining()) {
    if (argument != "--") return unknownArgument(app, argument);
  }
  for (const CLI::Option* option : optionsOf(app)) {
    if (option->get_required() && option->count() == 0)
      return specOf(*option) + " is missing: " + option->get_description();
  }
  return error.what();
}

}  // namespace

Command::Command(const std::string& name, const std::string& summary)
    : app_(std::make_shared<CLI::App>(summary, name)) {
  app_->set_help_flag("-h,--help", "Print this help");
  app_->formatter(std::make_shared<PlainHelp>());
}

CLI::Option& Command::add(const std::string& spec, const std::string& help,
                          const Take& take) const {
  const std::size_t space = std::min(spec.find(' '), spec.size());
  const std::string name = spec.substr(0, space);
  const auto takeAll = [name, take](const CLI::results_t& values) {
    for (const std::string& value : values) {
      try {
        take(value);
      } catch (const UsageError& error) {
        throw UsageError(name + " " + quotedIfEmpty(value) + ": " + error.what());
      }
    }
    return true;
  };
  CLI::Option* const option = app_->add_option(name, CLI::callback_t(takeAll), help);
  if (space < spec.size()) option->option_text(spec.substr(space + 1));
  return *option;
}

void Command::required(const std::string& spec, const std::string& help, const Take& take) {
  add(spec, help, take).required();
}

void Command::option(const std::string& spec, const std::string& help, const Take& take) {
  add(spec, help, take);
}

void Command::repeatable(const std::string& spec, const std::string& help, const Take& take) {
  add(spec, help, take).multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void Command::flag(const std::string& name, const std::string& help, bool& set) {
  const auto take = [&set, name](const CLI::results_t& values) {
    if (values.front() != kFlagSet) throw UsageError(name + " takes no value");
    return set = true;
  };
  app_->add_option(name, CLI::callback_t(take), help)->expected(0);
}

void Command::action(const std::function<void()>& run) { app_->callback(run); }

const std::string& Command::name() const { return app_->get_name(); }

std::string Command::summary() const { return app_->get_description(); }

void Command::run(const std::vector<std::string>& arguments) const {
  try {
    app_->parse(prepared(*app_, arguments));
  } catch (const CLI::CallForHelp&) {
    std::fputs(app_->help().c_str(), stdout);
  } catch (const CLI::ArgumentMismatch&) {
    throw UsageError(wrongCount(*app_, arguments.back()));
  } catch (const CLI::ParseError& error) {
    throw UsageError(unknownOrMissing(*app_, error));
  }
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
    throw UsageError("must be a number, 0 or more");
  return number;
}

}  // namespace fovea::cli
