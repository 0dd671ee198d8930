#pragma once

#include "../records.h"

/// The records of training, as ../records.h.
namespace fovea {

struct JsSettings {
  static constexpr const char* kTypeScript =
      "{ readonly size: string; readonly seed: number; readonly rate?: number; "
      "readonly warmup: boolean; readonly structure: string; readonly positions?: string; "
      "readonly kvHeads?: number; readonly rmsNorm?: boolean; readonly gated?: boolean; "
      "readonly experts?: number; readonly expertsPerToken?: number; readonly balance?: number }";
};
struct JsBytes {
  static constexpr const char* kTypeScript = "Uint8Array<ArrayBuffer>";
};
struct JsGradients {
  static constexpr const char* kTypeScript = "readonly (Float32Array | null)[]";
};
struct JsParts {
  static constexpr const char* kTypeScript = "PartNorms[]";
};

struct JsLesson {
  static constexpr const char* kTypeScript =
      "{ readonly text: string; readonly token: number; readonly piece: number; "
      "readonly steps: number; readonly rate: number }";
};
struct JsMoves {
  static constexpr const char* kTypeScript = "MovedTensor[]";
};

struct JsTargets {
  static constexpr const char* kTypeScript = "Target[]";
};

/// What a sentence of a batch asks for at a token.
struct TargetRecord {
  double token = 0;
  double piece = 0;
  bool reference = false;  ///< what a pronoun means, else a hidden word
};

struct SentenceRecord {
  JsValue<JsNumbers> ids;
  JsValue<JsTargets> targets;
  JsValue<JsTensors> tensors;
  JsValue<JsFloats> data;
};

struct TrainerInfoRecord {
  JsValue<JsConfig> config;
  double parameters = 0;
  JsValue<JsStrings> vocabulary;
  double steps = 0;
  double shards = 0;
  double done = 0;
  std::string structure;
};

struct PartNormsRecord {
  std::string name;
  double gradient = 0;
  double update = 0;
};

struct EvaluationRecord {
  double maskedLoss = 0;
  double referenceLoss = 0;
  double references = 0;
  double pairs = 0;
  double headReferences = 0;
  double headPairs = 0;
  double pairsHead = 0;
};

struct MovedTensorRecord {
  std::string name;
  double moved = 0;
  double norm = 0;
};

struct LessonReportRecord {
  JsValue<JsNumbers> losses;
  JsValue<JsMoves> moves;
  EvaluationRecord before;
  EvaluationRecord after;
  double mended = 0;
  double broken = 0;
};

struct StepReportRecord {
  double step = 0;
  double tokens = 0;
  double maskedLoss = 0;
  double referenceLoss = 0;
  double rate = 0;
  double gradientNorm = 0;
  JsValue<JsParts> parts;
  JsValue<JsNumbers> shares;  ///< of words, what each expert computes, layer after layer
};

}  // namespace fovea
