#include "services/enrollment/progress/interval_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace academy::enrollment {
namespace {

TEST(IntervalSetTest, IsTheUnionOfWhatWasAddedInAnyOrder) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    IntervalSet set;
    std::vector<bool> seconds(200, false);
    for (int i = 0; i < 30; ++i) {
      int from = static_cast<int>(random() % 200);
      int to = std::min<int>(200, from + static_cast<int>(random() % 20));
      int64_t missing = std::count(seconds.begin() + from, seconds.begin() + to, false);
      EXPECT_EQ(set.Missing(from, to), missing);
      int64_t before = set.Length();
      set.Add(from, to);
      EXPECT_EQ(set.Length(), before + missing);
      std::fill(seconds.begin() + from, seconds.begin() + to, true);
    }
    EXPECT_EQ(set.Length(), std::count(seconds.begin(), seconds.end(), true));
    for (size_t i = 0; i < set.intervals().size(); ++i) {
      EXPECT_LT(set.intervals()[i].from, set.intervals()[i].to);
      if (i > 0) {
        EXPECT_LT(set.intervals()[i - 1].to, set.intervals()[i].from) << "disjoint and not touching";
      }
      for (int64_t at = set.intervals()[i].from; at < set.intervals()[i].to; ++at) EXPECT_TRUE(seconds[at]);
    }
    IntervalSet read;
    EXPECT_TRUE(read.Parse(set.ToText()));
    EXPECT_EQ(read, set);
  }
}

TEST(IntervalSetTest, EndWithinSpendsExactlyTheBudget) {
  std::mt19937 random(11);
  for (int round = 0; round < 500; ++round) {
    IntervalSet set;
    for (int i = 0; i < 5; ++i) {
      int64_t from = random() % 100;
      set.Add(from, from + static_cast<int64_t>(random() % 20));
    }
    int64_t from = random() % 100;
    int64_t to = from + static_cast<int64_t>(random() % 60);
    int64_t budget = random() % 30;
    int64_t end = set.EndWithin(from, to, budget);
    EXPECT_GE(end, from);
    EXPECT_LE(end, to);
    EXPECT_EQ(set.Missing(from, end), std::min(budget, set.Missing(from, to)));
  }
}

TEST(IntervalSetTest, NonsenseIsNotParsed) {
  for (const char* text :
       {"x", "1", "1-", "-", "5-3", "3-3", "1-2,3-4", "1-2 ", " 1-2", "-5-3", "5-6 1-2", "1-3 2-5", "1-2 2-3"}) {
    IntervalSet set;
    EXPECT_FALSE(set.Parse(text)) << text;
    EXPECT_EQ(set.Length(), 0) << text;
  }
  IntervalSet empty;
  EXPECT_TRUE(empty.Parse(""));
}

TEST(IntervalSetTest, ALimitClosesTheSmallestGaps) {
  IntervalSet set;
  set.Add(0, 10);
  set.Add(11, 20);
  set.Add(40, 50);
  set.Add(52, 60);
  set.Limit(2);
  EXPECT_EQ(set.ToText(), "0-20 40-60");
}

}  // namespace
}  // namespace academy::enrollment
