#include "heads.h"

#include <string>
#include <vector>

namespace fovea {
std::unique_ptr<HeadStudyRun> createHeadStudy(const Model& model) {
  return std::make_unique<HeadStudyRun>(model);
}

// By value, so that an exception releases it: guarded.h.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
double headStudyAdd(HeadStudyRun& run, JsValue<JsText> text, bool effects) {
  const Tokens tokens = run.tokenizer.encode(text.as<std::string>());
  if (!tokens.tokens.empty()) run.study.add(tokens.tokens, effects);
  return static_cast<double>(tokens.tokens.size());
}

void headStudyFinish(HeadStudyRun& run) { run.study.finish(); }

JsValue<JsFloats> headStudyEntropies(HeadStudyRun& run) {
  return floatsToJs(run.study.takeEntropies());
}

HeadUsesRecord headStudyUses(const HeadStudyRun& run) {
  const HeadUses uses = run.study.uses();
  std::vector<float> numbers;
  for (const HeadUse& use : uses.heads) {
    for (const double weight : use.weight) numbers.push_back(static_cast<float>(weight));
    numbers.push_back(static_cast<float>(use.entropy));
    numbers.push_back(static_cast<float>(use.effect));
  }
  return {static_cast<double>(uses.texts), static_cast<double>(uses.tokens),
          static_cast<double>(uses.measured),
          floatsToJs(std::vector<float>(uses.queries.begin(), uses.queries.end())),
          floatsToJs(numbers)};
}

}  // namespace fovea
