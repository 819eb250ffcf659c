#include "services/platform/base/system_time.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "services/platform/base/clock.h"

namespace academy {
namespace {

constexpr int64_t kBegin = 1'800'000'000'000;
constexpr int64_t kHour = 3'600'000;
constexpr int64_t kDay = 24 * kHour;

class SystemTimeTest : public testing::Test {
 protected:
  void Pass(int64_t millis) {
    of_day_ += millis;
    since_boot_ += millis;
  }

  int64_t of_day_ = kBegin;
  int64_t since_boot_ = 50'000;
  bool synchronized_ = false;
  SystemTime time_{{.of_day = [this] { return of_day_; },
                    .since_boot = [this] { return since_boot_; },
                    .synchronized = [this] { return synchronized_; }}};
};

TEST_F(SystemTimeTest, ItIsTheTimeOfDay) {
  EXPECT_EQ(time_.Now(), kBegin);
  Pass(30 * kDay);
  EXPECT_EQ(time_.Now(), kBegin + 30 * kDay);
  EXPECT_EQ(time_.Jump(), absl::ZeroDuration());
}

TEST_F(SystemTimeTest, SmallCorrectionsAreFollowed) {
  time_.Now();
  for (int i = 0; i < 10; ++i) {
    of_day_ += 60'000;
    EXPECT_EQ(time_.Now(), of_day_);
  }
}

TEST_F(SystemTimeTest, AJumpForwardIsNotFollowed) {
  time_.Now();
  of_day_ += 8 * kDay;
  EXPECT_EQ(time_.Now(), kBegin);
  Pass(kHour);
  EXPECT_EQ(time_.Now(), kBegin + kHour);
  EXPECT_EQ(time_.Jump(), absl::Hours(8 * 24));
}

TEST_F(SystemTimeTest, AJumpBackIsNotFollowed) {
  time_.Now();
  of_day_ -= kHour;
  Pass(5000);
  EXPECT_EQ(time_.Now(), kBegin + 5000);
  EXPECT_EQ(time_.Jump(), -absl::Hours(1));
}

TEST_F(SystemTimeTest, AClockThatComesBackIsFollowedAgain) {
  time_.Now();
  of_day_ += 8 * kDay;
  time_.Now();
  of_day_ -= 8 * kDay - 1000;
  EXPECT_EQ(time_.Now(), kBegin + 1000);
  EXPECT_EQ(time_.Jump(), absl::ZeroDuration());
}

TEST_F(SystemTimeTest, AJumpThatATimeServerConfirmsIsFollowed) {
  time_.Now();
  of_day_ += 8 * kDay;
  EXPECT_EQ(time_.Now(), kBegin);
  synchronized_ = true;
  EXPECT_EQ(time_.Now(), kBegin + 8 * kDay);
  synchronized_ = false;
  EXPECT_EQ(time_.Now(), kBegin + 8 * kDay);
}

TEST_F(SystemTimeTest, AProcessContinuesTheTimeOfAnother) {
  std::string note = time_.Note("boot");
  of_day_ += 8 * kDay;
  SystemTime later({.of_day = [this] { return of_day_; },
                    .since_boot = [this] { return since_boot_; },
                    .synchronized = [this] { return synchronized_; }});
  EXPECT_TRUE(later.Continue(note, "boot"));
  EXPECT_EQ(later.Now(), kBegin);
  EXPECT_EQ(later.Note("boot"), note);
}

TEST_F(SystemTimeTest, ANoteIsKeptAfterEachCorrection) {
  std::vector<std::string> kept;
  time_.Note("boot");
  time_.Keep("boot", [&](const std::string& note) { kept.push_back(note); });
  of_day_ += 3000;
  time_.Now();
  EXPECT_TRUE(kept.empty()) << "too small";
  of_day_ += 3000;
  time_.Now();
  time_.Now();
  EXPECT_EQ(kept, (std::vector{time_.Note("boot")}));
  of_day_ += 8 * kDay;
  time_.Now();
  EXPECT_EQ(kept.size(), 1u) << "not believed";
  synchronized_ = true;
  time_.Now();
  ASSERT_EQ(kept.size(), 2u);
  EXPECT_EQ(kept.back(), time_.Note("boot"));
}

TEST_F(SystemTimeTest, ANoteOfAnotherBootSaysNothing) {
  std::string note = time_.Note("boot");
  of_day_ += 8 * kDay;
  for (const std::string& other : {note, std::string(), std::string("other"), std::string("other x")}) {
    SystemTime later({.of_day = [this] { return of_day_; },
                      .since_boot = [this] { return since_boot_; },
                      .synchronized = [this] { return synchronized_; }});
    EXPECT_FALSE(later.Continue(other, "other")) << other;
    EXPECT_EQ(later.Now(), of_day_);
  }
}

TEST_F(SystemTimeTest, TheSystemsClockIsThatOfTheMachine) {
  int64_t before = SystemTime::OfMachine().Now();
  int64_t now = Clock::System().Now();
  EXPECT_LE(before, now);
  EXPECT_LE(now, SystemTime::OfMachine().Now());
}

}  // namespace
}  // namespace academy
