#include "services/platform/fuzzing/step_counter.h"

#include <gtest/gtest.h>

#include <string>

namespace academy::fuzz {
namespace {

// As replay.cc has it.
constexpr double kMaxGrowth = 2.5;

// How many times the steps grow with twice the input.
double GrowthOf(void (*parse)(const std::string&)) {
  auto once = static_cast<double>(StepsOf(parse, std::string(4096, ',')));
  return static_cast<double>(StepsOf(parse, std::string(8192, ','))) / once;
}

TEST(StepCounterTest, TestsRunUnderTheCounter) {
  if (!CanCountSteps()) GTEST_SKIP() << "no instructions are counted here";
  EXPECT_EQ(RunCounting("CountedTest.*"), 0);
  EXPECT_NE(RunCounting("CountedTest.*:FailingTest.*"), 0) << "a failure there is one here";
}

class CountedTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!IsCounting()) GTEST_SKIP() << "runs under the counter";
  }
};
class FailingTest : public CountedTest {};

TEST_F(CountedTest, TheSameWorkTakesTheSameSteps) {
  auto copy = [](const std::string& text) { std::string other = text + text; };
  uint64_t steps = StepsOf(copy, "0123456789012345678901234567890123456789");
  EXPECT_GT(steps, 10u);
  EXPECT_NEAR(static_cast<double>(StepsOf(copy, "0123456789012345678901234567890123456789")), steps, 20.0);
}

TEST_F(CountedTest, ALinearParserDoublesItsWork) {
  double growth = GrowthOf([](const std::string& input) {
    volatile size_t commas = 0;
    for (char c : input) commas = commas + (c == ',' ? 1 : 0);
  });
  EXPECT_GT(growth, 1.5);
  EXPECT_LT(growth, kMaxGrowth);
}

TEST_F(CountedTest, AQuadraticParserDoesMore) {
  EXPECT_GT(GrowthOf([](const std::string& input) {
              volatile size_t fields = 0;
              for (size_t i = 0; i < input.size(); ++i) {
                for (size_t j = 0; j < i; ++j) fields = fields + (input[j] == ',' ? 1 : 0);
              }
            }),
            kMaxGrowth);
}

// The moving is done by the C library.
TEST_F(CountedTest, SoDoesOneThatTakesItsInputFromTheFrontOfAString) {
  EXPECT_GT(GrowthOf([](const std::string& input) {
              std::string rest = input;
              while (!rest.empty()) rest.erase(0, 1);
            }),
            kMaxGrowth);
}

TEST_F(FailingTest, Fails) { FAIL(); }

}  // namespace
}  // namespace academy::fuzz
