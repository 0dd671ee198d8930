#pragma once

#include <memory>

#include "../js_value.h"
#include "fovea/head_study.h"
#include "fovea/model_file.h"

/// What the heads of a model do in many texts, for JavaScript, as in ../api.h.
namespace fovea {

/// Of the texts that have been run; as HeadUses.
struct HeadUsesRecord {
  double texts = 0;
  double tokens = 0;
  double measured = 0;        ///< texts in which effects were
  JsValue<JsFloats> queries;  ///< by relation
  JsValue<JsFloats> heads;    ///< for each head its weights by relation, its entropy, its effect
};

/// A study, and what reads its texts.
struct HeadStudyRun {
  explicit HeadStudyRun(const Model& model)
      : tokenizer(model.tokenizer), study(model.encoder, true) {}

  const Tokenizer& tokenizer;
  HeadStudy study;
};

/// The model must outlive it. Throws as HeadStudy.
std::unique_ptr<HeadStudyRun> createHeadStudy(const Model& model);

/// HeadStudy::add of a text; how many tokens it has. One without any is left out.
double headStudyAdd(HeadStudyRun& run, JsValue<JsText> text, bool effects);
void headStudyFinish(HeadStudyRun& run);                  ///< HeadStudy::finish
JsValue<JsFloats> headStudyEntropies(HeadStudyRun& run);  ///< HeadStudy::takeEntropies
HeadUsesRecord headStudyUses(const HeadStudyRun& run);    ///< HeadStudy::uses

}  // namespace fovea
