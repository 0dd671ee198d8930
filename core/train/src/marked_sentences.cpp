#include "fovea/train/marked_sentences.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "fovea/error.h"
#include "text_lines.h"

namespace fovea {
namespace {

constexpr std::size_t kBins = 10;
constexpr double kZ = 1.959963984540054;  // of 95 %

[[noreturn]] void refuse(std::size_t line, const std::string& reason) {
  refuse(ErrorCode::kInvalidInput, "line " + std::to_string(line) + ": " + reason);
}

const std::string kTrailingMarks = ".,;:!?";

/// A word of the file without its mark, and the punctuation at its end as words of their own.
std::vector<std::string> withoutPunctuation(std::string word) {
  std::vector<std::string> parts;
  while (word.size() > 1 && kTrailingMarks.find(word.back()) != std::string::npos) {
    parts.emplace_back(1, word.back());
    word.pop_back();
  }
  parts.push_back(word);
  std::reverse(parts.begin(), parts.end());
  return parts;
}

/// The places that are marked, while a line is read.
struct Marks {
  std::vector<std::size_t> pronouns;
  std::vector<std::size_t> antecedents;
  std::vector<std::size_t> candidates;
};

void checkMarks(const Marks& marks, std::size_t line) {
  const auto once = [line](const std::vector<std::size_t>& places, const char* what) {
    if (places.size() == 1) return;
    refuse(line, (places.empty() ? "no word" : std::to_string(places.size()) + " words") +
                     " marked " + what +
                     "; mark one, as in: the +cat chased the -mouse because ~it was hungry");
  };
  once(marks.pronouns, "~ (the pronoun)");
  once(marks.antecedents, "+ (what the pronoun means)");
}

PronounCase parseSentence(const std::string& text, std::size_t line) {
  PronounCase one;
  Marks marks;
  for (const std::string& word : splitWords(text)) {
    const std::size_t position = one.words.size();
    const char mark = std::string("~+-").find(word[0]) == std::string::npos ? '\0' : word[0];
    if (mark != '\0' && word.size() == 1)
      refuse(line, "\"" + word + "\" stands alone; it marks the word right after it");
    if (mark == '~') marks.pronouns.push_back(position);
    if (mark == '+') marks.antecedents.push_back(position);
    if (mark == '+' || mark == '-') marks.candidates.push_back(position);
    for (const std::string& part : withoutPunctuation(mark == '\0' ? word : word.substr(1)))
      one.words.push_back(part);
  }
  checkMarks(marks, line);
  one.reference = {marks.pronouns.front(), marks.antecedents.front(), marks.candidates};
  return one;
}

Share shareOf(const std::vector<ReadSentence>& sentences, const std::string* kind,
              bool ReadSentence::*right) {
  Share share;
  for (const ReadSentence& each : sentences) {
    if (kind != nullptr && each.kind != *kind) continue;
    ++share.of;
    if (each.*right) ++share.right;
  }
  return share;
}

KindScore scoreOfKind(const std::vector<ReadSentence>& sentences, const std::string* kind,
                      bool withHead) {
  KindScore score;
  if (kind != nullptr) score.kind = *kind;
  score.byOutput = shareOf(sentences, kind, &ReadSentence::right);
  if (withHead) score.byHead = shareOf(sentences, kind, &ReadSentence::headRight);
  return score;
}

std::vector<std::string> kindsIn(const std::vector<ReadSentence>& sentences) {
  std::vector<std::string> kinds;
  for (const ReadSentence& each : sentences)
    if (std::find(kinds.begin(), kinds.end(), each.kind) == kinds.end()) kinds.push_back(each.kind);
  return kinds;
}

std::vector<CalibrationBin> binsOf(const std::vector<ReadSentence>& sentences) {
  std::vector<CalibrationBin> bins(kBins);
  for (const ReadSentence& each : sentences) {
    const auto at = static_cast<std::size_t>(each.confidence * static_cast<double>(kBins));
    CalibrationBin& bin = bins[std::min(at, kBins - 1)];
    ++bin.answers;
    bin.confidence += each.confidence;
    bin.right += each.right ? 1 : 0;
  }
  for (CalibrationBin& bin : bins) {
    const double count = std::max<double>(1, static_cast<double>(bin.answers));
    bin.confidence /= count;
    bin.right /= count;
  }
  return bins;
}

std::optional<double> meanConfidence(const std::vector<ReadSentence>& sentences, bool right) {
  double sum = 0;
  Index count = 0;
  for (const ReadSentence& each : sentences) {
    if (each.right != right) continue;
    sum += each.confidence;
    ++count;
  }
  if (count == 0) return std::nullopt;
  return sum / static_cast<double>(count);
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words)
    text += (text.empty() || kTrailingMarks.find(word[0]) != std::string::npos ? "" : " ") + word;
  return text;
}

ReadSentence readSentence(SentenceReader& reader, const Vocabulary& vocabulary,
                          const MarkedSentence& sentence, std::optional<std::size_t> head) {
  const PronounReading reading = reader.read(sentence.pronoun);
  const auto& words = sentence.pronoun.words;
  ReadSentence read;
  read.line = sentence.line;
  read.kind = sentence.kind;
  read.text = joined(words);
  read.antecedent = words[sentence.pronoun.reference.antecedent];
  read.answer = vocabulary.piece(static_cast<std::int32_t>(reading.answer));
  read.confidence = reading.confidence;
  read.right = reading.byOutput;
  read.headRight = head && reading.heads[*head].right;
  return read;
}

/// Wilson's interval: its centre, and half its width times `side`.
double wilson(const Share& share, double side) {
  const auto n = static_cast<double>(share.of);
  const double p = share.share();
  const double half = kZ * std::sqrt(p * (1 - p) / n + kZ * kZ / (4 * n * n));
  return (p + kZ * kZ / (2 * n) + side * half) / (1 + kZ * kZ / n);
}

}  // namespace

