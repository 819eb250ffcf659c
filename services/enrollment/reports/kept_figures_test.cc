#include "services/enrollment/reports/kept_figures.h"

#include <gtest/gtest.h>

#include <atomic>
#include <optional>

#include "absl/synchronization/notification.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::enrollment {
namespace {

class KeptFiguresTest : public testing::Test {
 protected:
  using Kept = KeptFigures<int>;

  int Get(const std::string& key = "all") {
    absl::StatusOr<int> figures = kept_->Get(key, [this]() -> absl::StatusOr<Kept::Computed> {
      int computed = ++computed_;
      if (fails_) return absl::UnavailableError("no database");
      return Kept::Computed{.figures = computed, .large = large_};
    });
    return figures.value_or(-1);
  }
  // Ends what was begun in the background.
  void EndJobs() {
    executor_.reset();
    executor_.emplace(Executor::Options{.threads = 1, .queue = 8});
  }

  FakeClock clock_;
  std::atomic<int> computed_ = 0;
  std::atomic<bool> large_ = true;
  std::atomic<bool> fails_ = false;
  std::optional<Executor> executor_{std::in_place, Executor::Options{.threads = 1, .queue = 8}};
  std::optional<Kept> kept_{std::in_place, clock_, *executor_};
};

TEST_F(KeptFiguresTest, SmallFiguresAreComputedForEachCall) {
  large_ = false;
  EXPECT_EQ(Get(), 1);
  EXPECT_EQ(Get(), 2);
}

TEST_F(KeptFiguresTest, LargeOnesAreKeptAndThoseOfOthersAreOthers) {
  EXPECT_EQ(Get(), 1);
  EXPECT_EQ(Get("course"), 2);
  EXPECT_EQ(Get(), 1);
  EXPECT_EQ(Get("course"), 2);
}

TEST_F(KeptFiguresTest, OldOnesAreAnsweredOnceMoreAndComputedAgainMeanwhile) {
  EXPECT_EQ(Get(), 1);
  clock_.Advance(Kept::kFresh);
  EXPECT_EQ(Get(), 1);
  EndJobs();
  EXPECT_EQ(Get(), 2);
  EXPECT_EQ(computed_, 2);
}

TEST_F(KeptFiguresTest, WhatFailsInTheBackgroundIsTriedAgain) {
  EXPECT_EQ(Get(), 1);
  clock_.Advance(Kept::kFresh);
  fails_ = true;
  EXPECT_EQ(Get(), 1);
  EndJobs();
  fails_ = false;
  EXPECT_EQ(Get(), 1);
  EndJobs();
  EXPECT_EQ(Get(), 3);
}

TEST_F(KeptFiguresTest, VeryOldOnesAreNotAnswered) {
  EXPECT_EQ(Get(), 1);
  clock_.Advance(Kept::kUsable);
  EXPECT_EQ(Get(), 2);
  clock_.Advance(-2 * Kept::kUsable);
  EXPECT_EQ(Get(), 3) << "nor after the clock was set back";
}

TEST_F(KeptFiguresTest, FiguresThatBecomeSmallAreComputedForEachCallAgain) {
  EXPECT_EQ(Get(), 1);
  large_ = false;
  clock_.Advance(Kept::kUsable);
  EXPECT_EQ(Get(), 2);
  EXPECT_EQ(Get(), 3);
}

}  // namespace
}  // namespace academy::enrollment
