#pragma once

// Catch2 3, or the single header of Catch2 2.13: the tests use what both have.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
