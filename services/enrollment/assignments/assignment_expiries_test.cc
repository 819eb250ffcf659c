// Changes of many assignments in one step, on every engine: what readers of the feed and the audit trail hear of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "academy/enrollment/v1/access.pb.h"
#include "services/enrollment/assignments/assignment_store.h"
#include "services/enrollment/schema.h"
#include "services/enrollment/upstream_sync/removal_store.h"
#include "services/platform/base/status.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/test_database.h"

namespace academy::enrollment {
namespace {

const AuditContext kCause{.caller = {.kind = CallerKind::kManager, .id = "manager"}};

// More than two statements that take many rows.
constexpr int kMany = 300;
constexpr UnixMillis kDay = 86'400'000;

class ExpiriesTest : public testing::TestWithParam<Engine> {
 protected:
  ExpiriesTest()
      : database_(GetParam(), Migrations()),
        feed_(*database_, clock_),
        audit_(*database_, clock_),
        assignments_(*database_, feed_, audit_, clock_),
        removals_(*database_, feed_, clock_) {}

  // Assigns `course` to kMany learners, whose windows end on one of three days in a row.
  void AssignMany(const std::string& course) {
    std::vector<AssignmentWish> wishes;
    for (int i = 0; i < kMany; ++i) {
      wishes.push_back({{course, "l" + std::to_string(i)}, {.start = 0, .expiry = (1 + i % 3) * kDay}});
    }
    ASSERT_TRUE(assignments_.Assign(kCause, wishes, {}).ok());
    Settle();
  }

  std::vector<AssignmentRecord> Present(const std::string& course) { return assignments_.OfCourse(course).value(); }

  // A day later each.
  std::vector<ExpiryChange> DayLater(const std::string& course) {
    std::vector<ExpiryChange> changes;
    for (const AssignmentRecord& each : Present(course)) {
      changes.push_back({each.id, {each.course_id, each.learner_id}, each.window, each.window.expiry + kDay});
    }
    return changes;
  }

  // What was told so far is behind us.
  void Settle() {
    head_ = *feed_.Head();
    auto waiting = audit_.Read(10 * kMany);
    ASSERT_TRUE(waiting->empty() || audit_.Taken(waiting->back().position).ok());
  }

  // How often readers of the feed heard of each assignment since then.
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

