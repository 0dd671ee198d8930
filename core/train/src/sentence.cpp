#include "fovea/train/sentence.h"

namespace fovea {

std::string Sentence::text() const {
  std::string text;
  for (const std::string& word : words) {
    const bool attached = word == "." || word == "?" || word == "!" || word == ",";
    if (!text.empty() && !attached) text += ' ';
    text += word;
  }
  return text;
}

std::size_t Sentence::position(const std::string& name) const {
  for (const NamedWord& word : names)
    if (word.name == name) return word.position;
  return words.size();
}

}  // namespace fovea
