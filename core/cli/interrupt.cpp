#include "interrupt.h"

namespace fovea::cli {
namespace {

volatile std::sig_atomic_t interrupted = 0;

extern "C" void noteInterrupt(int signal) {
  interrupted = signal;
  std::signal(signal, SIG_DFL);
}

}  // namespace

InterruptNote::InterruptNote() {
  interrupted = 0;
  // One that is ignored stays so, as in a job that nohup started.
  for (const int signal : {SIGINT, SIGTERM})
    if (std::signal(signal, noteInterrupt) == SIG_IGN) std::signal(signal, SIG_IGN);
}

InterruptNote::~InterruptNote() {
  for (const int signal : {SIGINT, SIGTERM})
    if (std::signal(signal, SIG_DFL) == SIG_IGN) std::signal(signal, SIG_IGN);
}

int InterruptNote::signal() const { return interrupted; }

}  // namespace fovea::cli
