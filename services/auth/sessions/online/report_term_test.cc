#include "services/auth/sessions/online/report_term.h"

#include <gtest/gtest.h>

namespace academy::auth {
namespace {

using Report = ReportTerm::Report;

constexpr UnixMillis kLeaseMs = 6000;

ReportTerm Granted(const std::string& process) {
  ReportTerm term;
  term.Grant(process, 0);
  return term;
}

TEST(ReportTermTest, TakesTheReportsOfATermInOrderAndWithoutAGap) {
  ReportTerm term = Granted("a");
  EXPECT_EQ(term.Take("a", 1, 1, 0), Report::kNext);
  EXPECT_EQ(term.Take("a", 1, 2, 0), Report::kNext);
  EXPECT_EQ(term.Take("a", 1, 2, 0), Report::kRepeated) << "its answer was lost";
  EXPECT_EQ(term.Take("a", 1, 1, 0), Report::kSuperseded);
  EXPECT_EQ(term.Take("a", 1, 4, 0), Report::kSuperseded) << "the third is missing";
  EXPECT_EQ(term.Take("a", 1, 3, 0), Report::kNext);
}

TEST(ReportTermTest, HasOneReporterUntilItIsSilentForTheLease) {
  ReportTerm term = Granted("a");
  EXPECT_FALSE(term.IsFreeFor("b", kLeaseMs - 1));
  EXPECT_EQ(term.Take("a", 1, 1, 1000), Report::kNext);
  EXPECT_FALSE(term.IsFreeFor("b", kLeaseMs));
  EXPECT_TRUE(term.IsFreeFor("b", 1000 + kLeaseMs));
  EXPECT_EQ(term.Take("a", 1, 2, 20'000), Report::kNext) << "nobody else has asked";
}

TEST(ReportTermTest, RefusesTheFormerReporterWhateverItSends) {
  ReportTerm term = Granted("a");
  EXPECT_EQ(term.Take("a", 1, 1, 0), Report::kNext);
  term.Grant("b", kLeaseMs);
  for (int64_t its_term : {1, 2}) {
    for (int64_t number : {0, 1, 2}) EXPECT_EQ(term.Take("a", its_term, number, 0), Report::kSuperseded);
  }
  EXPECT_EQ(term.Take("b", 2, 1, kLeaseMs), Report::kNext);
}

TEST(ReportTermTest, AReporterThatAsksAgainBeginsANewTerm) {
  ReportTerm term = Granted("a");
  EXPECT_EQ(term.Take("a", 1, 1, 0), Report::kNext);
  EXPECT_TRUE(term.IsFreeFor("a", 0));
  term.Grant("a", 0);
  EXPECT_EQ(term.Take("a", 1, 2, 0), Report::kSuperseded) << "sent before it asked";
  EXPECT_EQ(term.Take("a", 2, 1, 0), Report::kNext);
}

TEST(ReportTermTest, AReporterThatStopsLeavesTheRightToAnybody) {
  ReportTerm term = Granted("a");
  term.Release();
  EXPECT_TRUE(term.IsFreeFor("b", 1));
}

}  // namespace
}  // namespace academy::auth
