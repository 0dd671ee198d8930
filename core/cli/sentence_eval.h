#pragma once

#include <string>

namespace fovea::cli {

/// What `fovea eval FILE.txt` prints of a file of sentences.
struct SentenceEvaluation {
  std::string file;
  std::string model;
  bool json = false;
  bool csv = false;
  double temperature = 1;
};

/// Whether a path is of sentences, by its ending.
bool isSentenceFile(const std::string& path);

/// Prints how the model reads the sentences. Throws std::runtime_error that names the file.
void evalSentences(const SentenceEvaluation& evaluation);

}  // namespace fovea::cli
