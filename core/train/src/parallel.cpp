#include "parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "fovea/train/threads.h"

namespace fovea {
namespace {

#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
constexpr bool kHasThreads = false;
#else
constexpr bool kHasThreads = true;
#endif

/// Tasks that several threads take turns at.
class Tasks {
 public:
  Tasks(Index count, const std::function<void(Index)>& task) : count_(count), task_(task) {}

  void run() {
    for (Index i = next_++; i < count_; i = next_++) {
      try {
        task_(i);
      } catch (...) {
        note(i, std::current_exception());
      }
    }
  }

  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  void note(Index i, std::exception_ptr error) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (error_ && failed_ < i) return;
    failed_ = i;
    error_ = std::move(error);
  }

  Index count_;
  const std::function<void(Index)>& task_;
  std::atomic<Index> next_{0};
  std::mutex mutex_;
  Index failed_ = 0;
  std::exception_ptr error_;
};

}  // namespace

Index availableThreads() {
  return kHasThreads ? std::max<Index>(1, static_cast<Index>(std::thread::hardware_concurrency()))
                     : 1;
}

void forEachInParallel(Index count, Index threads, const std::function<void(Index)>& task) {
  Tasks tasks(count, task);
  std::vector<std::thread> others;
  const Index more = kHasThreads ? std::max<Index>(0, std::min(threads, count) - 1) : 0;
  others.reserve(static_cast<std::size_t>(more));
  try {
    for (Index i = 0; i < more; ++i) others.emplace_back([&tasks] { tasks.run(); });
  } catch (const std::system_error&) {
    // The system gives no more threads: those that there are take all tasks.
  }
  tasks.run();
  for (std::thread& other : others) other.join();
  tasks.rethrow();
}

}  // namespace fovea
