#pragma once

#include "../records.h"

/// What crosses the boundary for training.
namespace fovea {

struct JsSettings {
  static constexpr const char* kTypeScript =
      "{ readonly size: string; readonly seed: number; readonly rate?: number; "
      "readonly warmup: boolean; readonly structure: string }";
};
struct JsBytes {
  static constexpr const char* kTypeScript = "Uint8Array<ArrayBuffer>";
};
struct JsParts {
  static constexpr const char* kTypeScript = "PartNorms[]";
};

struct TrainerInfoRecord {
  JsValue<JsConfig> config;
  double parameters = 0;
  JsValue<JsStrings> vocabulary;
  double steps = 0;
  double shards = 0;
  double done = 0;
};

struct PartNormsRecord {
  std::string name;
  double gradient = 0;
  double update = 0;
};

struct StepReportRecord {
  double step = 0;
  double tokens = 0;
  double maskedLoss = 0;
  double referenceLoss = 0;
  double rate = 0;
  double gradientNorm = 0;
  JsValue<JsParts> layers;
};

}  // namespace fovea
