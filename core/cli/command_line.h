#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace fovea::cli {

/// A command line that does not say what to do. The message names what was given and what would do.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Stores the value of an option. Throws UsageError that says what the value must be; the command
/// puts the option and the value before it.
using Take = std::function<void(const std::string& value)>;

/// A subcommand: its options and what it does. Copies are the same subcommand.
class Command {
 public:
  Command(const std::string& name, const std::string& summary);

  /// `spec` is "--name VALUE", or "VALUE" alone for a positional argument.
  void required(const std::string& spec, const std::string& help, const Take& take);
  void option(const std::string& spec, const std::string& help, const Take& take);
  /// May be given several times.
  void repeatable(const std::string& spec, const std::string& help, const Take& take);
  void flag(const std::string& name, const std::string& help, bool& set);
  void action(const std::function<void()>& run);

  const std::string& name() const;
  std::string summary() const;

  /// Parses the arguments, then runs the action; prints the help instead for --help. Throws
  /// UsageError, and what the action throws.
  void run(const std::vector<std::string>& arguments) const;

 private:
  CLI::Option& add(const std::string& spec, const std::string& help, const Take& take) const;

  std::shared_ptr<CLI::App> app_;
};

constexpr std::uint64_t kLargestCount = std::numeric_limits<std::int32_t>::max();

/// Throw UsageError for any other text.
std::uint64_t parseWholeNumber(const std::string& text, std::uint64_t least, std::uint64_t most);
double parseNumber(const std::string& text);  ///< finite, from 0 on

/// Targets may be std::optional.
template <typename Target>
Take wholeNumber(Target& to, std::uint64_t least = 0, std::uint64_t most = kLargestCount) {
  return [&to, least, most](const std::string& text) {
    const std::uint64_t number = parseWholeNumber(text, least, most);
    if constexpr (std::is_integral_v<Target>)
      to = static_cast<Target>(number);
    else
      to = static_cast<typename Target::value_type>(number);
  };
}

template <typename Target>
Take seed(Target& to) {
  return wholeNumber(to, 0, std::numeric_limits<std::uint64_t>::max());
}

template <typename Target>
Take number(Target& to) {
  return [&to](const std::string& value) { to = parseNumber(value); };
}

template <typename Target>
Take text(Target& to) {
  return [&to](const std::string& value) { to = value; };
}

}  // namespace fovea::cli
