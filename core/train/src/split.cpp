#include "fovea/train/split.h"

#include <algorithm>
#include <array>
#include <utility>

namespace fovea {
namespace {

constexpr std::uint32_t kModulus = 12;

const std::array<std::pair<const char*, const char*>, 6> kHeldOutByName = {{{"animal", "street"},
                                                                            {"animal", "tired"},
                                                                            {"street", "wide"},
                                                                            {"suitcase", "trophy"},
                                                                            {"big", "trophy"},
                                                                            {"small", "suitcase"}}};

std::uint32_t fnv1a32(const std::string& text) {
  std::uint32_t hash = 2166136261U;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 16777619U;
  }
  return hash;
}

}  // namespace

Split pairSplit(const std::string& a, const std::string& b) {
  const auto ordered = std::minmax(a, b);
  for (const auto& forced : kHeldOutByName)
    if (ordered.first == forced.first && ordered.second == forced.second) return Split::kHeldOut;
  switch (fnv1a32(ordered.first + "|" + ordered.second) % kModulus) {
    case 0:
      return Split::kHeldOut;
    case 1:
      return Split::kValidation;
    default:
      return Split::kTraining;
  }
}

PairSplits::PairSplits(const Lexicon& lexicon)
    : lexicon_(lexicon),
      count_(lexicon.contentWords().size()),
      splits_(count_ * count_, Split::kTraining) {
  const std::vector<ContentWord>& words = lexicon.contentWords();
  for (std::size_t i = 0; i < count_; ++i) {
    for (std::size_t j = 0; j < count_; ++j) {
      if (i != j && (words[i].noun || words[j].noun))
        splits_[i * count_ + j] = pairSplit(words[i].lemma, words[j].lemma);
    }
  }
}

Split PairSplits::of(int a, int b) const {
  return splits_[static_cast<std::size_t>(a) * count_ + static_cast<std::size_t>(b)];
}

std::vector<int> PairSplits::contentOf(const std::vector<std::string>& words) const {
  std::vector<int> content;
  for (const std::string& word : words) {
    const int index = lexicon_.contentIndex(word);
    if (index >= 0) content.push_back(index);
  }
  return content;
}

bool PairSplits::allowsTraining(const std::vector<std::string>& words) const {
  const std::vector<int> content = contentOf(words);
  for (std::size_t i = 0; i < content.size(); ++i)
    for (std::size_t j = i + 1; j < content.size(); ++j)
      if (of(content[i], content[j]) != Split::kTraining) return false;
  return true;
}

bool PairSplits::holdsPair(const std::vector<std::string>& words, Split split) const {
  const std::vector<int> content = contentOf(words);
  for (std::size_t i = 0; i < content.size(); ++i)
    for (std::size_t j = i + 1; j < content.size(); ++j)
      if (of(content[i], content[j]) == split) return true;
  return false;
}

}  // namespace fovea
