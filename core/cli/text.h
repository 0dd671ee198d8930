#pragma once

#include <cstddef>
#include <string>

namespace fovea::cli {

/// The text with "?" for control characters, which a model file could send to the terminal.
std::string printable(std::string text);

/// The text and as many spaces as bring it to `width` characters (of UTF-8, each one column wide).
std::string padded(const std::string& text, std::size_t width);

/// How what is printed counts, since the page counts otherwise.
constexpr const char* kCounting =
    "layers, heads and words are counted from 0, as in tensor names; the page counts from 1";

/// 24 characters, the first `share` of them filled.
std::string progressBar(double share);

/// 1234567 as "1,234,567".
std::string grouped(long long number);

/// Says on standard error how many tokens of the texts the model could not take, if any.
void noteDropped(std::size_t tokens);

}  // namespace fovea::cli
