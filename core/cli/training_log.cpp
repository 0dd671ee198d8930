#include "training_log.h"

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <vector>

#include "log_lines.h"

namespace fovea::cli {
namespace {

constexpr double kSmoothing = 0.98;  // of the losses shown
constexpr Index kStepsBetween = 20;  // two updates of the line
constexpr int kBarWidth = 24;

std::string bar(double share) {
  std::string text;
  for (int i = 0; i < kBarWidth; ++i) text += i < share * kBarWidth ? "█" : "·";
  return text;
}

// share_1_3 is of the words that layer 1 gives to expert 3.
std::string balanceHeader(const ModelConfig& config) {
  std::string header;
  for (Index l = 0; l < config.layers; ++l)
    for (Index e = 0; e < config.experts; ++e)
      header += ",share_" + std::to_string(l) + "_" + std::to_string(e);
  return header.empty() ? header : ",balance" + header;
}

void writeBalance(const Balance& balance, std::ostream& csv) {
  if (balance.shares.empty()) return;
  csv << ',' << balance.loss;
  for (const RowVector& shares : balance.shares)
    for (const Scalar share : shares) csv << ',' << share;
}

std::string headerOf(const Trainer& trainer) {
  std::string header =
      "step,masked_words,references,peak,overlap,rate,gradient_norm,tokens,"
      "held_out_masked_words,held_out_references,references_right,pairs_right";
  const std::vector<std::string> parts = partsOf(trainer.encoder().weights());
  for (const char* norm : {",gradient_", ",update_"})
    for (const std::string& part : parts) header += norm + part;
  return header + balanceHeader(trainer.encoder().config());
}

std::string minutes(double seconds) {
  const int whole = static_cast<int>(seconds);
  char text[32];
  std::snprintf(text, sizeof text, "%d:%02d", whole / 60, whole % 60);
  return text;
}

}  // namespace

TrainingLog::TrainingLog(const std::string& path, const Trainer& trainer)
    : firstStep_(trainer.stepsDone()), steps_(totalSteps(trainer.options())) {
  if (path.empty()) return;
  const std::string kept = firstStep_ > 0 ? linesUpTo(firstStep_, path) : "";
  csv_.open(path, std::ios::trunc);
  if (!csv_) throw std::runtime_error(path + ": cannot be written");
  csv_ << headerOf(trainer) << '\n' << kept << std::flush;
}

TrainingLog::~TrainingLog() { endLine(); }

void TrainingLog::endLine() {
  if (shown_) std::fputc('\n', stderr);
  shown_ = false;
}

void TrainingLog::flush() { csv_.flush(); }

void TrainingLog::write(const StepReport& report, const std::optional<HeldOutMeasures>& heldOut) {
  csv_ << report.step << ',' << report.loss.maskedWords << ',' << report.loss.references << ','
       << report.attention.peak << ',' << report.attention.overlap << ',' << report.rate << ','
       << report.gradientNorm << ',' << report.tokens;
  if (heldOut)
    csv_ << ',' << heldOut->maskedLoss << ',' << heldOut->referenceLoss << ','
         << heldOut->references << ',' << heldOut->pairs;
  else
    csv_ << ",,,,";
  for (const PartChange& part : report.parts) csv_ << ',' << part.gradient;
  for (const PartChange& part : report.parts) csv_ << ',' << part.update;
  writeBalance(report.balance, csv_);
  csv_ << '\n';
}

void TrainingLog::add(const StepReport& report, const std::optional<HeldOutMeasures>& heldOut) {
  if (csv_.is_open()) write(report, heldOut);
  const bool first = tokens_ == 0;
  const auto smooth = [&](double& mean, double value) {
    mean = first ? value : kSmoothing * mean + (1 - kSmoothing) * value;
  };
  smooth(maskedWords_, report.loss.maskedWords);
  smooth(references_, report.loss.references);
  tokens_ += report.tokens;
  if (report.step % kStepsBetween == 0 || report.step == steps_) show(report.step);
}

bool TrainingLog::complete() { return !csv_.is_open() || csv_.flush().good(); }

void TrainingLog::show(Index step) {
  shown_ = true;
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  const double left =
      seconds * static_cast<double>(steps_ - step) / static_cast<double>(step - firstStep_);
  std::fprintf(stderr, "\r%s %td/%td  masked %.3f  reference %.3f  %.0f tokens/s  %s left  ",
               bar(static_cast<double>(step) / static_cast<double>(steps_)).c_str(), step, steps_,
               maskedWords_, references_, static_cast<double>(tokens_) / seconds,
               minutes(left).c_str());
  std::fflush(stderr);
}

}  // namespace fovea::cli