  FakeClock clock_;
  TestDatabase database_;
  ChangeFeed feed_;
  AuditOutbox audit_;
  AssignmentStore assignments_;
  RemovalStore removals_;
  int64_t head_ = 0;
};

TEST_P(ExpiriesTest, ManyMoveByADayEachAndEachIsToldOnce) {
  AssignMany("c1");
  AssignMany("c2");
  std::map<std::string, UnixMillis> others = Expiries("c2");
  std::vector<ExpiryChange> changes = DayLater("c1");
  ASSERT_EQ(changes.size(), static_cast<size_t>(kMany));
  EXPECT_EQ(*assignments_.SetExpiries(kCause, changes), kMany);
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

TEST_P(ExpiriesTest, ThoseWhoComeToTheWindowOfOthersDoNotMoveWithThem) {
  AssignMany("c1");
  std::vector<ExpiryChange> changes = DayLater("c1");
  // One day becomes the next, and that one the day before: whichever moves first has the other's window.
  for (ExpiryChange& change : changes) {
    change.expiry = change.from.expiry == kDay ? 2 * kDay : change.from.expiry == 2 * kDay ? kDay : 9 * kDay;
  }
  EXPECT_EQ(*assignments_.SetExpiries(kCause, changes), kMany);
  EXPECT_EQ(Expiries("c1"), Wanted(changes));
  EXPECT_EQ(Told(), OnceEach(changes));
}

TEST_P(ExpiriesTest, WhoeverIsNotChosenKeepsTheSameWindow) {
  AssignMany("c1");
  std::vector<ExpiryChange> changes = DayLater("c1");
  std::vector<ExpiryChange> left(changes.begin() + kMany / 2, changes.end());
  changes.resize(kMany / 2);
  EXPECT_EQ(*assignments_.SetExpiries(kCause, changes), kMany / 2);
  EXPECT_EQ(Told(), OnceEach(changes));
  std::map<std::string, UnixMillis> expected = Wanted(changes);
  for (const ExpiryChange& change : left) expected[change.id] = change.from.expiry;
  EXPECT_EQ(Expiries("c1"), expected);
}

TEST_P(ExpiriesTest, WhoeverHasOtherDatesByThenOrIsGoneKeepsThemAndIsNotTold) {
  AssignMany("c1");
  std::vector<ExpiryChange> changes = DayLater("c1");
  Window moved{.start = 5, .expiry = 77};
  ASSERT_TRUE(assignments_.SetWindow(kCause, changes[7].id, moved).ok());
  ASSERT_TRUE(assignments_.Remove(kCause, {changes[11].key}).ok());
  // Somebody else has such a window since then.
  ASSERT_TRUE(assignments_.Assign(kCause, {{"c1", "new"}}, changes[7].from).ok());
  Settle();
  EXPECT_EQ(*assignments_.SetExpiries(kCause, changes), kMany - 2);
  EXPECT_EQ(assignments_.Get(changes[7].id)->window, moved);
  EXPECT_EQ(assignments_.Find({"c1", "new"})->window, changes[7].from);
  std::map<std::string, int> expected = OnceEach(changes);
  expected.erase(changes[7].id);
  expected.erase(changes[11].id);
  EXPECT_EQ(Told(), expected);
  EXPECT_EQ(Audited(), expected);
  Settle();
  EXPECT_EQ(*assignments_.SetExpiries(kCause, changes), 0) << "asked again, all have other dates";
  EXPECT_TRUE(Told().empty());
  EXPECT_TRUE(Audited().empty());
}

TEST_P(ExpiriesTest, NothingIsChangedNorToldAfterAFailureInTheMiddle) {
  AssignMany("c1");
  std::map<std::string, UnixMillis> before = Expiries("c1");
  std::vector<ExpiryChange> changes = DayLater("c1");
  // No window ends before it begins: the database refuses the last of them.
  auto soonest = std::min_element(changes.begin(), changes.end(), [](const ExpiryChange& a, const ExpiryChange& b) {
    return a.from.expiry < b.from.expiry;
  });
  UnixMillis well = soonest->expiry;
  soonest->expiry = -1;
  EXPECT_FALSE(assignments_.SetExpiries(kCause, changes).ok());
  EXPECT_EQ(Expiries("c1"), before);
  EXPECT_TRUE(Told().empty());
  EXPECT_TRUE(Audited().empty());
  soonest->expiry = well;
  EXPECT_EQ(*assignments_.SetExpiries(kCause, changes), kMany);
  EXPECT_EQ(Told(), OnceEach(changes));
}

TEST_P(ExpiriesTest, ManyThatAreAssignedOrRemovedAreToldOnceEach) {
  std::vector<AssignmentKey> keys;
  for (int i = 0; i < kMany; ++i) keys.push_back({"c1", "l" + std::to_string(i)});
  ASSERT_TRUE(assignments_.Assign(kCause, keys, {.start = 0, .expiry = kDay}).ok());
  std::map<std::string, int> all = OnceEach(DayLater("c1"));
  ASSERT_EQ(all.size(), keys.size());
  EXPECT_EQ(Told(), all);
  EXPECT_EQ(Audited(), all);
  Settle();
  ASSERT_TRUE(assignments_.Remove(kCause, keys).ok());
  EXPECT_EQ(Told(/*removed=*/true), all);
  EXPECT_EQ(Audited(), all);
}

TEST_P(ExpiriesTest, EachAssignmentOfARemovedCourseIsTold) {
  AssignMany("c1");
  std::map<std::string, int> all = OnceEach(DayLater("c1"));
  ASSERT_TRUE(removals_.ForgetCourse("c1", std::nullopt).ok());
  EXPECT_EQ(Told(/*removed=*/true), all);
  EXPECT_TRUE(Audited().empty());
}

INSTANTIATE_TEST_SUITE_P(Engines, ExpiriesTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::enrollment
