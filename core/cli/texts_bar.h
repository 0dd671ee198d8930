#pragma once

#include <cstddef>

namespace fovea::cli {

/// How many texts are done, on a terminal to which nothing else is printed.
class TextsBar {
 public:
  /// `whole`: what all texts are together, or 0 where nobody knows, as in a pipe; then there is no
  /// bar, only a count.
  explicit TextsBar(double whole) : whole_(whole) {}
  ~TextsBar() { end(); }
  TextsBar(const TextsBar&) = delete;
  TextsBar& operator=(const TextsBar&) = delete;

  /// `part` of the whole is done.
  void show(double part, std::size_t texts);
  /// What is printed next has a line of its own.
  void end();

 private:
  double whole_;
  bool shown_ = false;
};

/// Bytes of the file that standard input is, or 0.
double inputBytes();

}  // namespace fovea::cli
