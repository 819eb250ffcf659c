#include "services/enrollment/progress/watch_progress.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace academy::enrollment {
namespace {

constexpr UnixMillis kNow = 1'800'000'000'000;

// Rules without the clock's limit, for tests of other rules.
ProgressRules Unhurried() {
  ProgressRules rules;
  rules.burst = absl::Hours(300);
  return rules;
}

// Applies a report without the clock's limit.
PartState Watch(const std::optional<PartState>& before, const WatchReport& report, int64_t duration) {
  return ApplyReport(before, std::nullopt, report, duration, kNow, Unhurried()).part;
}

TEST(WatchProgressTest, WhatWasWatchedTwiceCountsOnce) {
  PartState state = Watch(std::nullopt, {5'000, {{0, 5'000}}}, 100'000);
  state = Watch(state, {8'000, {{3'000, 8'000}}}, 100'000);
  EXPECT_EQ(WatchedWithin(state, 100'000), 8'000);
  EXPECT_EQ(PercentOf(state, 100'000), 8);
  EXPECT_EQ(state.position, 8'000);
}

TEST(WatchProgressTest, ReportsInAnyOrderGiveTheSameUnionAndNeverLoseGround) {
  std::mt19937 random(3);
  std::vector<WatchReport> reports;
  for (int i = 0; i < 40; ++i) {
    int64_t from = random() % 90'000;
    reports.push_back({from, {{from, from + static_cast<int64_t>(random() % 8'000)}}});
  }
  IntervalSet expected;
  for (const WatchReport& report : reports) {
    expected.Add(report.watched[0].from, std::min<int64_t>(report.watched[0].to, 100'000));
  }
  for (int round = 0; round < 20; ++round) {
    std::shuffle(reports.begin(), reports.end(), random);
    std::optional<PartState> state;
    int64_t length = 0;
    for (const WatchReport& report : reports) {
      state = Watch(state, report, 100'000);
      EXPECT_GE(WatchedWithin(*state, 100'000), length);
      length = WatchedWithin(*state, 100'000);
    }
    EXPECT_EQ(state->watched, expected);
  }
}

TEST(WatchProgressTest, APartIsCompleteAtNinetyPerCentAndThenStartsAgain) {
  PartState state = Watch(std::nullopt, {89'999, {{0, 89'999}}}, 100'000);
  EXPECT_FALSE(state.completed);
  EXPECT_EQ(state.position, 89'999);
  state = Watch(state, {90'000, {{89'999, 90'000}}}, 100'000);
  EXPECT_TRUE(state.completed);
  EXPECT_EQ(state.position, 0);
  EXPECT_EQ(PercentOf(state, 100'000), 100);
  state = Watch(state, {100'000, {{90'000, 100'000}}}, 100'000);
  EXPECT_EQ(state.position, 0) << "the end of a finished part is no place to go on";
}

TEST(WatchProgressTest, AFinishedPartThatIsWatchedAgainGoesOnWhereItWasLeft) {
  PartState state = Watch(std::nullopt, {95'000, {{0, 95'000}}}, 100'000);
  state = Watch(state, {40'000, {{30'000, 40'000}}}, 100'000);
  EXPECT_TRUE(state.completed);
  EXPECT_EQ(state.position, 40'000);
}

// One learner who reports on several parts in turn.
class Viewer {
 public:
  // Reports that [from, to) of a part was just watched, and returns the time that counted.
  int64_t Report(const std::string& part, int64_t from, int64_t to, UnixMillis now) {
    AppliedReport advanced = ApplyReport(Find(part), account_, {to, {{from, to}}}, kDuration, now, rules_);
    parts_[part] = advanced.part;
    account_ = advanced.account;
    return advanced.added;
  }
  std::optional<PartState> Find(const std::string& part) const {
    auto found = parts_.find(part);
    if (found == parts_.end()) return std::nullopt;
    return found->second;
  }
  int64_t Watched(const std::string& part) const { return WatchedWithin(*Find(part), kDuration); }

  static constexpr int64_t kDuration = 3'600'000;
  const ProgressRules rules_;
  // The rules' default.
  static inline const int64_t kBurst = absl::ToInt64Milliseconds(ProgressRules().burst);
  static inline const int64_t kMaxPause = absl::ToInt64Milliseconds(ProgressRules().max_pause);

 private:
  std::map<std::string, PartState> parts_;
  std::optional<WatchAccount> account_;
};

TEST(WatchProgressTest, NoMoreCountsThanTheClockAllowsAtDoubleSpeed) {
  Viewer viewer;
  viewer.Report("a", 0, 3'600'000, kNow);
  EXPECT_EQ(viewer.Watched("a"), Viewer::kBurst);
  EXPECT_FALSE(viewer.Find("a")->completed);
  EXPECT_EQ(viewer.Report("a", 0, 3'600'000, kNow + 10'000), 20'000);
  EXPECT_EQ(viewer.Watched("a"), Viewer::kBurst + 20'000);
  EXPECT_EQ(viewer.Report("a", 0, 3'600'000, kNow + 10'000), 0) << "said at once again, it adds nothing";
  EXPECT_EQ(viewer.Report("a", 0, 3'600'000, kNow), 0) << "a clock that was set back gives nothing";
  EXPECT_EQ(viewer.Report("a", 0, 3'600'000, kNow + 11'000), 2'000) << "and takes nothing";
}

TEST(WatchProgressTest, ManyPartsAtOnceCountNoMoreThanOne) {
  Viewer viewer;
  int64_t counted = 0;
  for (int part = 0; part < 50; ++part) counted += viewer.Report(std::to_string(part), 0, 100'000, kNow);
  EXPECT_EQ(counted, Viewer::kBurst);
  for (int part = 0; part < 50; ++part) counted += viewer.Report(std::to_string(part), 0, 100'000, kNow + 30'000);
  EXPECT_EQ(counted, Viewer::kBurst + 60'000);
}

TEST(WatchProgressTest, OverAnyTimeNoMoreThanTwiceThatTimeCounts) {
  std::mt19937 random(5);
  for (int round = 0; round < 50; ++round) {
    Viewer viewer;
    UnixMillis now = kNow;
    int64_t counted = 0;
    for (int i = 0; i < 200; ++i) {
      int64_t from = random() % Viewer::kDuration;
      int64_t to = std::min<int64_t>(Viewer::kDuration, from + static_cast<int64_t>(random() % 60'000));
      now += static_cast<UnixMillis>(random() % 20'000);
      counted += viewer.Report(random() % 2 == 0 ? "a" : "b", from, to, now);
      ASSERT_LE(counted, Viewer::kBurst + 2 * (now - kNow));
    }
    EXPECT_EQ(counted, viewer.Watched("a") + viewer.Watched("b"));
  }
}

TEST(WatchProgressTest, WatchingAtDoubleSpeedCountsInFull) {
  Viewer viewer;
  for (int i = 0; i < 100; ++i) viewer.Report("a", i * 20'000, (i + 1) * 20'000, kNow + i * 10'000);
  EXPECT_EQ(viewer.Watched("a"), 2'000'000);
}

TEST(WatchProgressTest, WhatWasWatchedWithoutANetworkCountsInFullOnceItIsBack) {
  Viewer viewer;
  viewer.Report("a", 0, 5'000, kNow);
  EXPECT_EQ(viewer.Report("a", 5'000, 1'805'000, kNow + 1'800'000), 1'800'000);
}

TEST(WatchProgressTest, EachLessonThatWasWatchedWithoutANetworkCounts) {
  Viewer viewer;
  viewer.Report("a", 0, 5'000, kNow);
  UnixMillis back = kNow + 3 * Viewer::kDuration;
  EXPECT_EQ(viewer.Report("a", 5'000, Viewer::kDuration, back), Viewer::kDuration - 5'000);
  EXPECT_EQ(viewer.Report("b", 0, Viewer::kDuration, back + 20), Viewer::kDuration);
  EXPECT_EQ(viewer.Report("c", 0, Viewer::kDuration, back + 40'000), Viewer::kDuration) << "tried again for a while";
}

TEST(WatchProgressTest, AfterAPauseNoMoreCountsThanTwiceItsTime) {
  Viewer viewer;
  viewer.Report("a", 0, 5'000, kNow);
  int64_t counted = 0;
  for (int part = 0; part < 50; ++part) {
    counted += viewer.Report(std::to_string(part), 0, Viewer::kDuration, kNow + Viewer::kDuration);
  }
  EXPECT_EQ(counted, Viewer::kBurst - 5'000 + 2 * Viewer::kDuration);
}

TEST(WatchProgressTest, APauseOfAWeekCountsAsTheLongestThatAPageCanPlay) {
  Viewer viewer;
  viewer.Report("a", 0, 5'000, kNow);
  int64_t counted = 0;
  for (int part = 0; part < 50; ++part) {
    counted += viewer.Report(std::to_string(part), 0, Viewer::kDuration, kNow + 7 * 24 * Viewer::kDuration);
  }
  EXPECT_EQ(counted, Viewer::kBurst - 5'000 + 2 * Viewer::kMaxPause);
}

TEST(WatchProgressTest, WatchingAtNormalSpeedSavesNothingUp) {
  Viewer viewer;
  for (int i = 0; i < 360; ++i) viewer.Report("a", i * 5'000, (i + 1) * 5'000, kNow + i * 5'000);
  EXPECT_EQ(viewer.Watched("a"), 1'800'000);
  EXPECT_EQ(viewer.Report("b", 0, Viewer::kDuration, kNow + 360 * 5'000), Viewer::kBurst + 10'000);
}

TEST(WatchProgressTest, WhatAPauseLeftIsGoneAfterAsLongOfSteadyReports) {
  Viewer viewer;
  viewer.Report("a", 0, 5'000, kNow);
  UnixMillis now = kNow + 1'800'000;
  viewer.Report("a", 5'000, 10'000, now);
  for (int i = 0; i < 360; ++i) {
    now += 5'000;
    viewer.Report("a", 10'000, 10'000, now);
  }
  EXPECT_EQ(viewer.Report("b", 0, Viewer::kDuration, now), Viewer::kBurst);
}

TEST(WatchProgressTest, NothingIsLostOfWhatWasWatchedHoweverTheNetworkComesAndGoes) {
  std::mt19937 random(13);
  auto up_to = [&](int64_t most) { return static_cast<int64_t>(random() % static_cast<uint64_t>(most)) + 1; };
  for (int round = 0; round < 50; ++round) {
    Viewer viewer;
    UnixMillis now = kNow;
    viewer.Report("0", 0, 0, now);
    int64_t counted = 0;
    int64_t watched = 0;
    int lesson = 0;
    // Like the player's queue: one entry per lesson, in order.
    std::map<int, int64_t> queue;
    for (int i = 0; i < 200; ++i) {
      bool online = random() % 3 != 0;
      int64_t passed = online ? 5'000 : up_to(1'200'000);
      now += passed;
      // At any speed up to 2x.
      int64_t seen = std::min(passed * up_to(20) / 10, Viewer::kDuration);
      queue[lesson++] = seen;
      watched += seen;
      if (!online) continue;
      for (size_t taken = 0; !queue.empty(); ++taken) {
        auto [part, length] = *queue.begin();
        counted += viewer.Report(std::to_string(part), 0, length, now);
        queue.erase(queue.begin());
        // The network may fail again before everything is reported.
        if (taken > 2 && random() % 4 == 0) break;
      }
    }
    for (const auto& [part, length] : queue) counted += viewer.Report(std::to_string(part), 0, length, now);
    ASSERT_EQ(counted, watched) << "round " << round;
  }
}

TEST(WatchProgressTest, BucketsTellWhereAViewerStoppedAndWhatWasWatched) {
  PartState state = Watch(std::nullopt, {52'000, {{0, 12'000}, {50'000, 52'000}}}, 100'000);
  EXPECT_EQ(StoppedIn(state, 100'000), 10);
  EXPECT_EQ(WatchedBuckets(state, 100'000), 0b11) << "2 of 5 seconds are less than half";
  state = Watch(state, {52'500, {{52'000, 52'500}}}, 100'000);
  EXPECT_EQ(WatchedBuckets(state, 100'000), 0b10000000011);
  state.position = 100'000;
  EXPECT_EQ(StoppedIn(state, 100'000), kBuckets - 1);
  state.completed = true;
  EXPECT_EQ(StoppedIn(state, 100'000), kNotStopped);
  EXPECT_EQ(StoppedIn(PartState(), 0), 0);
  EXPECT_EQ(WatchedBuckets(state, 0), 0);
}

TEST(WatchProgressTest, WhatLiesBeyondTheVideoDoesNotCount) {
  PartState state = Watch(std::nullopt, {10'900, {{5'000, 10'900}}}, 10'000);
  EXPECT_EQ(WatchedWithin(state, 10'000), 5'000);
  EXPECT_EQ(state.position, 10'000);
}

TEST(WatchProgressTest, AVideoReplacedByAShorterOneNeverShowsMoreThanAllOfIt) {
  PartState state = Watch(std::nullopt, {50'000, {{0, 50'000}}}, 100'000);
  EXPECT_EQ(WatchedWithin(state, 20'000), 20'000);
  EXPECT_EQ(PercentOf(state, 20'000), 100);
}

TEST(WatchProgressTest, APartWithoutAVideoIsNeverComplete) {
  PartState state = Watch(std::nullopt, {0, {}}, 0);
  EXPECT_FALSE(state.completed);
  EXPECT_EQ(PercentOf(state, 0), 0);
}

}  // namespace
}  // namespace academy::enrollment
