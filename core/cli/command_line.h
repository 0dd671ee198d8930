#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace fovea::cli {

/// A command line that does not say what to do. The message names what was given and what would do.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Stores the value of an option. Throws UsageError that says what the value must be; the command
/// puts the option and the value before it.
using Take = std::function<void(const std::string& value)>;

/// A subcommand: its options and what it does.
class Command {
 public:
  Command(std::string name, std::string summary);

  /// `spec` is "--name VALUE", or "VALUE" alone for an argument that has no name.
  void required(const std::string& spec, const std::string& help, Take take);
  void option(const std::string& spec, const std::string& help, Take take);
  /// May be given several times.
  void repeatable(const std::string& spec, const std::string& help, Take take);
  void flag(const std::string& name, const std::string& help, bool& set);
  void action(std::function<void()> run);

  const std::string& name() const { return name_; }
  const std::string& summary() const { return summary_; }
  std::string help() const;

  /// Reads the arguments, then runs the action; prints the help instead for --help. Throws
  /// UsageError, and what the action throws.
  void run(const std::vector<std::string>& arguments) const;

 private:
  struct Option {
    std::string name;   // empty for an argument without one
    std::string value;  // as the help calls it; empty for a flag
    std::string help;
    Take take;
    bool required = false;
    bool repeatable = false;

    std::string spec() const;
    void set(const std::string& text) const;
  };

  void add(const std::string& spec, const std::string& help, Take take, bool required,
           bool repeatable);
  const Option& find(const std::string& argument, std::size_t unnamed) const;

  std::string name_;
  std::string summary_;
  std::vector<Option> options_;
  std::function<void()> action_;
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
