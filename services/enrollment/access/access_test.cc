#include "services/enrollment/access/access.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "absl/time/civil_time.h"
#include "services/enrollment/access/dates.h"
#include "services/platform/base/status.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::enrollment {
namespace {

absl::TimeZone Zone(const char* name) {
  absl::TimeZone zone;
  EXPECT_TRUE(absl::LoadTimeZone(name, &zone)) << name;
  return zone;
}

std::string TextOf(absl::CivilDay day) { return absl::FormatCivilTime(day); }

TEST(AccessTest, BothEndsOfTheWindowAreInside) {
  Window window{.start = 1000, .expiry = 2000};
  EXPECT_EQ(DecideAccess(window, 999), AccessState::kUpcoming);
  EXPECT_EQ(DecideAccess(window, 1000), AccessState::kActive);
  EXPECT_EQ(DecideAccess(window, 2000), AccessState::kActive);
  EXPECT_EQ(DecideAccess(window, 2001), AccessState::kExpired);
}

TEST(AccessTest, StatesHaveTheContractsNames) {
  EXPECT_EQ(AccessStateName(AccessState::kUpcoming), "upcoming");
  EXPECT_EQ(AccessStateName(AccessState::kActive), "active");
  EXPECT_EQ(AccessStateName(AccessState::kExpired), "expired");
}

TEST(DatesTest, ADayRunsFromMidnightToItsLastMillisecondInTheAcademysZone) {
  absl::TimeZone riyadh = Zone("Asia/Riyadh");
  auto window = ParseWindow("2026-12-31", "2026-12-31", riyadh);
  ASSERT_OK(window);
  EXPECT_EQ(FormatTime(window->start), "2026-12-30T21:00:00.000Z");
  EXPECT_EQ(FormatTime(window->expiry), "2026-12-31T20:59:59.999Z");
}

TEST(DatesTest, ADateTimeIsTheInstantItNames) {
  auto window = ParseWindow("2026-12-31T10:00:00+03:00", "2026-12-31T07:00:00.001Z", Zone("America/New_York"));
  ASSERT_OK(window);
  EXPECT_EQ(window->expiry - window->start, 1);
}

// The last millisecond of the last day is inside, the next instant is not; likewise for the start. Tested in every
// zone, including days with clock changes at midnight and at other times.
TEST(DatesTest, AnAccessDecisionAgreesWithTheCalendarOnEveryDayInEveryZone) {
  std::mt19937_64 random(20261231);
  for (const char* name : {"Asia/Riyadh", "UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu",
                           "America/New_York", "Australia/Lord_Howe", "America/Havana", "America/Asuncion",
                           "America/Sao_Paulo", "Asia/Beirut", "Africa/Cairo", "Asia/Tehran", "Atlantic/Azores"}) {
    absl::TimeZone zone = Zone(name);
    for (absl::CivilDay day(2003, 1, 1); day < absl::CivilDay(2029, 1, 1); ++day) {
      auto window = ParseWindow(TextOf(day), TextOf(day), zone);
      ASSERT_OK(window) << name << " " << TextOf(day);
      auto next = ParseStart(TextOf(day + 1), zone);
      ASSERT_EQ(window->expiry + 1, *next) << name << " " << TextOf(day);
      UnixMillis within = window->start + static_cast<UnixMillis>(random() % (window->expiry - window->start));
      UnixMillis anywhere = window->start - 90'000'000 + static_cast<UnixMillis>(random() % 270'000'000);
      for (UnixMillis now : {window->start - 1, window->start, within, window->expiry, window->expiry + 1, anywhere}) {
        absl::CivilDay today = absl::ToCivilDay(absl::FromUnixMillis(now), zone);
        AccessState expected = today < day   ? AccessState::kUpcoming
                               : today > day ? AccessState::kExpired
                                             : AccessState::kActive;
        ASSERT_EQ(DecideAccess(*window, now), expected) << name << " " << TextOf(day) << " " << FormatTime(now);
      }
    }
  }
}

TEST(DatesTest, WhatIsNoDateIsRefusedByField) {
  absl::TimeZone zone = Zone("Asia/Riyadh");
  for (const char* text :
       {"tomorrow", "2026-02-30", "2026-13-01", "31-12-2026", "2026-1-1", " 2026-12-31", "2026-12-31 ",
        "2026-12-31T25:00:00Z", "2026-12-31T10:00:00", "1969-12-30", "infinite-future", "+026-12-31", "99999-12-31"}) {
    absl::Status status = ParseWindow(text, "2030-01-01", zone).status();
    EXPECT_THAT(status, StatusIs(absl::StatusCode::kInvalidArgument)) << text;
    ASSERT_EQ(DetailOf(status).fields.size(), 1u) << text;
    EXPECT_EQ(DetailOf(status).fields[0].field, "startDate");
    EXPECT_EQ(DetailOf(status).fields[0].code, "invalid_date");
  }
}

TEST(DatesTest, BothMissingDatesAreNamed) {
  ErrorDetail detail = DetailOf(ParseWindow("", "", Zone("UTC")).status());
  ASSERT_EQ(detail.fields.size(), 2u);
  EXPECT_EQ(detail.fields[0].code, "required");
  EXPECT_EQ(detail.fields[1].field, "expiryDate");
}

TEST(DatesTest, AnExpiryBeforeTheStartIsRefused) {
  absl::Status status = ParseWindow("2026-12-31", "2026-12-30", Zone("UTC")).status();
  EXPECT_THAT(status, HasReason("validation_failed"));
  EXPECT_EQ(DetailOf(status).fields[0].field, "expiryDate");
  EXPECT_EQ(DetailOf(status).fields[0].code, "before_start");
}

TEST(DatesTest, AChangeKeepsTheDateThatIsNotGiven) {
  absl::TimeZone zone = Zone("UTC");
  Window present = *ParseWindow("2026-01-01", "2026-01-31", zone);
  EXPECT_EQ(*ParseChangedWindow("", "2026-02-28", present, zone), *ParseWindow("2026-01-01", "2026-02-28", zone));
  EXPECT_EQ(*ParseChangedWindow("2026-01-02", "", present, zone), *ParseWindow("2026-01-02", "2026-01-31", zone));
  EXPECT_THAT(ParseChangedWindow("", "", present, zone), testing::Not(IsOk()));
  EXPECT_EQ(DetailOf(ParseChangedWindow("2026-02-01", "", present, zone).status()).fields[0].code, "before_start");
}

TEST(DatesTest, AnExtensionInDaysKeepsTheEndOfTheDayOverChangesOfClocks) {
  for (const char* name : {"Asia/Riyadh", "America/New_York", "Africa/Cairo", "America/Sao_Paulo", "Asia/Beirut"}) {
    absl::TimeZone zone = Zone(name);
    for (absl::CivilDay day(2015, 1, 1); day < absl::CivilDay(2027, 1, 1); day += 3) {
      for (int days : {1, 30, 366}) {
        auto moved = AddDays(*ParseExpiry(TextOf(day), zone), days, zone);
        ASSERT_OK(moved);
        ASSERT_EQ(*moved, *ParseExpiry(TextOf(day + days), zone)) << name << " " << TextOf(day) << " + " << days;
      }
    }
  }
  EXPECT_EQ(FormatTime(*AddDays(*ParseTime("2026-03-01T10:20:30.456Z"), 31, Zone("UTC"))), "2026-04-01T10:20:30.456Z");
  EXPECT_THAT(AddDays(*ParseExpiry("9999-12-30", Zone("UTC")), 3650, Zone("UTC")), testing::Not(IsOk()));
}

TEST(DatesTest, DaysAreCountedInTheAcademysZone) {
  absl::TimeZone riyadh = Zone("Asia/Riyadh");
  int day = DayOf(*ParseTime("2026-12-30T21:00:00Z"), riyadh);
  EXPECT_EQ(DayText(day), "2026-12-31");
  EXPECT_EQ(DayOf(*ParseTime("2026-12-30T20:59:59.999Z"), riyadh), day - 1);
  EXPECT_EQ(FormatTime(StartOfDay(day, riyadh)), "2026-12-30T21:00:00.000Z");
}

}  // namespace
}  // namespace academy::enrollment
