#include "texts_bar.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "text.h"

namespace fovea::cli {

void TextsBar::show(double part, std::size_t texts) {
  if (isatty(STDERR_FILENO) == 0 || isatty(STDOUT_FILENO) != 0) return;
  std::fputc('\r', stderr);
  if (whole_ > 0) {
    const double share = std::min(1.0, part / whole_);
    std::fprintf(stderr, "%s %3.0f %%  ", progressBar(share).c_str(), 100 * share);
  }
  std::fprintf(stderr, "%s texts", grouped(static_cast<long long>(texts)).c_str());
  std::fflush(stderr);
  shown_ = true;
}

void TextsBar::end() {
  if (shown_) std::fputc('\n', stderr);
  shown_ = false;
}

double inputBytes() {
  struct stat input {};
  const bool known = fstat(STDIN_FILENO, &input) == 0 && S_ISREG(input.st_mode);
  return known ? static_cast<double>(input.st_size) : 0;
}

}  // namespace fovea::cli
