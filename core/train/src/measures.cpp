#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <nlohmann/json.hpp>

#include "fovea/error.h"
#include "fovea/train/head_roles.h"
#include "fovea/train/measure_table.h"

namespace fovea {
namespace {

const std::string kMissing = "–";
constexpr int kDigits = 3;
constexpr double kSharperBy = 0.05;  // the largest weight without ÷ √dK above that with it
constexpr double kAny = std::numeric_limits<double>::infinity();

std::string fixed(double value, int digits) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

// Of a share ".95", of other numbers "1.5".
std::string boundText(double value) {
  std::string text = fixed(value, 2);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return value > 0 && value < 1 ? text.substr(1) : text;
}

struct Bounds {
  double least = -kAny;
  double most = kAny;

  bool hold(double value) const { return value >= least && value <= most; }

  std::string text() const {
    if (least > -kAny && most < kAny) return boundText(least) + " – " + boundText(most);
    if (least > -kAny) return "≥ " + boundText(least);
    return most < kAny ? "≤ " + boundText(most) : "";
  }
};

Bounds atLeast(double value) { return {value, kAny}; }
Bounds atMost(double value) { return {-kAny, value}; }

struct Line {
  const char* name;
  const char* place;  // JSON pointer
  Bounds bounds = {};
};

Measure numberAt(const nlohmann::json& evaluation, const Line& line) {
  Measure measure{line.name, line.bounds.text(), kMissing, std::nullopt};
  const nlohmann::json::json_pointer place(line.place);
  if (!evaluation.contains(place)) return measure;
  const auto number = evaluation.at(place).get<double>();
  measure.number = number;
  measure.value = number != 0 && std::abs(number) < 1e-3 ? "< .001" : fixed(number, kDigits);
  measure.met = line.bounds.hold(number);
  return measure;
}

void addReadings(const nlohmann::json& evaluation, std::vector<Measure>& all) {
  for (const Line& line : {
           Line{"held-out scenes, output", "/heldOut/byOutput", atLeast(.99)},
           Line{"held-out scenes, antecedent head", "/heldOut/byHead", atLeast(.96)},
           Line{"held-out scenes, showcase head", "/showcaseRight"},
           Line{"both of a pair, output", "/heldOut/bothByOutput", atLeast(.94)},
           Line{"both of a pair, antecedent head", "/heldOut/bothByHead", atLeast(.94)},
           Line{"validation scenes, output", "/validation/byOutput"},
           Line{"validation scenes, antecedent head", "/validation/byHead"},
           Line{"validation scenes, showcase head", "/showcase/right", atLeast(.95)},
           Line{"other pronouns, output", "/otherPronouns/byOutput", atLeast(.98)},
           Line{"other pronouns, antecedent head", "/otherPronouns/byHead"},
           Line{"made-up antecedents, output", "/nonceWords/byOutput", atLeast(.93)},
           Line{"made-up antecedents, antecedent head", "/nonceWords/byHead"},
           Line{"hand-written sentences, output", "/handWrittenThird/byOutput", atLeast(.90)},
           Line{"hand-written sentences, antecedent head", "/handWrittenThird/byHead"},
           Line{"the second fifty, output", "/handWrittenNew/byOutput"},
           Line{"the second fifty, antecedent head", "/handWrittenNew/byHead"},
           Line{"the first fifty, output", "/handWritten/byOutput"},
           Line{"the first fifty, antecedent head", "/handWritten/byHead"},
       })
    all.push_back(numberAt(evaluation, line));
}

Measure repeatingHeadsOf(const nlohmann::json& evaluation) {
  constexpr Index kMost = 2;
  Measure measure{"heads that repeat another, by layer", "≤ 2 each", kMissing, std::nullopt};
  if (!evaluation.contains("repeatingHeads")) return measure;
  measure.value.clear();
  for (const nlohmann::json& heads : evaluation["repeatingHeads"]) {
    measure.value += (measure.value.empty() ? "" : ", ") + std::to_string(heads.get<Index>());
    measure.met = measure.met && heads.get<Index>() <= kMost;
  }
  return measure;
}

void addSoftness(const nlohmann::json& evaluation, std::vector<Measure>& all) {
  for (const Line& line : {
           Line{"largest weight of the showcase row, median", "/softness/medianLargest", {.5, .8}},
           Line{"rows whose largest weight is .5 – .8", "/softness/between"},
           Line{"entropy of the row, bits", "/softness/entropy", atLeast(1)},
           Line{"weights above .03", "/softness/seen", atLeast(3)},
           Line{"rows with the other noun among three", "/softness/otherShown", atLeast(.6)},
           Line{"what the row teaches", "/showcase/teaching"},
       })
    all.push_back(numberAt(evaluation, line));
  all.push_back(repeatingHeadsOf(evaluation));
}

Measure nearestToKittenOf(const nlohmann::json& evaluation) {
  const nlohmann::json::json_pointer place("/geometry/nearestToKitten");
  const std::string nearest = evaluation.value(place, kMissing);
  return {"nearest to kitten", "cat", nearest, std::nullopt, nearest == "cat"};
}

void addWords(const nlohmann::json& evaluation, std::vector<Measure>& all) {
  for (const Line& line : {
           Line{"masked words, nats", "/maskedWords/nll"},
           Line{"masked words, top 1", "/maskedWords/top1", atLeast(.41)},
           Line{"masked words, top 5", "/maskedWords/top5", atLeast(.66)},
           Line{"everyday words in pieces", "/everyday/inPieces", atMost(.05)},
           Line{"everyday sentences, nats", "/everyday/masked/nll"},
           Line{"everyday sentences, top 1", "/everyday/masked/top1"},
           Line{"everyday sentences, top 5", "/everyday/masked/top5"},
           Line{"neighbour purity", "/geometry/neighbourPurity", atLeast(.97)},
           Line{"silhouette", "/geometry/silhouette"},
           Line{"plane purity of four groups", "/geometry/planePurity", atLeast(.93)},
           Line{"cat–kitten", "/geometry/catKitten", atLeast(.5)},
           Line{"cat–street", "/geometry/catStreet", atMost(.15)},
           Line{"order, with positions", "/order/withPositions", atLeast(.5)},
           Line{"order, without positions", "/order/withoutPositions", atMost(.01)},
       })
    all.push_back(numberAt(evaluation, line));
  all.push_back(nearestToKittenOf(evaluation));
}

// The score with (layer.head), from 0; in brackets what is not claimed.
void addRoles(const nlohmann::json& evaluation, std::vector<Measure>& all) {
  for (const nlohmann::json& role : evaluation.value("roles", nlohmann::json::array())) {
    const auto score = role.at("score").get<double>();
    const auto chance = role.value("chance", 0.0);
    const std::string value =
        fixed(score, 2) + " (" + role.at("layer").dump() + "." + role.at("head").dump() + ")";
    all.push_back({"head: " + role.at("role").get<std::string>(),
                   "≥ " + boundText(chance + kRoleMargin), value, score,
                   score >= chance + kRoleMargin});
  }
}

void addSentences(const nlohmann::json& evaluation, std::vector<Measure>& all) {
  for (const nlohmann::json& row : evaluation.value("demo", nlohmann::json::array())) {
    const auto words = row.at("words").get<std::vector<std::string>>();
    const auto weights = row.at("weights").get<std::vector<double>>();
    const auto antecedent = row.at("antecedent").get<std::size_t>();
    const double weight = weights.at(antecedent);
    const bool first = weight == *std::max_element(weights.begin(), weights.end());
    const std::string name = words.back() + " → " + words.at(antecedent);
    all.push_back({name, "the largest", fixed(weight, 2), weight, first});
    if (!row.contains("largestUnscaled")) continue;
    const auto unscaled = row["largestUnscaled"].get<double>();
    const double sharper = unscaled - row.at("largest").get<double>();
    all.push_back({name + ", largest without ÷ √d_k", "≥ " + boundText(kSharperBy) + " more",
                   fixed(unscaled, 2), unscaled, sharper >= kSharperBy});
    const auto everywhere = row.value("largestAllUnscaled", 0.0);
    all.push_back({name + ", without it in any layer", "", fixed(everywhere, 2), everywhere, true});
  }
}

}  // namespace

std::vector<Measure> measures(const std::string& evaluation) {
  try {
    const nlohmann::json json = nlohmann::json::parse(evaluation);
    std::vector<Measure> all;
    addReadings(json, all);
    addSoftness(json, all);
    addWords(json, all);
    addRoles(json, all);
    addSentences(json, all);
    return all;
  } catch (const std::exception& error) {
    refuse(ErrorCode::kInvalidInput, std::string("not an evaluation of a model: ") + error.what());
  }
}

}  // namespace fovea
