#include "circuit_report.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>

#include "text.h"

namespace fovea::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kEdgesShown = 20;

std::vector<std::size_t> nodesOf(const KeptNodes& kept) {
  std::vector<std::size_t> nodes;
  for (std::size_t node = 0; node < kept.size(); ++node)
    if (kept[node]) nodes.push_back(node);
  return nodes;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double most(const std::vector<double>& values) {
  return *std::max_element(values.begin(), values.end());
}

/// "it", or "tired/wide" where the other text has another piece.
std::string pieceText(const CircuitReport& report, Index token) {
  const std::string& piece = report.tokens.tokens[static_cast<std::size_t>(token)].piece;
  const std::string& other = report.others.tokens[static_cast<std::size_t>(token)].piece;
  return printable(piece == other ? piece : piece + "/" + other);
}

std::string nodeText(const CircuitReport& report, std::size_t index) {
  const CircuitNode& node = report.circuit.nodes()[index];
  std::string text = "layer " + std::to_string(node.layer) + "  ";
  text += padded(node.head ? "head " + std::to_string(*node.head) : "feed-forward", 12);
  if (node.token)
    text +=
        "  token " + padded(std::to_string(*node.token), 2) + " " + pieceText(report, *node.token);
  return text;
}

void printNodes(const CircuitReport& report, const FoundCircuit& found) {
  const std::vector<std::size_t> nodes = nodesOf(found.kept);
  std::size_t width = 0;
  for (const std::size_t node : nodes) width = std::max(width, nodeText(report, node).size());
  for (std::size_t i = 0; i < nodes.size(); ++i)
    std::printf("%s  %6.3f\n", padded(nodeText(report, nodes[i]), width).c_str(), found.without[i]);
}

void printEdges(const CircuitReport& report) {
  if (report.edges.empty()) return;
  std::vector<CircuitEdge> edges = report.edges;
  std::stable_sort(edges.begin(), edges.end(),
                   [](const CircuitEdge& a, const CircuitEdge& b) { return a.share > b.share; });
  std::printf("\nShare lost when one node alone reads another node's value from %s\n",
              report.ofMean ? "the mean" : "the other text");
  for (std::size_t i = 0; i < std::min(edges.size(), kEdgesShown); ++i)
    std::printf("%6.3f  %s  to  %s\n", edges[i].share, nodeText(report, edges[i].from).c_str(),
                edges[i].to ? nodeText(report, *edges[i].to).c_str() : "the answer");
  if (edges.size() > kEdgesShown)
    std::printf("        … and %zu more, which --json lists\n", edges.size() - kEdgesShown);
}

Json nodesJson(const CircuitReport& report, const FoundCircuit& found) {
  Json json = Json::array();
  for (const std::size_t index : nodesOf(found.kept)) {
    const CircuitNode& node = report.circuit.nodes()[index];
    json.push_back({{"layer", node.layer},
                    {"head", node.head ? Json(*node.head) : Json()},
                    {"token", node.token ? Json(*node.token) : Json()},
                    {"region", toText(regionOf(report.config, node))},
                    {"without", found.without[json.size()]}});
  }
  return json;
}

Json foundJson(const CircuitReport& report, const FoundCircuit& found) {
  return {{"share", found.share}, {"nodes", nodesJson(report, found)}};
}

Json piecesJson(const Tokens& tokens) {
  Json json = Json::array();
  for (const Token& token : tokens.tokens) json.push_back(token.piece);
  return json;
}

/// The two words; null for a label.
Json pairJson(const CircuitReport& report) {
  const CircuitQuestion& q = report.circuit.question();
  if (!report.label.empty()) return {};
  return {report.vocabulary.piece(q.answer), report.vocabulary.piece(q.other)};
}

/// From and to count within the circuit's nodes.
Json edgesJson(const CircuitReport& report) {
  const std::vector<std::size_t> nodes = nodesOf(report.found.kept);
  const auto place = [&](std::size_t node) {
    return std::lower_bound(nodes.begin(), nodes.end(), node) - nodes.begin();
  };
  Json json = Json::array();
  for (const CircuitEdge& edge : report.edges)
    json.push_back({{"from", place(edge.from)},
                    {"to", edge.to ? Json(place(*edge.to)) : Json()},
                    {"share", edge.share}});
  return json;
}

/// "token 7, it: the logit of animal minus that of street", or "the log-odds of the label glad".
std::string measureText(const CircuitReport& report) {
  const CircuitQuestion& q = report.circuit.question();
  const bool logits = q.metric == CircuitMetric::kLogits;
  if (!report.label.empty())
    return std::string(logits ? "the log-odds" : "the probability") + " of the label " +
           printable(report.label);
  const auto piece = [&](std::int32_t id) { return printable(report.vocabulary.piece(id)); };
  return "token " + std::to_string(q.token) + ", " + pieceText(report, q.token) + ": the " +
         (logits ? "logit" : "probability") + " of " + piece(q.answer) + " minus that of " +
         piece(q.other);
}

}  // namespace

void printText(const CircuitReport& report) {
  const std::size_t all = report.circuit.nodes().size();
  const std::size_t kept = countKept(report.found.kept);
  std::printf("%s is %.3f, and %.3f with %s\n", measureText(report).c_str(),
              report.circuit.ofSentence(), report.circuit.ofTwin(),
              report.ofMean ? "all nodes at their mean" : "the other text");
  std::printf("%zu of %zu nodes keep %.3f of the difference; the other %zu keep %.3f\n", kept, all,
              report.found.share, all - kept, report.rest);
  if (!report.random.empty())
    std::printf("%zu random sets of %zu nodes keep %.3f on average, %.3f at most\n",
                report.random.size(), kept, mean(report.random), most(report.random));
  std::printf("\nThe nodes, and how much the others keep without each\n");
  printNodes(report, report.found);
  if (report.second) {
    std::printf("\nA second circuit without any of these: %zu nodes keep %.3f\n",
                countKept(report.second->kept), report.second->share);
    printNodes(report, *report.second);
  }
  printEdges(report);
  std::printf("\n%s\n", kCounting);
}

void printJson(const CircuitReport& report) {
  const CircuitQuestion& q = report.circuit.question();
  Json json{{"tokens", piecesJson(report.tokens)},
            {"other", report.ofMean ? Json() : piecesJson(report.others)},
            {"token", q.token},
            {"pair", pairJson(report)},
            {"label", report.label.empty() ? Json() : Json(report.label)},
            {"metric", q.metric == CircuitMetric::kLogits ? "logits" : "probability"},
            {"ofText", report.circuit.ofSentence()},
            {"ofOther", report.circuit.ofTwin()},
            {"keep", report.keep},
            {"all", report.circuit.nodes().size()},
            {"circuit", foundJson(report, report.found)},
            {"rest", report.rest},
            {"second", report.second ? foundJson(report, *report.second) : Json()},
            {"random", report.random}};
  if (!report.edges.empty()) json["edges"] = edgesJson(report);
  json["passes"] = report.circuit.passes();
  std::printf("%s\n", json.dump().c_str());
}

}  // namespace fovea::cli
