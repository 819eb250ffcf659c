#include "services/enrollment/progress/progress_tracking_service.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "absl/synchronization/notification.h"
#include "services/enrollment/testing/enrollment_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::enrollment {
namespace {

using ProgressTrackingServiceTest = EnrollmentUnderTest;

TEST_F(ProgressTrackingServiceTest, WatchedIntervalsAreUnitedAndThePositionKept) {
  ASSERT_OK(Assign("c1", {"l1"}));
  ASSERT_OK(Report("c1-1", 10, {{0, 10}}));
  auto progress = Report("c1-1", 25, {{5, 15}, {20, 25}});
  ASSERT_OK(progress);
  const v1::PartProgress& part = progress->result().parts(0);
  EXPECT_EQ(part.part_id(), "c1-1");
  EXPECT_EQ(part.watched_seconds(), 20);
  EXPECT_EQ(part.position(), 25);
  EXPECT_EQ(part.percent(), 20);
  EXPECT_FALSE(part.completed());
  EXPECT_EQ(part.updated_at(), FormatTime(clock_.Now()));
  EXPECT_EQ(progress->result().percent(), 5);
  EXPECT_EQ(progress->result().last_part_id(), "c1-1");
  EXPECT_FALSE(progress->result().parts(1).has_updated_at());
}

TEST_F(ProgressTrackingServiceTest, AFinishedPartRestartsAtZero) {
  ASSERT_OK(Assign("c1", {"l1"}));
  auto progress = Report("c1-1", 95, {{0, 95}});
  ASSERT_OK(progress);
  EXPECT_TRUE(progress->result().parts(0).completed());
  EXPECT_EQ(progress->result().parts(0).position(), 0);
  EXPECT_EQ(progress->result().parts(0).percent(), 100);
  EXPECT_EQ(progress->result().percent(), 25);
  EXPECT_EQ(MyCourse("l1", "c1")->result().playback().at("c1-1").position(), 0);
}

TEST_F(ProgressTrackingServiceTest, TheRuleOfCompletionIsToldWithEveryProgress) {
  ASSERT_OK(Assign("c1", {"l1"}));
  EXPECT_EQ(MyCourses("l1")->result(0).progress().complete_percent(), 90);
  EXPECT_EQ(MyCourse("l1", "c1")->result().progress().complete_percent(), 90);
  EXPECT_EQ(Report("c1-1", 1, {{0, 1}})->result().complete_percent(), 90);
}

TEST_F(ProgressTrackingServiceTest, NobodyCompletesACourseFasterThanItCanBeWatched) {
  ASSERT_OK(Assign("c1", {"l1"}));
  ASSERT_OK(Report("c1-1", 100, {{0, 100}}));
  auto progress = Report("c1-2", 300, {{0, 300}});
  ASSERT_OK(progress);
  EXPECT_EQ(progress->result().parts(1).watched_seconds(), 20) << "two minutes in all, then the clock decides";
  clock_.Advance(absl::Minutes(1));
  EXPECT_EQ(Report("c1-2", 300, {{0, 300}})->result().parts(1).watched_seconds(), 140);
}

TEST_F(ProgressTrackingServiceTest, LessonsWatchedWithoutANetworkCountOneByOneUpToDoubleSpeed) {
  upstreams_.catalog.Put("long", {3600, 3600, 3600});
  ASSERT_OK(Assign("long", {"l1"}));
  ASSERT_OK(ReportOf("l1", "long", "long-1", 5, {{0, 5}}));
  clock_.Advance(absl::Hours(1));
  ASSERT_OK(ReportOf("l1", "long", "long-1", 3600, {{5, 3600}}));
  clock_.Advance(absl::Milliseconds(20));
  ASSERT_OK(ReportOf("l1", "long", "long-2", 3600, {{0, 3600}}));
  auto progress = ReportOf("l1", "long", "long-3", 3600, {{0, 3600}});
  ASSERT_OK(progress);
  EXPECT_TRUE(progress->result().parts(0).completed());
  EXPECT_TRUE(progress->result().parts(1).completed());
  EXPECT_EQ(progress->result().parts(1).watched_seconds(), 3600);
  EXPECT_NEAR(progress->result().parts(2).watched_seconds(), 120, 0.1) << "an hour is no more than two";
}

TEST_F(ProgressTrackingServiceTest, ReportsAskTheCatalogOnceAndHearOfChanges) {
  ASSERT_OK(Assign("c1", {"l1"}));
  auto cleanup = Follow();
  // Once a course's removal has taken effect, all earlier events of the feed have been handled.
  auto settle = [&](const std::string& course) {
    upstreams_.catalog.Put(course, {60});
    ASSERT_OK(Assign(course, {"l1"}));
    absl::Notification removed;
    int listener = feed_.Listen([&] {
      if (!removed.HasBeenNotified()) removed.Notify();
    });
    catalog::v1::Event event;
    event.mutable_course_removed()->set_course_id(course);
    upstreams_.catalog.feed().Append(event);
    removed.WaitForNotification();
    feed_.Unlisten(listener);
  };
  settle("c10");
  ASSERT_OK(Report("c1-1", 1, {{0, 1}}));
  int loads = upstreams_.catalog.LoadsOf("c1");
  for (int i = 2; i < 6; ++i) ASSERT_OK(Report("c1-1", i, {{i - 1, i}}));
  EXPECT_EQ(upstreams_.catalog.LoadsOf("c1"), loads);
  upstreams_.catalog.SetDuration("c1-1", 50);
  catalog::v1::Event changed;
  changed.mutable_course_changed()->set_course_id("c1");
  upstreams_.catalog.feed().Append(changed);
  settle("c11");
  loads = upstreams_.catalog.LoadsOf("c1");
  EXPECT_EQ(Report("c1-1", 10, {{5, 10}})->result().parts(0).duration(), 50);
  EXPECT_EQ(upstreams_.catalog.LoadsOf("c1"), loads + 1);
  upstreams_.StopCatalog();
  EXPECT_OK(Report("c1-1", 11, {{10, 11}})) << "what was watched is not lost while the catalog is away";
}

TEST_F(ProgressTrackingServiceTest, ProgressOutlivesAnExpiryAndGoesOnAfterAnExtension) {
  ASSERT_OK(Assign("c1", {"l1"}));
  ASSERT_OK(Report("c1-1", 30, {{0, 30}}));
  ASSERT_OK(Assign("c1", {"l1"}, "2026-01-01", "2026-01-31"));
  EXPECT_THAT(Report("c1-1", 31, {{30, 31}}), HasReason("course_expired"));
  EXPECT_EQ(MyCourses("l1")->result(0).progress().parts(0).position(), 30) << "it is still shown";
  ASSERT_OK(Assign("c1", {"l1"}, "2026-01-01", "2026-12-31"));
  EXPECT_EQ(Report("c1-1", 31, {{30, 31}})->result().parts(0).watched_seconds(), 31);
}

TEST_F(ProgressTrackingServiceTest, ProgressComesBackWithALaterAssignment) {
  ASSERT_OK(Assign("c1", {"l1"}));
  ASSERT_OK(Report("c1-1", 30, {{0, 30}}));
  ASSERT_OK(Unassign("c1", "l1"));
  ASSERT_OK(Assign("c1", {"l1"}));
  EXPECT_EQ(MyCourse("l1", "c1")->result().playback().at("c1-1").position(), 30);
}

TEST_F(ProgressTrackingServiceTest, BadReportsAreRefusedByField) {
  ASSERT_OK(Assign("c1", {"l1"}));
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  auto field_of = [](const absl::Status& status) {
    EXPECT_THAT(status, StatusIs(absl::StatusCode::kInvalidArgument));
    auto fields = DetailOf(status).fields;
    return fields.empty() ? "" : fields[0].field;
  };
  for (double position : {-1.0, 102.0, kInfinity, std::nan(""), 1e300}) {
    EXPECT_EQ(field_of(Report("c1-1", position, {}).status()), "position") << position;
  }
  for (const auto& interval : std::vector<std::pair<double, double>>{
           {-1, 5}, {5, 4}, {0, 102}, {0, kInfinity}, {std::nan(""), 1}, {0, std::nan("")}, {1e300, 1e301}}) {
    EXPECT_EQ(field_of(Report("c1-1", 0, {{0, 1}, interval}).status()), "watched[1]");
  }
  std::vector<std::pair<double, double>> many(1001, {0, 1});
  EXPECT_EQ(field_of(Report("c1-1", 0, many).status()), "watched");
  EXPECT_EQ(field_of(Report("", 0, {}).status()), "partId");
  EXPECT_TRUE(ReadStore([](soci::session& sql) { return ListProgressOfLearner(sql, "l1"); }).empty());
  EXPECT_OK(Report("c1-1", 100.9, {{99, 100.9}})) << "players overshoot a little";
}

TEST_F(ProgressTrackingServiceTest, APartOfAnotherCourseIsNotFound) {
  ASSERT_OK(Assign("c1", {"l1"}));
  EXPECT_THAT(Report("c2-1", 1, {}), HasReason("part_not_found"));
}

}  // namespace
}  // namespace academy::enrollment
