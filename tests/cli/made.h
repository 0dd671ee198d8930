#pragma once

#include <string>
#include <vector>

#include "program.h"

namespace fovea::test {

/// A config and a vocabulary of 12 pieces for it.
extern const char* const kConfig;
extern const char* const kVocabulary;

bool contains(const std::string& text, const std::string& part);

/// Runs `fovea init` on the config and vocabulary above.
Run init(const Scratch& scratch, const std::string& out, std::vector<std::string> more = {});

/// The path of a model made so, m.safetensors.
std::string madeModel(const Scratch& scratch);

/// Checks a run that must fail: its exit code, its message, nothing on standard output.
void checkFails(const Run& run, int exitCode, const std::string& message);

}  // namespace fovea::test
