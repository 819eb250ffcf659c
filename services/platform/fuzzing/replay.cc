// The unit test of a fuzz target: gives it every file of its corpus, which has what fuzzing once found too, and counts
// the work that hostile inputs make.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "services/platform/fuzzing/fuzz.h"
#include "services/platform/fuzzing/step_counter.h"

namespace academy::fuzz {
namespace {

// Twice the input, and something for buffers that grow.
constexpr double kMaxGrowth = 2.5;
// With fewer, what is done but once hides how the rest grows.
constexpr uint64_t kMinSteps = 2'000'000;
// The longest that is tried to make so many.
constexpr size_t kMaxSize = 16 * 1024;

void Give(const std::string& input) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(input.data()), input.size());
}

TEST(Replay, EveryInputOfTheCorpusIsRead) {
  const char* corpus = std::getenv("FUZZ_CORPUS");
  ASSERT_NE(corpus, nullptr);
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(corpus)) {
    // What fails ends the process: the last name is its input's.
    std::cerr << entry.path().native() << std::endl;
    std::ifstream file(entry.path(), std::ios::binary);
    Give(std::string(std::istreambuf_iterator<char>(file), {}));
    ++files;
  }
  EXPECT_GT(files, 0);
  Give("");
}

TEST(Complexity, TwiceAHostileInputTakesAtMostTwiceTheWork) {
  if (!CanCountSteps()) GTEST_SKIP() << "no instructions are counted here";
  if (!IsCounting()) {
    ASSERT_EQ(RunCounting("Complexity.*"), 0);
    return;
  }
  for (const Hostile& hostile : HostileInputs()) {
    size_t size = hostile.size;
    while (size < kMaxSize && StepsOf(&Give, hostile.Of(size)) < kMinSteps) size *= 2;
    uint64_t steps = StepsOf(&Give, hostile.Of(size));
    EXPECT_LE(StepsOf(&Give, hostile.Of(2 * size)), kMaxGrowth * static_cast<double>(steps))
        << hostile.name << " of " << size << " bytes takes " << steps << " steps, and twice as much of it so many";
  }
}

}  // namespace
}  // namespace academy::fuzz
