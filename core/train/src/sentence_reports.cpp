#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include "fovea/train/marked_sentences.h"

namespace fovea {
namespace {

std::string ofShare(const Share& share) {
  std::array<char, 96> text{};
  std::snprintf(text.data(), text.size(), "%3td of %-3td  %.2f  (%.2f to %.2f)", share.right,
                share.of, share.share(), share.low(), share.high());
  return text.data();
}

std::string csvCell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string fourDecimals(double number) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.4f", number);
  return text.data();
}

nlohmann::ordered_json jsonOf(const Share& share) {
  return {{"right", share.right},
          {"of", share.of},
          {"share", share.share()},
          {"low", share.low()},
          {"high", share.high()}};
}

nlohmann::ordered_json jsonOf(const std::optional<double>& number) {
  return number ? nlohmann::ordered_json(*number) : nlohmann::ordered_json(nullptr);
}

}  // namespace

std::string toText(const SentenceScores& scores) {
  std::size_t width = 4;
  for (const KindScore& each : scores.kinds) width = std::max(width, each.kind.size());
  std::ostringstream text;
  const auto name = [&](const std::string& kind) {
    const std::string shown = kind.empty() ? "all" : kind;
    return shown + std::string(width - shown.size() + 2, ' ');
  };
  for (const KindScore& each : scores.kinds) {
    text << name(each.kind) << "output " << ofShare(each.byOutput);
    if (each.byHead) text << "   head " << ofShare(*each.byHead);
    text << "\n";
  }
  text << "\nmean probability of right answers "
       << (scores.confidenceRight ? fourDecimals(*scores.confidenceRight) : "none")
       << ", of wrong ones "
       << (scores.confidenceWrong ? fourDecimals(*scores.confidenceWrong) : "none")
       << "; calibration error " << fourDecimals(scores.calibrationError) << "\n";
  for (std::size_t i = 0; i < scores.bins.size(); ++i) {
    const CalibrationBin& bin = scores.bins[i];
    if (bin.answers > 0)
      text << "  probability ." << i << " to "
           << (i + 1 == scores.bins.size() ? "1" : "." + std::to_string(i + 1)) << ": "
           << bin.answers << (bin.answers == 1 ? " answer, " : " answers, ")
           << fourDecimals(bin.right) << " right\n";
  }
  text << "\n";
  for (const ReadSentence& each : scores.sentences)
    if (!each.right)
      text << "line " << each.line << ": " << each.answer << " (" << fourDecimals(each.confidence)
           << "), not " << each.antecedent << ": " << each.text << "\n";
  return text.str();
}

std::string toJson(const SentenceScores& scores) {
  nlohmann::ordered_json kinds = nlohmann::ordered_json::array();
  const bool withHead = scores.kinds.front().byHead.has_value();
  for (const KindScore& each : scores.kinds) {
    nlohmann::ordered_json kind = {{"kind", each.kind.empty() ? "all" : each.kind},
                                   {"byOutput", jsonOf(each.byOutput)}};
    if (each.byHead) kind["byHead"] = jsonOf(*each.byHead);
    kinds.push_back(std::move(kind));
  }
  nlohmann::ordered_json bins = nlohmann::ordered_json::array();
  for (const CalibrationBin& bin : scores.bins)
    bins.push_back(
        {{"answers", bin.answers}, {"confidence", bin.confidence}, {"right", bin.right}});
  nlohmann::ordered_json sentences = nlohmann::ordered_json::array();
  for (const ReadSentence& each : scores.sentences) {
    nlohmann::ordered_json sentence = {{"line", each.line},     {"kind", each.kind},
                                       {"sentence", each.text}, {"antecedent", each.antecedent},
                                       {"answer", each.answer}, {"confidence", each.confidence},
                                       {"right", each.right}};
    if (withHead) sentence["headRight"] = each.headRight;
    sentences.push_back(std::move(sentence));
  }
  const nlohmann::ordered_json all = {{"kinds", kinds},
                                      {"calibration",
                                       {{"bins", bins},
                                        {"error", scores.calibrationError},
                                        {"confidenceRight", jsonOf(scores.confidenceRight)},
                                        {"confidenceWrong", jsonOf(scores.confidenceWrong)}}},
                                      {"sentences", sentences}};
  return all.dump(2);
}

std::string toCsv(const SentenceScores& scores) {
  const bool withHead = scores.kinds.front().byHead.has_value();
  std::string csv = "line,kind,sentence,antecedent,answer,confidence,right";
  csv += withHead ? ",headRight\n" : "\n";
  for (const ReadSentence& each : scores.sentences) {
    csv += std::to_string(each.line) + "," + csvCell(each.kind) + "," + csvCell(each.text) + "," +
           csvCell(each.antecedent) + "," + csvCell(each.answer) + "," +
           fourDecimals(each.confidence) + "," + (each.right ? "1" : "0");
    csv += withHead ? (each.headRight ? ",1\n" : ",0\n") : "\n";
  }
  return csv;
}

}  // namespace fovea
