#include "program.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace fovea::test {
namespace {

constexpr const char* kOut = "stdout";
constexpr const char* kErr = "stderr";

std::string readAll(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void redirect(int descriptor, const std::string& path) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0 || dup2(file, descriptor) < 0) _exit(127);
}

/// A terminal of which we have the other end, or −1.
int terminalFor(const Circumstances& how) {
  if (!how.terminal) return -1;
  const int master = posix_openpt(O_RDWR | O_NOCTTY);
  if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
    throw std::runtime_error("no terminal");
  return master;
}

/// What has been written to a terminal.
std::string drained(int master) {
  std::string text;
  char some[512];
  fcntl(master, F_SETFL, O_NONBLOCK);
  for (ssize_t count; (count = read(master, some, sizeof some)) > 0;)
    text.append(some, static_cast<std::size_t>(count));
  close(master);
  return text;
}

[[noreturn]] void become(const std::vector<std::string>& arguments, const Circumstances& how) {
  std::vector<char*> argv{const_cast<char*>(FOVEA_PROGRAM)};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  if (how.largestFile) {
    const rlimit limit{*how.largestFile, *how.largestFile};
    setrlimit(RLIMIT_FSIZE, &limit);
    std::signal(SIGXFSZ, SIG_IGN);  // then writing fails, as on a full disk
  }
  execv(FOVEA_PROGRAM, argv.data());
  _exit(127);
}

}  // namespace

Process::Process(const Scratch& scratch, const std::vector<std::string>& arguments,
                 const Circumstances& circumstances)
    : out_(circumstances.out.empty() ? scratch.path(kOut) : circumstances.out),
      err_(scratch.path(kErr)),
      terminal_(terminalFor(circumstances)),
      id_(fork()) {
  if (id_ < 0) throw std::runtime_error("cannot start a process");
  if (id_ > 0) return;
  redirect(STDOUT_FILENO, out_);
  redirect(STDERR_FILENO, terminal_ < 0 ? err_ : ptsname(terminal_));
  if (!circumstances.in.empty() && dup2(open(circumstances.in.c_str(), O_RDONLY), STDIN_FILENO) < 0)
    _exit(127);
  become(arguments, circumstances);
}

std::string Process::err() const { return readAll(err_); }

void Process::interrupt(std::optional<int> signal) const { kill(id_, signal.value_or(SIGINT)); }

Run Process::wait() {
  int status = 0;
  rusage usage{};
  wait4(id_, &status, 0, &usage);
  const bool captured = std::filesystem::is_regular_file(out_);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, captured ? readAll(out_) : "",
          terminal_ < 0 ? readAll(err_) : drained(terminal_),
          static_cast<std::size_t>(usage.ru_maxrss) * 1024};
}

Scratch::Scratch() {
  std::string pattern = (std::filesystem::temp_directory_path() / "fovea-test-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no scratch directory");
  directory_ = pattern;
}

Scratch::~Scratch() { std::filesystem::remove_all(directory_); }

std::string Scratch::write(const std::string& name, const std::string& text) const {
  std::ofstream(path(name), std::ios::binary) << text;
  return path(name);
}

std::string Scratch::read(const std::string& name) const { return readAll(path(name)); }

std::set<std::string> Scratch::names() const {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(directory_))
    names.insert(entry.path().filename().string());
  names.erase(kOut);
  names.erase(kErr);
  return names;
}

Run Scratch::fovea(const std::vector<std::string>& arguments,
                   const Circumstances& circumstances) const {
  return Process(*this, arguments, circumstances).wait();
}

void pauseBriefly() { std::this_thread::sleep_for(std::chrono::milliseconds(10)); }

}  // namespace fovea::test
