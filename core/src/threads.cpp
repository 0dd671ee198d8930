#include "fovea/threads.h"

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "parallel.h"

namespace fovea {
namespace {

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

/// Looks for what comes soon before a thread sleeps, some fifty microseconds: a pass hands out its
/// next product sooner than a sleeping thread wakes.
template <typename Ready>
void lookFor(Ready&& ready) {
  constexpr int kLooks = 1000;
  for (int i = 0; i < kLooks && !ready(); ++i) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
  }
}

/// Threads that stay, and lend a hand with one list of tasks at a time.
class Pool {
 public:
  Pool() = default;
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      ending_ = true;
      ++round_;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  /// Whether the caller has it now, until it says done().
  bool take() { return !taken_.load(std::memory_order_relaxed) && !taken_.exchange(true); }
  void done() { taken_ = false; }

  /// With the help of at most so many threads.
  void run(Tasks& tasks, std::size_t helpers) {
    grow(helpers);
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      tasks_ = &tasks;
      wanted_ = helpers;
      ++round_;
    }
    wake_.notify_all();
    tasks.run();
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      wanted_ = 0;  // who comes now is too late
    }
    lookFor([&] { return helping_ == 0; });
    std::unique_lock<std::mutex> lock(mutex_);
    left_.wait(lock, [&] { return helping_ == 0; });
  }

 private:
  void grow(std::size_t helpers) {
    try {
      while (threads_.size() < helpers) threads_.emplace_back([this] { serve(); });
    } catch (const std::system_error&) {
      // The system gives no more threads: those that there are take all tasks.
    }
  }

  void serve() {
    for (unsigned seen = 0;;) {
      lookFor([&] { return round_ != seen; });
      std::unique_lock<std::mutex> lock(mutex_);
      wake_.wait(lock, [&] { return round_ != seen; });
      if (ending_) return;
      seen = round_;
      if (wanted_ == 0) continue;
      --wanted_;
      ++helping_;
      Tasks& tasks = *tasks_;
      lock.unlock();
      tasks.run();
      lock.lock();
      if (--helping_ == 0) left_.notify_one();
    }
  }

  std::atomic<bool> taken_{false};
  std::vector<std::thread> threads_;
  std::mutex mutex_;  // of what follows; the two numbers may be read without
  std::condition_variable wake_;
  std::condition_variable left_;
  std::atomic<unsigned> round_{0};
  std::atomic<int> helping_{0};
  std::size_t wanted_ = 0;
  Tasks* tasks_ = nullptr;
  bool ending_ = false;
};

Pool& pool() {
  static Pool one;
  return one;
}

Index threadsOfEnvironment() {
  const char* const text = std::getenv("FOVEA_THREADS");
  return text == nullptr ? 1
                         : std::max<Index>(1, static_cast<Index>(std::strtol(text, nullptr, 10)));
}

std::atomic<Index>& threadsOfPass() {
  static std::atomic<Index> threads{threadsOfEnvironment()};
  return threads;
}

}  // namespace

Index availableThreads() {
  return kHasThreads ? std::max<Index>(1, static_cast<Index>(std::thread::hardware_concurrency()))
                     : 1;
}

Index passThreads() { return kHasThreads ? threadsOfPass().load(std::memory_order_relaxed) : 1; }

void usePassThreads(Index threads) { threadsOfPass() = std::max<Index>(1, threads); }

void forEachInParallel(Index count, Index threads, const std::function<void(Index)>& task) {
  Tasks tasks(count, task);
  const Index helpers = kHasThreads ? std::max<Index>(0, std::min(threads, count) - 1) : 0;
  if (helpers > 0 && pool().take()) {
    pool().run(tasks, static_cast<std::size_t>(helpers));
    pool().done();
  } else {
    tasks.run();
  }
  tasks.rethrow();
}

}  // namespace fovea
