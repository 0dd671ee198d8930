#include "fovea/train/corpus.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "corpus_data.h"
#include "draw_from.h"
#include "fovea/error.h"

namespace fovea {

/// What a corpus is made from, in the formats of core/train/data.
struct CorpusTexts {
  std::string lexicon;
  std::string templates;
  std::string frames;
  std::string species;
  std::string deeds;
  std::string states;
  std::string worlds;
};

namespace {

std::string joined(TextParts parts) {
  std::string text;
  for (const char* part : parts) text += part;
  return text;
}

CorpusTexts textsOf(CorpusSize size) {
  if (size == CorpusSize::kTiny)
    return {kTinyLexiconText, kTinyTemplatesText, kTinyFramesText, "", "", "", ""};
  const bool broad = size == CorpusSize::kBroad;
  const bool wide = broad || size == CorpusSize::kWide;
  const std::string broadTemplates = broad ? joined(kBroadTemplatesText) : "";
  if (broad && broadTemplates.empty())
    refuse(ErrorCode::kInvalidConfig,
           "a page has no broad corpus; train on it with the program: fovea train --size shipped");
  return {std::string(kLexiconText) + kEverydayWordsText + (broad ? joined(kBroadWordsText) : ""),
          std::string(kTemplatesText) + kReferenceTemplatesText + kEverydayTemplatesText +
              (wide ? kWideTemplatesText : "") + broadTemplates,
          kFramesText,
          kSpeciesText,
          kDeedsText,
          kStatesText,
          (wide ? kWorldsText : "") +
              (broad ? joined(kBroadWorldsText) + joined(kBroadEncountersText) : "")};
}

ExpansionContext subjectContext(const WordTable& frame) { return {&frame, "about_subject", "n1"}; }
ExpansionContext objectContext(const WordTable& frame) { return {&frame, "about_object", "n2"}; }

bool differInAdjectiveAlone(const Sentence& a, const Sentence& b) {
  const std::size_t adjective = a.position("adj");
  if (a.words.size() != b.words.size() || adjective != b.position("adj")) return false;
  for (std::size_t i = 0; i < a.words.size(); ++i)
    if ((a.words[i] == b.words[i]) == (i == adjective)) return false;
  return true;
}

}  // namespace

const char* spelling(CorpusSize size) {
  switch (size) {
    case CorpusSize::kTiny:
      return "tiny";
    case CorpusSize::kWide:
      return "wide";
    case CorpusSize::kBroad:
      return "broad";
    default:
      return "full";
  }
}

CorpusSize parseCorpusSize(const std::string& text) {
  for (const CorpusSize size :
       {CorpusSize::kTiny, CorpusSize::kFull, CorpusSize::kWide, CorpusSize::kBroad})
    if (text == spelling(size)) return size;
  refuse(ErrorCode::kInvalidConfig,
         "there is no corpus \"" + text + "\"; there are tiny, full, wide and broad");
}

Corpus::Corpus(CorpusSize size) : Corpus(size, textsOf(size)) {}

Corpus::Corpus(CorpusSize size, const CorpusTexts& texts)
    : size_(size),
      lexicon_(texts.lexicon),
      splits_(lexicon_),
      grammar_(texts.templates, lexicon_),
      frames_(readTables(texts.frames, lexicon_)),
      species_(readTables(texts.species, lexicon_)),
      deeds_(readTables(texts.deeds, lexicon_)),
      worlds_(readTables(texts.worlds, lexicon_)),
      states_(readTables(texts.states, lexicon_)) {
  std::copy_if(frames_.begin(), frames_.end(), std::back_inserter(hindered_),
               [](const WordTable& table) {
                 const std::string& clause = table.fields.at("clause").front();
                 return clause == "refuse" || clause == "fail";
               });
  std::copy_if(worlds_.begin(), worlds_.end(), std::back_inserter(passive_),
               [](const WordTable& table) {
                 return table.fields.at("clause").front().rfind("wdeed", 0) == 0;
               });
  std::copy_if(species_.begin(), species_.end(), std::back_inserter(families_),
               [](const WordTable& table) { return table.has("young"); });
}

// The tables of a kind whose pronoun means what the subject or the object is; none: another kind.
const std::vector<WordTable>* Corpus::scenesOf(const std::string& kind) const {
  if (kind == "scene" || kind == "echo" || kind == "so") return &frames_;
  if (kind == "wish") return &hindered_;
  if (kind == "world") return &worlds_;
  return kind == "unseen" ? &passive_ : nullptr;
}

Sentence Corpus::expand(const std::string& kind, Random& random) const {
  const std::vector<WordTable>* scenes = scenesOf(kind);
  if (scenes != nullptr && !scenes->empty()) {
    const WordTable& frame = drawWeighted(*scenes, random);
    const bool subject = random.chance(0.5);
    return grammar_.expand(kind, random, subject ? subjectContext(frame) : objectContext(frame));
  }
  if (kind == "kind")
    return grammar_.expand(kind, random, {&drawWeighted(species_, random), "", ""});
  if (kind == "young")
    return grammar_.expand(kind, random, {&drawWeighted(families_, random), "", ""});
  if (kind == "everyday")
    return grammar_.expand(kind, random, {&drawWeighted(deeds_, random), "", ""});
  if (kind == "state")
    return grammar_.expand(kind, random, {&drawWeighted(states_, random), "", ""});
  return grammar_.expand(kind, random);
}

Sentence Corpus::draw(Random& random, Split split) const {
  return drawOfKind(grammar_.drawKind(random), random, split);
}

Sentence Corpus::drawOfKind(const std::string& kind, Random& random, Split split) const {
  while (true) {
    Sentence sentence = expand(kind, random);
    const bool fits = split == Split::kTraining ? splits_.allowsTraining(sentence.words)
                                                : splits_.holdsPair(sentence.words, split);
    if (fits) return sentence;
  }
}

Split Corpus::pairOf(const Sentence& sentence, const std::string& a, const std::string& b) const {
  const int first = lexicon_.contentIndex(sentence.words[sentence.position(a)]);
  const int second = lexicon_.contentIndex(sentence.words[sentence.position(b)]);
  // A phrase such as "made of steel" is not a content word, so it forms no pair.
  return first < 0 || second < 0 ? Split::kTraining : splits_.of(first, second);
}

std::pair<Sentence, Sentence> Corpus::drawScenePair(Random& random, Split split) const {
  while (true) {
    const WordTable& frame = drawWeighted(frames_, random);
    Random twin = random;
    Sentence subject = grammar_.expand("scene", random, subjectContext(frame));
    if (pairOf(subject, "n1", "n2") != split) continue;
    Sentence object = grammar_.expand("scene", twin, objectContext(frame));
    const bool adjectivesFit =
        pairOf(subject, "n1", "adj") == split && pairOf(object, "n2", "adj") == split;
    if (!adjectivesFit && size_ != CorpusSize::kTiny) continue;
    if (differInAdjectiveAlone(subject, object)) return {std::move(subject), std::move(object)};
  }
}

std::string nonceWord(Random& random) {
  static const std::array<const char*, 14> onsets = {"b", "d",  "f",  "g",  "k",  "l",  "m",
                                                     "p", "br", "gl", "sn", "tr", "fl", "z"};
  static const std::array<const char*, 6> vowels = {"a", "e", "i", "o", "u", "oo"};
  static const std::array<const char*, 8> codas = {"", "", "k", "n", "p", "x", "rd", "lt"};
  std::string word;
  const std::uint64_t syllables = 2 + random.below(2);
  for (std::uint64_t i = 0; i < syllables; ++i) {
    word += drawFrom(onsets, random);
    word += drawFrom(vowels, random);
  }
  return word + drawFrom(codas, random);
}

}  // namespace fovea
