#include "training_log.h"

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "text.h"

namespace fovea::cli {
namespace {

constexpr Index kStepsBetween = 20;  // two updates of the line

std::string minutes(double seconds) {
  const int whole = static_cast<int>(seconds);
  char text[32];
  std::snprintf(text, sizeof text, "%d:%02d", whole / 60, whole % 60);
  return text;
}

// Of a log that an interrupted training left, the lines of the steps 1 … last. A line without its
// end was cut off, and is left out.
std::string linesUpTo(Index last, const std::string& path) {
  std::ifstream csv(path);
  std::string kept;
  for (std::string line; std::getline(csv, line) && !csv.eof();) {
    const long step = std::strtol(line.c_str(), nullptr, 10);
    if (step > 0 && step <= last) kept += line + '\n';
  }
  return kept;
}

}  // namespace

TrainingLog::TrainingLog(const std::string& path, const std::string& header, Index stepsDone,
                         Index steps)
    : firstStep_(stepsDone), steps_(steps) {
  if (path.empty()) return;
  const std::string kept = firstStep_ > 0 ? linesUpTo(firstStep_, path) : "";
  csv_.open(path, std::ios::trunc);
  if (!csv_) throw std::runtime_error(path + ": cannot be written");
  csv_ << header << '\n' << kept << std::flush;
}

TrainingLog::~TrainingLog() { endLine(); }

void TrainingLog::endLine() {
  if (shown_) std::fputc('\n', stderr);
  shown_ = false;
}

void TrainingLog::flush() { csv_.flush(); }

void TrainingLog::add(Index step, const std::string& line, Index tokens,
                      const std::string& losses) {
  if (csv_.is_open()) csv_ << line << '\n';
  tokens_ += tokens;
  if (step % kStepsBetween == 0 || step == steps_) show(step, losses);
}

bool TrainingLog::complete() { return !csv_.is_open() || csv_.flush().good(); }

void TrainingLog::show(Index step, const std::string& losses) {
  shown_ = true;
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  const double left =
      seconds * static_cast<double>(steps_ - step) / static_cast<double>(step - firstStep_);
  std::fprintf(stderr, "\r%s %td/%td  %s  ",
               progressBar(static_cast<double>(step) / static_cast<double>(steps_)).c_str(), step,
               steps_, losses.c_str());
  if (tokens_ > 0) std::fprintf(stderr, "%.0f tokens/s  ", static_cast<double>(tokens_) / seconds);
  std::fprintf(stderr, "%s left  ", minutes(left).c_str());
  std::fflush(stderr);
}

}  // namespace fovea::cli
