#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "fovea/train/evaluation.h"

namespace fovea {
namespace {

using Json = nlohmann::ordered_json;

Json json(const ReadingScore& score) {
  return {{"cases", score.cases}, {"byOutput", score.byOutput}, {"byHead", score.byHead}};
}

Json json(const PairScore& score) {
  Json result = json(score.each);
  result["bothByOutput"] = score.bothByOutput;
  result["bothByHead"] = score.bothByHead;
  return result;
}

Json json(const MaskedWordScore& score) {
  return {{"words", score.words}, {"nll", score.nll}, {"top1", score.top1}, {"top5", score.top5}};
}

Json json(const EverydayScore& score) {
  return {{"words", score.words}, {"inPieces", score.inPieces}, {"masked", json(score.masked)}};
}

Json json(const WordGeometry& geometry) {
  return {{"neighbourPurity", geometry.neighbourPurity},
          {"silhouette", geometry.silhouette},
          {"planePurity", geometry.planePurity},
          {"nearestToKitten", geometry.nearestToKitten},
          {"catKitten", geometry.catKitten},
          {"catStreet", geometry.catStreet}};
}

Json json(const std::vector<HeadRole>& roles) {
  Json result = Json::array();
  for (const HeadRole& role : roles)
    result.push_back({{"role", role.role},
                      {"layer", role.layer},
                      {"head", role.head},
                      {"score", role.score},
                      {"chance", role.chance}});
  return result;
}

Json json(const ShowcaseHead& showcase, const ModelConfig& config) {
  const auto head = static_cast<Index>(showcase.head);
  return {{"layer", head / config.heads},
          {"head", head % config.heads},
          {"right", showcase.right},
          {"teaching", showcase.teaching}};
}

Json json(const Softness& softness) {
  return {{"medianLargest", softness.medianLargest},
          {"between", softness.between},
          {"entropy", softness.entropy},
          {"seen", softness.seen},
          {"otherShown", softness.otherShown}};
}

Json json(const std::vector<PronounRow>& rows) {
  Json result = Json::array();
  for (const PronounRow& row : rows)
    result.push_back({{"words", row.words},
                      {"pronoun", row.reference.pronoun},
                      {"antecedent", row.reference.antecedent},
                      {"weights", row.weights},
                      {"largest", row.largest},
                      {"largestUnscaled", row.largestUnscaled},
                      {"largestAllUnscaled", row.largestAllUnscaled}});
  return result;
}

}  // namespace

std::string toJson(const Evaluation& e, const ModelConfig& config) {
  const auto head = static_cast<Index>(e.antecedentHead);
  const Json result = {
      {"antecedentHead", {{"layer", head / config.heads}, {"head", head % config.heads}}},
      {"validation", json(e.validation)},
      {"heldOut", json(e.heldOut)},
      {"showcase", json(e.showcase, config)},
      {"showcaseRight", e.showcaseRight},
      {"softness", json(e.softness)},
      {"repeatingHeads", e.repeatingHeads},
      {"otherPronouns", json(e.otherPronouns)},
      {"nonceWords", json(e.nonceWords)},
      {"handWritten", json(e.handWritten)},
      {"handWrittenNew", json(e.handWrittenNew)},
      {"handWrittenThird", json(e.handWrittenThird)},
      {"maskedWords", json(e.maskedWords)},
      {"everyday", json(e.everyday)},
      {"geometry", json(e.geometry)},
      {"order",
       {{"withPositions", e.order.withPositions}, {"withoutPositions", e.order.withoutPositions}}},
      {"roles", json(e.roles)},
      {"demo", json(e.demo)}};
  return result.dump(2);
}

std::map<std::string, std::string> evaluationMetadata(const Evaluation& e,
                                                      const ModelConfig& config) {
  std::vector<HeadRole> claimed;
  std::copy_if(e.roles.begin(), e.roles.end(), std::back_inserter(claimed), isClaimed);
  return {{"roles", json(claimed).dump()},
          {"showcase", json(e.showcase, config).dump()},
          {"evaluation", toJson(e, config)}};
}

}  // namespace fovea
