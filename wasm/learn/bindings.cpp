#include <emscripten/bind.h>

#include "../guarded.h"
#include "api.h"
#include "cost.h"
#include "fovea/train/softmax_study.h"
#include "study.h"

namespace fovea {
namespace {

using emscripten::class_;
using emscripten::function;
using emscripten::value_object;

EMSCRIPTEN_BINDINGS(fovea_learn) {
  registerJsValue<JsSettings>();
  registerJsValue<JsBytes>();
  registerJsValue<JsGradients>();
  registerJsValue<JsParts>();
  registerJsValue<JsTargets>();
  registerJsValue<JsLesson>();
  registerJsValue<JsMoves>();
  registerJsValue<JsDepthAsk>();
  registerJsValue<JsSoftmaxAsk>();
  registerJsValue<JsCostAsk>();
  registerJsValue<JsPassAsk>();
  registerJsValue<JsDoubles>();
  registerJsValue<JsLayerRuns>();
  registerJsValue<JsSoftmaxRuns>();

  value_object<TargetRecord>("Target")
      .field("token", &TargetRecord::token)
      .field("piece", &TargetRecord::piece)
      .field("reference", &TargetRecord::reference);

  value_object<SentenceRecord>("SentencePass")
      .field("ids", &SentenceRecord::ids)
      .field("targets", &SentenceRecord::targets)
      .field("tensors", &SentenceRecord::tensors)
      .field("data", &SentenceRecord::data);

  value_object<TrainerInfoRecord>("TrainerInfo")
      .field("config", &TrainerInfoRecord::config)
      .field("parameters", &TrainerInfoRecord::parameters)
      .field("vocabulary", &TrainerInfoRecord::vocabulary)
      .field("steps", &TrainerInfoRecord::steps)
      .field("shards", &TrainerInfoRecord::shards)
      .field("done", &TrainerInfoRecord::done)
      .field("structure", &TrainerInfoRecord::structure);

  value_object<PartNormsRecord>("PartNorms")
      .field("name", &PartNormsRecord::name)
      .field("gradient", &PartNormsRecord::gradient)
      .field("update", &PartNormsRecord::update);

  value_object<StepReportRecord>("StepReport")
      .field("step", &StepReportRecord::step)
      .field("tokens", &StepReportRecord::tokens)
      .field("maskedLoss", &StepReportRecord::maskedLoss)
      .field("referenceLoss", &StepReportRecord::referenceLoss)
      .field("rate", &StepReportRecord::rate)
      .field("gradientNorm", &StepReportRecord::gradientNorm)
      .field("parts", &StepReportRecord::parts)
      .field("shares", &StepReportRecord::shares);

  value_object<EvaluationRecord>("Evaluation")
      .field("maskedLoss", &EvaluationRecord::maskedLoss)
      .field("referenceLoss", &EvaluationRecord::referenceLoss)
      .field("references", &EvaluationRecord::references)
      .field("pairs", &EvaluationRecord::pairs)
      .field("headReferences", &EvaluationRecord::headReferences)
      .field("headPairs", &EvaluationRecord::headPairs)
      .field("pairsHead", &EvaluationRecord::pairsHead);

  value_object<MovedTensorRecord>("MovedTensor")
      .field("name", &MovedTensorRecord::name)
      .field("moved", &MovedTensorRecord::moved)
      .field("norm", &MovedTensorRecord::norm);

  value_object<LessonReportRecord>("LessonReport")
      .field("losses", &LessonReportRecord::losses)
      .field("moves", &LessonReportRecord::moves)
      .field("before", &LessonReportRecord::before)
      .field("after", &LessonReportRecord::after)
      .field("mended", &LessonReportRecord::mended)
      .field("broken", &LessonReportRecord::broken);

  value_object<LayerMeasuresRecord>("LayerMeasures")
      .field("gradient", &LayerMeasuresRecord::gradient)
      .field("difference", &LayerMeasuresRecord::difference)
      .field("stream", &LayerMeasuresRecord::stream)
      .field("weights", &LayerMeasuresRecord::weights);

  value_object<SoftmaxMeasures>("SoftmaxMeasures")
      .field("largest", &SoftmaxMeasures::largest)
      .field("passed", &SoftmaxMeasures::passed);

  value_object<ParameterCountsRecord>("ParameterCounts")
      .field("embedding", &ParameterCountsRecord::embedding)
      .field("attention", &ParameterCountsRecord::attention)
      .field("feedForward", &ParameterCountsRecord::feedForward)
      .field("norms", &ParameterCountsRecord::norms)
      .field("prediction", &ParameterCountsRecord::prediction);

  value_object<ForwardFlopsRecord>("ForwardFlops")
      .field("projections", &ForwardFlopsRecord::projections)
      .field("attention", &ForwardFlopsRecord::attention)
      .field("feedForward", &ForwardFlopsRecord::feedForward)
      .field("prediction", &ForwardFlopsRecord::prediction);

  value_object<CostRecord>("Cost")
      .field("parameters", &CostRecord::parameters)
      .field("flops", &CostRecord::flops)
      .field("scoreBytes", &CostRecord::scoreBytes)
      .field("tiledScoreBytes", &CostRecord::tiledScoreBytes);

  class_<Training>("Trainer")
      .function("info", guarded<trainerInfo>)
      .function("done", guarded<trainerDone>)
      .function("beginStep", guarded<trainerBeginStep>)
      .function("runShard", guarded<trainerRunShard>)
      .function("drawAhead", guarded<trainerDrawAhead>)
      .function("look", guarded<trainerLook>)
      .function("answers", guarded<trainerAnswers>)
      .function("gradientOf", guarded<trainerGradientOf>)
      .function("finishStep", guarded<trainerFinishStep>)
      .function("evaluate", guarded<trainerEvaluate>)
      .function("teach", guarded<trainerTeach>)
      .function("restore", guarded<trainerRestore>)
      .function("model", guarded<trainerModel>)
      .function("checkpoint", guarded<trainerCheckpoint>);

  function("createTrainer", guarded<createTrainer>);
  function("restoreTrainer", guarded<restoreTrainer>);

  function("studyDepth", guarded<depthStudy>);
  function("studySoftmax", guarded<softmaxStudy>);

  function("costOf", guarded<costOf>);
  function("passTime", guarded<passTime>);
}

}  // namespace
}  // namespace fovea
