// Counts the instructions that code takes, library functions included, so that a test can tell linear work from more
// without a clock. valgrind's callgrind counts them: a test that counts runs its program again, under it.
//
// One count at a time in a process.
#pragma once

#include <cstdint>
#include <string>

#include "absl/functional/function_ref.h"

namespace academy::fuzz {

// An instrumented program takes other steps.
bool CanCountSteps();

// Whether this program runs under callgrind, by RunCounting.
bool IsCounting();
// Runs the tests that `filter` names, of this program, under callgrind. Its exit code; 0 when they pass.
int RunCounting(const std::string& filter);

// The instructions of reading `input`, but for what is done only once (lazy binding, tables). Only while counting.
uint64_t StepsOf(absl::FunctionRef<void(const std::string& input)> parse, const std::string& input);

}  // namespace academy::fuzz
