#include "attention_report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "text.h"

namespace fovea::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kShown = 5;

/// NaN is before every number, so that it is seen.
std::vector<std::size_t> largestFirst(const RowVector& weights) {
  const auto rank = [&](std::size_t key) {
    const Scalar weight = weights[static_cast<Index>(key)];
    return std::isnan(weight) ? std::numeric_limits<Scalar>::infinity() : weight;
  };
  std::vector<std::size_t> order(static_cast<std::size_t>(weights.size()));
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return rank(a) > rank(b); });
  order.resize(std::min(order.size(), kShown));
  return order;
}

/// A NaN without the sign that some machines give it.
double shown(Scalar weight) {
  return std::isnan(weight) ? std::numeric_limits<double>::quiet_NaN() : double{weight};
}

std::string piece(const AttentionReport& report, std::size_t token) {
  return printable(report.tokens.tokens[token].piece);
}

void printTokens(const AttentionReport& report) {
  std::printf("token      id  piece\n");
  for (std::size_t i = 0; i < report.tokens.tokens.size(); ++i)
    std::printf("%5zu  %6d  %s\n", i, report.tokens.tokens[i].id, piece(report, i).c_str());
}

Json tokenJson(const Token& token, const AttentionReport& report) {
  Json json{{"id", token.id}, {"piece", token.piece}};
  if (report.hasText) {
    json["begin"] = token.begin;
    json["end"] = token.end;
  }
  if (!report.pair.empty()) json["text"] = token.text;  // in which of the two that is
  return json;
}

}  // namespace

void addRows(Index layer, const AttentionActivations& attention, const AttentionSetting& setting,
             AttentionReport& report) {
  const auto& [onlyLayer, onlyHead, token] = report.selection;
  if (onlyLayer && *onlyLayer != layer) return;
  for (Index head = 0; head < setting.heads; ++head) {
    if (onlyHead && *onlyHead != head) continue;
    if (attention.weights.size() > 0)
      report.rows.push_back(
          {layer, head, attentionMatrix(attention.weights, setting, 0, head).row(token)});
    else
      report.rows.push_back({layer, head, attentionRow(attention, setting, 0, head, token)});
  }
}

void printText(const AttentionReport& report) {
  if (report.line) std::printf("%s\n\n", printable(*report.line).c_str());
  printTokens(report);
  const auto chosen = static_cast<std::size_t>(report.selection.token);
  std::printf("\ntoken %zu, %s, attends to\n", chosen, piece(report, chosen).c_str());
  for (const auto& [layer, head, weights] : report.rows) {
    std::printf("layer %-2td head %-2td", layer, head);
    for (const std::size_t key : largestFirst(weights))
      std::printf("  %s %.3f", piece(report, key).c_str(), shown(weights[static_cast<Index>(key)]));
    std::printf("\n");
  }
  std::printf("\n");
}

void printJson(const AttentionReport& report) {
  Json json;
  if (report.line) json["text"] = *report.line;
  if (report.line && !report.pair.empty()) json["pair"] = report.pair;
  json["tokens"] = Json::array();
  json["dropped"] = report.tokens.dropped;
  json["token"] = report.selection.token;
  json["attention"] = Json::array();
  for (const Token& token : report.tokens.tokens)
    json["tokens"].push_back(tokenJson(token, report));
  for (const auto& [layer, head, weights] : report.rows)
    json["attention"].push_back({{"layer", layer},
                                 {"head", head},
                                 {"weights", std::vector<double>(weights.begin(), weights.end())}});
  std::printf("%s\n", json.dump().c_str());
}

}  // namespace fovea::cli
