#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "command_line.h"
#include "fovea/model_file.h"

namespace fovea::cli {

/// Texts that are encoded together, and what the encoder made of them.
struct TextBatch {
  std::vector<std::string> texts;
  std::vector<Tokens> tokens;      ///< of each
  EncoderActivations activations;  ///< of all, end to end; nothing of them is captured
};

/// Texts that a command is given, or the lines of standard input where there are none.
struct TextInput {
  std::vector<std::string> texts;
  std::string pair;       ///< the second text of each, or empty
  bool integers = false;  ///< ModelOptions::integers
};

/// Adds --integers.
void addIntegersOption(Command& command, TextInput& input);

/// readModelFile of a path, for passes over these texts. Throws as it does, and
/// ModelError{kInvalidInput} where the file has no integers to multiply.
Model readModelFor(const TextInput& input, const std::string& path);

/// The next line of standard input, without its end. Returns how many bytes it took, 0 where there
/// is none.
std::size_t nextLine(std::string& line);

/// Encodes the texts in batches and hands each to `take`. How many are done is shown on standard
/// error where that is a terminal, with a bar if it is known how many there are. Throws
/// std::runtime_error for a text without any words.
void forEachBatch(const Model& model, const TextInput& input,
                  const std::function<void(TextBatch&)>& take);

}  // namespace fovea::cli
