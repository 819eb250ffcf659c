#include "services/enrollment/assignments/bulk/expiry_changes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "services/enrollment/assignments/assignment_changes.h"
#include "services/enrollment/testing/stores_fixture.h"
#include "services/enrollment/upstream_sync/removals.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::enrollment {
namespace {

// Enough for more than two multi-row statements.
constexpr int kMany = 300;
// The length of a day, and the first instant of 1970-01-02.
const UnixMillis kDay = absl::ToInt64Milliseconds(absl::Hours(24));

class ExpiryChangesTest : public StoresUnderTest {
 protected:
  // Assigns `course` to kMany learners, with windows that end on three consecutive days.
  void AssignMany(const std::string& course) {
    std::vector<AssignmentSpec> specs;
    for (int i = 0; i < kMany; ++i) {
      specs.push_back({{course, "l" + std::to_string(i)}, {.start = 0, .expiry = (1 + i % 3) * kDay}});
    }
    ASSERT_OK(enrollment::Assign(deps_, Manager(), specs));
    Settle();
  }

  std::vector<AssignmentRecord> Present(const std::string& course) { return AssignmentsOfCourse(course); }

  // Returns changes that move each expiry by a day.
  std::vector<ExpiryChange> DayLater(const std::string& course) {
    std::vector<ExpiryChange> changes;
    for (const AssignmentRecord& each : Present(course)) {
      changes.push_back({each.id, {each.course_id, each.learner_id}, each.window, each.window.expiry + kDay});
    }
    return changes;
  }

  // Ignores all events and entries so far.
  void Settle() {
    head_ = *feed_.Head();
    auto waiting = audit_.Read(10 * kMany);
    ASSERT_TRUE(waiting->empty() || audit_.Taken(*waiting).ok());
  }

  // Returns the number of each assignment's feed events since Settle.
  std::map<std::string, int> Told(bool removed = false) {
    std::map<std::string, int> told;
    auto entries = feed_.ReadAfter(head_, 10 * kMany);
    for (const FeedEntry& entry : *entries) {
      v1::Event event;
      EXPECT_TRUE(event.ParseFromString(entry.payload));
      EXPECT_EQ(event.assignment_changed().removed(), removed);
      ++told[event.assignment_changed().assignment_id()];
    }
    return told;
  }
  std::map<std::string, int> Audited() {
    std::map<std::string, int> audited;
    auto waiting = audit_.Read(10 * kMany);
    for (const AuditOutbox::Waiting& each : *waiting) ++audited[each.event.subject().id()];
    return audited;
  }
  static std::map<std::string, int> OnceEach(const std::vector<ExpiryChange>& changes) {
    std::map<std::string, int> once;
    for (const ExpiryChange& change : changes) once[change.id] = 1;
    return once;
  }
  std::map<std::string, UnixMillis> Expiries(const std::string& course) {
    std::map<std::string, UnixMillis> expiries;
    for (const AssignmentRecord& each : Present(course)) expiries[each.id] = each.window.expiry;
    return expiries;
  }
  static std::map<std::string, UnixMillis> Wanted(const std::vector<ExpiryChange>& changes) {
    std::map<std::string, UnixMillis> wanted;
    for (const ExpiryChange& change : changes) wanted[change.id] = change.expiry;
    return wanted;
  }

