#include "attention_report.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "fovea/attention.h"
#include "text.h"

namespace fovea::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kShown = 5;

// Calls visit(layer, head, weights of the chosen token's row) for every selected head.
void forEachRow(const AttentionReport& report,
                const std::function<void(Index, Index, const RowVector&)>& visit) {
  const EncoderConfig& config = report.encoder.config();
  const Selection& selection = report.selection;
  for (Index layer = 0; layer < config.layers; ++layer) {
    if (selection.layer && *selection.layer != layer) continue;
    for (Index head = 0; head < config.heads; ++head) {
      if (selection.head && *selection.head != head) continue;
      visit(layer, head,
            attentionMatrix(report.activations.layer(layer).attention.weights,
                            report.activations.sequences, config.heads, 0, head)
                .row(selection.token));
    }
  }
}

std::vector<std::size_t> largestFirst(const RowVector& weights) {
  std::vector<std::size_t> order(static_cast<std::size_t>(weights.size()));
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return weights[static_cast<Index>(a)] > weights[static_cast<Index>(b)];
  });
  order.resize(std::min(order.size(), kShown));
  return order;
}

std::string piece(const AttentionReport& report, std::size_t token) {
  return printable(report.tokens.tokens[token].piece);
}

void printTokens(const AttentionReport& report) {
  std::printf("token      id  piece\n");
  for (std::size_t i = 0; i < report.tokens.tokens.size(); ++i)
    std::printf("%5zu  %6d  %s\n", i, report.tokens.tokens[i].id, piece(report, i).c_str());
}

Json tokenJson(const Token& token, bool hasText) {
  Json json{{"id", token.id}, {"piece", token.piece}};
  if (hasText) {
    json["begin"] = token.begin;
    json["end"] = token.end;
  }
  return json;
}

}  // namespace

void printText(const AttentionReport& report) {
  printTokens(report);
  const auto chosen = static_cast<std::size_t>(report.selection.token);
  std::printf("\ntoken %zu, %s, attends to\n", chosen, piece(report, chosen).c_str());
  forEachRow(report, [&](Index layer, Index head, const RowVector& weights) {
    std::printf("layer %-2td head %-2td", layer, head);
    for (const std::size_t key : largestFirst(weights))
      std::printf("  %s %.3f", piece(report, key).c_str(),
                  static_cast<double>(weights[static_cast<Index>(key)]));
    std::printf("\n");
  });
}

void printJson(const AttentionReport& report) {
  Json json{{"tokens", Json::array()},
            {"dropped", report.tokens.dropped},
            {"token", report.selection.token},
            {"attention", Json::array()}};
  for (const Token& token : report.tokens.tokens)
    json["tokens"].push_back(tokenJson(token, report.hasText));
  forEachRow(report, [&](Index layer, Index head, const RowVector& weights) {
    json["attention"].push_back({{"layer", layer},
                                 {"head", head},
                                 {"weights", std::vector<double>(weights.begin(), weights.end())}});
  });
  std::printf("%s\n", json.dump().c_str());
}

}  // namespace fovea::cli
