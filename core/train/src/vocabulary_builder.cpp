#include "fovea/train/vocabulary_builder.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "fovea/random.h"
#include "text_lines.h"

namespace fovea {
namespace {

// About 2.1 million words.
constexpr int kCorpusSentences = 230000;
constexpr int kTinySentences = 10000;

/// A word seen less often would hardly be learned and gets no piece of its own. Of the wide and the
/// broad corpus, as many words do as the shipped file has room for.
constexpr int leastCount(CorpusSize size) {
  return size == CorpusSize::kWide || size == CorpusSize::kBroad ? 7 : 4;
}

constexpr std::uint64_t kSeed = 1;

constexpr const char* kSpecials = "[PAD] [UNK] [CLS] [SEP] [MASK]";
constexpr const char* kLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
constexpr const char* kCommonPunctuation = ". , ? ! ' - : ; \" ( )";
constexpr const char* kSuffixes =
    "ing ed er est ly es 's n't ness ment tion able less ful ish ous ive al ic ity en er's ers ies "
    "ied th le el et an in on or ar at it is us um ck ch sh st nd ng nt ll ss ee oo ea ay";

std::vector<std::string> wordsByFrequency(const Corpus& corpus) {
  std::unordered_map<std::string, int> counts;
  Random random(kSeed);
  const int sentences = corpus.size() == CorpusSize::kTiny ? kTinySentences : kCorpusSentences;
  for (int i = 0; i < sentences; ++i)
    for (const std::string& word : corpus.draw(random, Split::kTraining).words) ++counts[word];
  std::vector<std::pair<std::string, int>> words;
  const int least = leastCount(corpus.size());
  std::copy_if(counts.begin(), counts.end(), std::back_inserter(words),
               [least](const auto& entry) { return entry.second >= least; });
  std::sort(words.begin(), words.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  std::vector<std::string> spelled;
  std::transform(words.begin(), words.end(), std::back_inserter(spelled),
                 [](const auto& entry) { return entry.first; });
  return spelled;
}

}  // namespace

Vocabulary buildVocabulary(const Corpus& corpus) {
  std::vector<std::string> pieces;
  std::unordered_set<std::string> added;
  const auto add = [&](const std::string& piece) {
    if (added.insert(piece).second) pieces.push_back(piece);
  };
  const std::string letters = kLetters;
  for (const std::string& piece : splitWords(kSpecials)) add(piece);
  for (const char c : letters) add(std::string(1, c));
  for (const std::string& piece : splitWords(kCommonPunctuation)) add(piece);
  for (const char c : letters) add(std::string("##") + c);
  for (const std::string& piece : splitWords(kSuffixes)) add("##" + piece);
  for (const std::string& word : wordsByFrequency(corpus)) add(word);

  std::string lines;
  for (const std::string& piece : pieces) lines += piece + "\n";
  return Vocabulary(lines);
}

}  // namespace fovea