  int64_t head_ = 0;
};

TEST_P(ExpiryChangesTest, ManyMoveByADayEachAndEachIsToldOnce) {
  AssignMany("c1");
  AssignMany("c2");
  std::map<std::string, UnixMillis> others = Expiries("c2");
  std::vector<ExpiryChange> changes = DayLater("c1");
  ASSERT_EQ(changes.size(), static_cast<size_t>(kMany));
  EXPECT_EQ(*ChangeExpiries(deps_, Manager(), changes), kMany);
  EXPECT_EQ(Expiries("c1"), Wanted(changes));
  EXPECT_EQ(Told(), OnceEach(changes));
  EXPECT_EQ(Audited(), OnceEach(changes));
  EXPECT_EQ(Expiries("c2"), others);
  std::map<std::string, std::string> expected;
  for (const ExpiryChange& change : changes) expected[change.id] = FormatTime(change.expiry);
  auto waiting = audit_.Read(10 * kMany);
  for (const AuditOutbox::Waiting& each : *waiting) {
    EXPECT_EQ(each.event.details().at("expiryDate"), expected[each.event.subject().id()]);
  }
}

TEST_P(ExpiryChangesTest, ThoseWhoComeToTheWindowOfOthersDoNotMoveWithThem) {
  AssignMany("c1");
  std::vector<ExpiryChange> changes = DayLater("c1");
  // One day becomes the next, and that one the day before: whichever moves first has the other's window.
  for (ExpiryChange& change : changes) {
    change.expiry = change.from.expiry == kDay ? 2 * kDay : change.from.expiry == 2 * kDay ? kDay : 9 * kDay;
  }
  EXPECT_EQ(*ChangeExpiries(deps_, Manager(), changes), kMany);
  EXPECT_EQ(Expiries("c1"), Wanted(changes));
  EXPECT_EQ(Told(), OnceEach(changes));
}

TEST_P(ExpiryChangesTest, WhoeverIsNotChosenKeepsTheSameWindow) {
  AssignMany("c1");
  std::vector<ExpiryChange> changes = DayLater("c1");
  std::vector<ExpiryChange> left(changes.begin() + kMany / 2, changes.end());
  changes.resize(kMany / 2);
  EXPECT_EQ(*ChangeExpiries(deps_, Manager(), changes), kMany / 2);
  EXPECT_EQ(Told(), OnceEach(changes));
  std::map<std::string, UnixMillis> expected = Wanted(changes);
  for (const ExpiryChange& change : left) expected[change.id] = change.from.expiry;
  EXPECT_EQ(Expiries("c1"), expected);
}

TEST_P(ExpiryChangesTest, WhoeverHasOtherDatesByThenOrIsGoneKeepsThemAndIsNotTold) {
  AssignMany("c1");
  std::vector<ExpiryChange> changes = DayLater("c1");
  Window moved{.start = 5, .expiry = 77};
  ASSERT_OK(ChangeDates(deps_, Manager(), changes[7].id, [&](const auto&) { return moved; }));
  ASSERT_OK(Unassign({changes[11].key}));
  // Another learner has got such a window since.
  ASSERT_OK(Assign({{"c1", "new"}}, changes[7].from));
  Settle();
  EXPECT_EQ(*ChangeExpiries(deps_, Manager(), changes), kMany - 2);
  EXPECT_EQ(ReadStore([&](soci::session& sql) { return FindAssignment(sql, changes[7].id); })->window, moved);
  EXPECT_EQ(Find({"c1", "new"})->window, changes[7].from);
  std::map<std::string, int> expected = OnceEach(changes);
  expected.erase(changes[7].id);
  expected.erase(changes[11].id);
  EXPECT_EQ(Told(), expected);
  EXPECT_EQ(Audited(), expected);
  Settle();
  EXPECT_EQ(*ChangeExpiries(deps_, Manager(), changes), 0) << "asked again, all have other dates";
  EXPECT_TRUE(Told().empty());
  EXPECT_TRUE(Audited().empty());
}

TEST_P(ExpiryChangesTest, NothingIsChangedNorToldAfterAFailureInTheMiddle) {
  AssignMany("c1");
  std::map<std::string, UnixMillis> before = Expiries("c1");
  std::vector<ExpiryChange> changes = DayLater("c1");
  // The database refuses the last change, because a window must not end before it starts.
  auto soonest = std::min_element(changes.begin(), changes.end(), [](const ExpiryChange& a, const ExpiryChange& b) {
    return a.from.expiry < b.from.expiry;
  });
  UnixMillis well = soonest->expiry;
  soonest->expiry = -1;
  EXPECT_THAT(ChangeExpiries(deps_, Manager(), changes), testing::Not(IsOk()));
  EXPECT_EQ(Expiries("c1"), before);
  EXPECT_TRUE(Told().empty());
  EXPECT_TRUE(Audited().empty());
  soonest->expiry = well;
  EXPECT_EQ(*ChangeExpiries(deps_, Manager(), changes), kMany);
  EXPECT_EQ(Told(), OnceEach(changes));
}

TEST_P(ExpiryChangesTest, ManyThatAreAssignedOrRemovedAreToldOnceEach) {
  std::vector<AssignmentKey> keys;
  for (int i = 0; i < kMany; ++i) keys.push_back({"c1", "l" + std::to_string(i)});
  ASSERT_OK(Assign(keys, {.start = 0, .expiry = kDay}));
  std::map<std::string, int> all = OnceEach(DayLater("c1"));
  ASSERT_EQ(all.size(), keys.size());
  EXPECT_EQ(Told(), all);
  EXPECT_EQ(Audited(), all);
  Settle();
  ASSERT_OK(Unassign(keys));
  EXPECT_EQ(Told(/*removed=*/true), all);
  EXPECT_EQ(Audited(), all);
}

TEST_P(ExpiryChangesTest, EachAssignmentOfARemovedCourseIsTold) {
  AssignMany("c1");
  std::map<std::string, int> all = OnceEach(DayLater("c1"));
  ASSERT_OK(RemoveCourse(deps_, "c1", std::nullopt));
  EXPECT_EQ(Told(/*removed=*/true), all);
  EXPECT_TRUE(Audited().empty());
}

TEST_P(ExpiryChangesTest, ExpiriesAreMovedInOneStep) {
  ASSERT_OK(Assign({{"c1", "l1"}, {"c1", "l2"}}, kWindow));
  std::vector<ExpiryChange> changes;
  for (const char* learner : {"l1", "l2"}) {
    changes.push_back({Find({"c1", learner})->id, {"c1", learner}, kWindow, 5000});
  }
  EXPECT_EQ(*ChangeExpiries(deps_, Manager(), changes), 2);
  EXPECT_EQ(Find({"c1", "l2"})->window, (Window{.start = kWindow.start, .expiry = 5000}));
  EXPECT_EQ(Events().size(), 4u);
  EXPECT_EQ(audit_.Read(100)->back().event.details().at("expiryDate"), "1970-01-01T00:00:05.000Z");
}

INSTANTIATE_TEST_SUITE_P(Engines, ExpiryChangesTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::enrollment
