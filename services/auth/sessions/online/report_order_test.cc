#include "services/auth/sessions/online/report_order.h"

#include <gtest/gtest.h>

namespace academy::auth {
namespace {

TEST(ReportOrder, TakesAProcesssReportsInOrder) {
  ReportOrder order;
  EXPECT_TRUE(order.Take("a", 1));
  EXPECT_TRUE(order.Take("a", 3));
  EXPECT_FALSE(order.Take("a", 2));
  EXPECT_FALSE(order.Take("a", 3)) << "it came twice";
  EXPECT_TRUE(order.Take("a", 4));
}

TEST(ReportOrder, RefusesAProcessThatAnotherOneHasReplaced) {
  ReportOrder order;
  EXPECT_TRUE(order.Take("a", 7));
  EXPECT_TRUE(order.Take("b", 1));
  EXPECT_FALSE(order.Take("a", 8));
  EXPECT_TRUE(order.Take("b", 2));
}

TEST(ReportOrder, RemembersTheLastEightProcesses) {
  ReportOrder order;
  for (int i = 0; i <= 9; ++i) EXPECT_TRUE(order.Take("process" + std::to_string(i), 1)) << i;
  for (int i = 1; i < 9; ++i) EXPECT_FALSE(order.Take("process" + std::to_string(i), 100)) << i;
  EXPECT_TRUE(order.Take("process9", 2));
  EXPECT_TRUE(order.Take("process0", 2)) << "forgotten by now";
}

TEST(ReportOrder, TakesOneNameForNoPartOfAnother) {
  ReportOrder order;
  EXPECT_TRUE(order.Take("12", 1));
  EXPECT_TRUE(order.Take("b", 1));
  EXPECT_TRUE(order.Take("2", 1));
}

}  // namespace
}  // namespace academy::auth
