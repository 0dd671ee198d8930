#include "training_log.h"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

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

std::string minutes(double seconds) {
  const int whole = static_cast<int>(seconds);
  char text[32];
  std::snprintf(text, sizeof text, "%d:%02d", whole / 60, whole % 60);
  return text;
}

}  // namespace

TrainingLog::TrainingLog(const std::string& path, bool append, Index firstStep, Index steps)
    : firstStep_(firstStep), steps_(steps) {
  if (path.empty()) return;
  csv_.open(path, append ? std::ios::app : std::ios::trunc);
  if (!csv_) throw std::runtime_error(path + ": cannot be written");
  if (!append) csv_ << "step,masked_words,references,rate,gradient_norm,tokens\n";
}

void TrainingLog::add(const StepReport& report) {
  if (csv_.is_open())
    csv_ << report.step << ',' << report.loss.maskedWords << ',' << report.loss.references << ','
         << report.rate << ',' << report.gradientNorm << ',' << report.tokens << '\n';
  const bool first = tokens_ == 0;
  const auto smooth = [&](double& mean, double value) {
    mean = first ? value : kSmoothing * mean + (1 - kSmoothing) * value;
  };
  smooth(maskedWords_, report.loss.maskedWords);
  smooth(references_, report.loss.references);
  tokens_ += report.tokens;
  if (report.step % kStepsBetween == 0 || report.step == steps_) show(report.step);
}

void TrainingLog::show(Index step) const {
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

void TrainingLog::finish() const { std::fprintf(stderr, "\n"); }

}  // namespace fovea::cli