double Share::share() const {
  return static_cast<double>(right) / std::max<double>(1, static_cast<double>(of));
}

double Share::low() const { return of == 0 ? 0 : std::max(0.0, wilson(*this, -1)); }

double Share::high() const { return of == 0 ? 1 : std::min(1.0, wilson(*this, 1)); }

std::vector<MarkedSentence> parseMarkedSentences(const std::string& text) {
  std::vector<MarkedSentence> sentences;
  std::istringstream stream(text);
  std::string kind;
  std::size_t number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (dataLines(line).empty()) continue;
    if (line[0] == '[') {
      const std::size_t end = line.find(']');
      if (end == std::string::npos || end == 1) refuse(number, "a kind is written as [passive]");
      kind = line.substr(1, end - 1);
      continue;
    }
    sentences.push_back({number, kind, parseSentence(line, number)});
  }
  return sentences;
}

SentenceScores measureSentences(const Encoder& encoder, const Tokenizer& tokenizer,
                                const std::vector<MarkedSentence>& sentences,
                                std::optional<std::size_t> head) {
  if (sentences.empty())
    refuse(
        ErrorCode::kInvalidInput,
        "there are no sentences; write one to a line, as: the +cat chased the -mouse because ~it "
        "was hungry");
  SentenceScores scores;
  SentenceReader reader(encoder, tokenizer);
  for (const MarkedSentence& each : sentences) {
    try {
      scores.sentences.push_back(readSentence(reader, tokenizer.vocabulary(), each, head));
    } catch (const ModelError& error) {
      refuse(error.code(), "line " + std::to_string(each.line) + ": " + error.what());
    }
  }
  for (const std::string& kind : kindsIn(scores.sentences))
    if (!kind.empty())
      scores.kinds.push_back(scoreOfKind(scores.sentences, &kind, head.has_value()));
  scores.kinds.push_back(scoreOfKind(scores.sentences, nullptr, head.has_value()));
  scores.bins = binsOf(scores.sentences);
  for (const CalibrationBin& bin : scores.bins)
    scores.calibrationError += static_cast<double>(bin.answers) *
                               std::abs(bin.confidence - bin.right) /
                               static_cast<double>(sentences.size());
  scores.confidenceRight = meanConfidence(scores.sentences, true);
  scores.confidenceWrong = meanConfidence(scores.sentences, false);
  return scores;
}

std::optional<std::size_t> showcaseHeadOf(const Model& model) {
  const auto found = model.metadata.find("showcase");
  if (found == model.metadata.end()) return std::nullopt;
  const auto named = nlohmann::json::parse(found->second, nullptr, false);
  if (!named.is_object()) return std::nullopt;
  const ModelConfig& config = model.encoder.config();
  const Index layer = named.value("layer", Index{-1});
  const Index head = named.value("head", Index{-1});
  if (layer < 0 || layer >= config.layers || head < 0 || head >= config.heads) return std::nullopt;
  return static_cast<std::size_t>(layer * config.heads + head);
}

}  // namespace fovea
