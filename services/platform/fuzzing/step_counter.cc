#include "services/platform/fuzzing/step_counter.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

// callgrind writes down what this took, by its name, each time that it returns.
extern "C" [[gnu::noinline]] void AcademyCountedWork(absl::FunctionRef<void()> work) {
  work();
  // Otherwise the call would be a jump, from which nobody returns.
  asm volatile("" ::: "memory");
}

namespace academy::fuzz {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kCanCount = false;
#else
constexpr bool kCanCount = true;
#endif

// Names the file that callgrind writes to: the nth count has `.n` behind it.
constexpr char kCounts[] = "ACADEMY_STEP_COUNTS";

}  // namespace

bool CanCountSteps() { return kCanCount; }
bool IsCounting() { return std::getenv(kCounts) != nullptr; }

int RunCounting(const std::string& filter) {
  const char* folder = std::getenv("TEST_TMPDIR");
  std::string counts = std::string(folder != nullptr ? folder : "/tmp") + "/steps." + std::to_string(::getpid());
  std::string program = std::filesystem::read_symlink("/proc/self/exe").native();
  // The program's own report must not replace this one's.
  std::string command = "env -u XML_OUTPUT_FILE -u TEST_PREMATURE_EXIT_FILE " + std::string(kCounts) + "='" + counts +
                        "' valgrind -q --tool=callgrind --callgrind-out-file='" + counts +
                        "' --zero-before=AcademyCountedWork --dump-after=AcademyCountedWork '" + program +
                        "' --gtest_filter='" + filter + "'";
  return std::system(command.c_str());
}

uint64_t StepsOf(absl::FunctionRef<void(const std::string& input)> parse, const std::string& input) {
  static int counts = 0;
  uint64_t steps = 0;
  // The second time counts.
  for (int round = 0; round < 2; ++round) {
    AcademyCountedWork([&] { parse(input); });
    std::string path = std::string(std::getenv(kCounts)) + "." + std::to_string(++counts);
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
      if (line.starts_with("totals: ")) steps = std::strtoull(line.c_str() + 8, nullptr, 10);
    }
    std::remove(path.c_str());
  }
  return steps;
}

}  // namespace academy::fuzz
