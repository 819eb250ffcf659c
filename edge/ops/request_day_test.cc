#include "edge/ops/request_day.h"

#include <gtest/gtest.h>

#include <string>

#include "services/platform/testing/fake_clock.h"

namespace academy::edge {
namespace {

class RequestDayTest : public testing::Test {
 protected:
  void Serve(int times, std::string_view route, int status = 200, absl::Duration took = absl::Milliseconds(3)) {
    for (int i = 0; i < times; ++i) day_.Record(route, status, took);
  }

  FakeClock clock_;
  RequestDay day_{clock_};
};

TEST_F(RequestDayTest, NobodyHasAskedYet) {
  EXPECT_EQ(day_.RequestsItem().code(), "ok");
  EXPECT_EQ(day_.SpeedItem().code(), "ok");
  EXPECT_EQ(day_.Report().requests(), 0);
  EXPECT_EQ(day_.Report().since(), FormatTime(clock_.Now()));
}

TEST_F(RequestDayTest, TheSlowestRoutesComeFirstWithTheirTimes) {
  Serve(100, "/api/fast");
  Serve(90, "/api/slow", 200, absl::Milliseconds(40));
  Serve(10, "/api/slow", 200, absl::Milliseconds(700));
  Serve(19, "/api/rare", 200, absl::Seconds(9));
  v1::RequestReport report = day_.Report();
  EXPECT_EQ(report.requests(), 219);
  ASSERT_EQ(report.slowest_size(), 2);
  EXPECT_EQ(report.slowest(0).route(), "/api/slow");
  EXPECT_EQ(report.slowest(0).requests(), 100);
  EXPECT_EQ(report.slowest(0).half_ms(), 50);
  EXPECT_EQ(report.slowest(0).most_ms(), 700);
  EXPECT_EQ(report.slowest(0).longest_ms(), 700);
  EXPECT_EQ(report.slowest(1).most_ms(), 3);
}

TEST_F(RequestDayTest, TenRoutesAreShownAtMost) {
  for (int i = 0; i < 12; ++i) Serve(20, "/api/" + std::to_string(i));
  EXPECT_EQ(day_.Report().slowest_size(), 10);
}

TEST_F(RequestDayTest, WhatClientsTakeTheirTimeForIsNotSlow) {
  for (const char* route : {"/media", "site", "/api/cm/media/uploads", "/api/cm/user/import"}) {
    Serve(30, route, 200, absl::Minutes(3));
  }
  EXPECT_EQ(day_.SpeedItem().code(), "ok");
  EXPECT_EQ(day_.Report().requests(), 120);
  EXPECT_EQ(day_.Report().slowest_size(), 0);
}

TEST_F(RequestDayTest, ARouteOfMoreThanTwoSecondsIsSlow) {
  Serve(50, "/api/slow", 200, absl::Milliseconds(1900));
  EXPECT_EQ(day_.SpeedItem().code(), "ok");
  Serve(50, "/api/slow", 200, absl::Milliseconds(2400));
  EXPECT_EQ(day_.SpeedItem().code(), "requests_slow");
  EXPECT_EQ(day_.SpeedItem().state(), "warning");
  EXPECT_EQ(day_.SpeedItem().value(), 2400);
}

TEST_F(RequestDayTest, FailuresAreToldWhenTheyAreAPartOfTheRequests) {
  Serve(991, "/api/a");
  Serve(9, "/api/a", 503);
  EXPECT_EQ(day_.RequestsItem().code(), "ok");
  Serve(2, "/api/a", 500);
  EXPECT_EQ(day_.RequestsItem().code(), "requests_failed");
  EXPECT_EQ(day_.RequestsItem().value(), 11);
  Serve(50, "/api/b", 504);
  EXPECT_EQ(day_.RequestsItem().code(), "requests_failing");
  EXPECT_EQ(day_.RequestsItem().state(), "failing");
}

TEST_F(RequestDayTest, RefusalsAndProbesAreNoFailures) {
  Serve(100, "/api/a", 403);
  Serve(100, "/readyz", 503);
  EXPECT_EQ(day_.RequestsItem().code(), "ok");
  EXPECT_EQ(day_.Report().requests(), 100);
}

TEST_F(RequestDayTest, FailuresOfHoursAgoAreFewerThanThoseOfNow) {
  Serve(60, "/api/a", 500);
  clock_.Advance(absl::Hours(2));
  EXPECT_EQ(day_.RequestsItem().code(), "requests_failed");
}

TEST_F(RequestDayTest, ADayLaterEverythingIsForgotten) {
  const UnixMillis begun = clock_.Now();
  Serve(60, "/api/a", 500, absl::Seconds(3));
  clock_.Advance(absl::Hours(24));
  EXPECT_EQ(day_.Report().requests(), 60);
  EXPECT_EQ(day_.Report().since(), FormatTime(begun));
  clock_.Advance(absl::Hours(1));
  EXPECT_EQ(day_.Report().requests(), 0);
  EXPECT_EQ(day_.Report().since(), FormatTime(begun + absl::Hours(1)));
  EXPECT_EQ(day_.RequestsItem().code(), "ok");
  EXPECT_EQ(day_.SpeedItem().code(), "ok");
  Serve(1, "/api/a");
  EXPECT_EQ(day_.Report().requests(), 1);
}

}  // namespace
}  // namespace academy::edge
