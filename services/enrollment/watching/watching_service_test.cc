#include "services/enrollment/watching/watching_service.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "absl/synchronization/notification.h"
#include "services/enrollment/testing/enrollment_fixture.h"

namespace academy::enrollment {
namespace {

const AuditContext kCause{.caller = {.kind = CallerKind::kManager, .id = "manager"}};

using Stub = v1::Watching::Stub;

class WatchingServiceTest : public EnrollmentUnderTest {
 protected:
  absl::StatusOr<v1::ListMyCoursesResponse> MyCourses(const std::string& learner) {
    return Call(*watching_stub_, &Stub::ListMyCourses, AsLearner(learner), v1::ListMyCoursesRequest());
  }
  absl::StatusOr<v1::GetMyCourseResponse> MyCourse(const std::string& learner, const std::string& course) {
    v1::GetMyCourseRequest request;
    request.set_course_id(course);
    return Call(*watching_stub_, &Stub::GetMyCourse, AsLearner(learner), request);
  }
  absl::StatusOr<v1::UpdateProgressResponse> Report(const std::string& part, double position,
                                                    const std::vector<std::pair<double, double>>& watched) {
    v1::UpdateProgressRequest request;
    request.set_course_id("c1");
    request.set_part_id(part);
    request.set_position(position);
    for (const auto& [from, to] : watched) {
      request.add_watched()->set_from(from);
      request.mutable_watched()->rbegin()->set_to(to);
    }
    return Call(*watching_stub_, &Stub::UpdateProgress, AsLearner("l1"), request);
  }
  // The grant in an address `/media/<token>/<file>`.
  absl::StatusOr<MediaGrant> GrantOf(const std::string& address, const std::string& file) {
    std::string prefix = "/media/";
    EXPECT_TRUE(address.starts_with(prefix) && address.ends_with("/" + file)) << address;
    return tokens_.Verify(address.substr(prefix.size(), address.size() - prefix.size() - file.size() - 1),
                          clock_.Now());
  }
};

TEST_F(WatchingServiceTest, ALearnersListHasProgressAndNoMedia) {
  ASSERT_TRUE(Assign("c1", {"l1"}).ok());
  ASSERT_TRUE(Assign("c2", {"l1", "l2"}, "2026-07-01", "2026-07-31").ok());
  ASSERT_TRUE(Report("c1-1", 40, {{0, 40}}).ok());
  int calls = upstreams_.catalog.calls();
  auto list = MyCourses("l1");
  ASSERT_TRUE(list.ok()) << list.status();
  EXPECT_EQ(upstreams_.catalog.calls(), calls + 1) << "one call, however many courses";
  ASSERT_EQ(list->result_size(), 2);
  for (const v1::Assignment& assignment : list->result()) {
    EXPECT_EQ(assignment.client_id(), "l1");
    EXPECT_FALSE(assignment.has_user());
    for (const catalog::v1::Part& part : assignment.course().parts()) EXPECT_FALSE(part.has_video());
    EXPECT_EQ(assignment.progress().parts_size(), assignment.course().parts_size());
    EXPECT_EQ(assignment.state(), assignment.course_id() == "c1" ? "active" : "upcoming");
    EXPECT_EQ(assignment.progress().percent(), assignment.course_id() == "c1" ? 10 : 0);
    EXPECT_EQ(assignment.progress().last_part_id(), assignment.course_id() == "c1" ? "c1-1" : "");
  }
  EXPECT_EQ(MyCourses("l3")->result_size(), 0);
}

TEST_F(WatchingServiceTest, ACourseComesWithAddressesForThisSessionAlone) {
  ASSERT_TRUE(Assign("c1", {"l1"}).ok());
  ASSERT_TRUE(Report("c1-1", 40.5, {{0, 40.5}}).ok());
  auto course = MyCourse("l1", "c1");
  ASSERT_TRUE(course.ok()) << course.status();
  const v1::GetMyCourseResponse::Result& result = course->result();
  EXPECT_EQ(result.assignment().id(), IdOf("c1", "l1"));
  EXPECT_EQ(result.course().title(), "Course c1");
  EXPECT_EQ(result.assignment().course().title(), "Course c1");
  EXPECT_EQ(result.course().parts(0).video().status(), "ready");
  EXPECT_EQ(result.course().parts(0).video().asset_id(), "");
  ASSERT_EQ(result.playback_size(), 1) << "the second part's video is not ready";
  const auto& playback = result.playback().at("c1-1");
  EXPECT_EQ(playback.position(), 40.5);
  EXPECT_EQ(playback.duration(), 100);
  EXPECT_FALSE(playback.has_thumbnails());
  ASSERT_EQ(playback.captions_size(), 1);
  EXPECT_EQ(playback.captions(0).lang(), "ar");
  for (const auto& [address, file] : {std::pair<std::string, std::string>{playback.hls(), "master.m3u8"},
                                      {playback.poster(), "poster.jpg"},
                                      {playback.captions(0).url(), "captions/ar.vtt"}}) {
    auto grant = GrantOf(address, file);
    ASSERT_TRUE(grant.ok()) << address;
    EXPECT_EQ(grant->session_id, "session of l1");
    EXPECT_EQ(grant->learner_id, "l1");
    EXPECT_EQ(grant->assignment_id, IdOf("c1", "l1"));
    EXPECT_EQ(grant->asset_id, "c1-1-asset");
    EXPECT_EQ(grant->expires_at, clock_.Now() + 12LL * 60 * 60 * 1000);
  }
}

TEST_F(WatchingServiceTest, AddressesDieWithTheAssignment) {
  ASSERT_TRUE(Assign("c1", {"l1"}, "2026-06-01", "2026-06-15T12:00:01Z").ok());
  auto course = MyCourse("l1", "c1");
  ASSERT_TRUE(course.ok());
  std::string hls = course->result().playback().at("c1-1").hls();
  EXPECT_EQ(GrantOf(hls, "master.m3u8")->expires_at, clock_.Now() + 1000);
  clock_.Advance(1001);
  EXPECT_EQ(DetailOf(GrantOf(hls, "master.m3u8").status()).reason, "media_token_expired");
}

TEST_F(WatchingServiceTest, OnlyAnActiveAssignmentCanBeWatched) {
  EXPECT_EQ(DetailOf(MyCourse("l1", "c1").status()).reason, "assignment_not_found");
  EXPECT_EQ(DetailOf(Report("c1-1", 1, {}).status()).reason, "assignment_not_found");
  ASSERT_TRUE(Assign("c1", {"l1"}, "2026-06-16", "2026-06-16").ok());
  auto reason_at = [&](const char* now) {
    clock_.Set(*ParseTime(now));
    std::string watching = DetailOf(MyCourse("l1", "c1").status()).reason;
    EXPECT_EQ(DetailOf(Report("c1-1", 1, {}).status()).reason, watching) << now;
    return MyCourse("l1", "c1").ok() ? "" : watching;
  };
  EXPECT_EQ(reason_at("2026-06-15T20:59:59.999Z"), "course_not_started");
  EXPECT_EQ(reason_at("2026-06-15T21:00:00.000Z"), "");
  EXPECT_EQ(reason_at("2026-06-16T20:59:59.999Z"), "");
  EXPECT_EQ(reason_at("2026-06-16T21:00:00.000Z"), "course_expired");
  EXPECT_EQ(MyCourse("l1", "c1").status().code(), absl::StatusCode::kPermissionDenied);
}

TEST_F(WatchingServiceTest, WatchedIntervalsAreUnitedAndThePositionKept) {
  ASSERT_TRUE(Assign("c1", {"l1"}).ok());
  ASSERT_TRUE(Report("c1-1", 10, {{0, 10}}).ok());
  auto progress = Report("c1-1", 25, {{5, 15}, {20, 25}});
  ASSERT_TRUE(progress.ok()) << progress.status();
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

TEST_F(WatchingServiceTest, AFinishedPartRestartsAtZero) {
  ASSERT_TRUE(Assign("c1", {"l1"}).ok());
  auto progress = Report("c1-1", 95, {{0, 95}});
  ASSERT_TRUE(progress.ok());
  EXPECT_TRUE(progress->result().parts(0).completed());
  EXPECT_EQ(progress->result().parts(0).position(), 0);
  EXPECT_EQ(progress->result().parts(0).percent(), 100);
  EXPECT_EQ(progress->result().percent(), 25);
  EXPECT_EQ(MyCourse("l1", "c1")->result().playback().at("c1-1").position(), 0);
}

TEST_F(WatchingServiceTest, TheRuleOfCompletionIsToldWithEveryProgress) {
  ASSERT_TRUE(Assign("c1", {"l1"}).ok());
  EXPECT_EQ(MyCourses("l1")->result(0).progress().complete_percent(), 90);
  EXPECT_EQ(MyCourse("l1", "c1")->result().progress().complete_percent(), 90);
  EXPECT_EQ(Report("c1-1", 1, {{0, 1}})->result().complete_percent(), 90);
}

TEST_F(WatchingServiceTest, NobodyCompletesACourseFasterThanItCanBeWatched) {
  ASSERT_TRUE(Assign("c1", {"l1"}).ok());
  ASSERT_TRUE(Report("c1-1", 100, {{0, 100}}).ok());
  auto progress = Report("c1-2", 300, {{0, 300}});
  ASSERT_TRUE(progress.ok());
  EXPECT_EQ(progress->result().parts(1).watched_seconds(), 20) << "two minutes in all, then the clock decides";
  clock_.Advance(60'000);
  EXPECT_EQ(Report("c1-2", 300, {{0, 300}})->result().parts(1).watched_seconds(), 140);
}

TEST_F(WatchingServiceTest, LessonsWatchedWithoutANetworkCountOneByOneUpToDoubleSpeed) {
  upstreams_.catalog.Put("long", {3600, 3600, 3600});
  ASSERT_TRUE(Assign("long", {"l1"}).ok());
  ASSERT_TRUE(ReportOf("l1", "long", "long-1", 5, {{0, 5}}).ok());
  clock_.Advance(60 * 60 * 1000);
  ASSERT_TRUE(ReportOf("l1", "long", "long-1", 3600, {{5, 3600}}).ok());
  clock_.Advance(20);
  ASSERT_TRUE(ReportOf("l1", "long", "long-2", 3600, {{0, 3600}}).ok());
  auto progress = ReportOf("l1", "long", "long-3", 3600, {{0, 3600}});
  ASSERT_TRUE(progress.ok()) << progress.status();
  EXPECT_TRUE(progress->result().parts(0).completed());
  EXPECT_TRUE(progress->result().parts(1).completed());
  EXPECT_EQ(progress->result().parts(1).watched_seconds(), 3600);
  EXPECT_NEAR(progress->result().parts(2).watched_seconds(), 120, 0.1) << "an hour is no more than two";
}

TEST_F(WatchingServiceTest, ReportsAskTheCatalogOnceAndHearOfChanges) {
  ASSERT_TRUE(Assign("c1", {"l1"}).ok());
  auto cleanup = Follow();
  // Once a course's removal had its effect, all that stood in the feed before it is known.
  auto settle = [&](const std::string& course) {
    upstreams_.catalog.Put(course, {60});
    ASSERT_TRUE(Assign(course, {"l1"}).ok());
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
  ASSERT_TRUE(Report("c1-1", 1, {{0, 1}}).ok());
  int calls = upstreams_.catalog.calls();
  for (int i = 2; i < 6; ++i) ASSERT_TRUE(Report("c1-1", i, {{i - 1, i}}).ok());
  EXPECT_EQ(upstreams_.catalog.calls(), calls);
  upstreams_.catalog.SetDuration("c1-1", 50);
  catalog::v1::Event changed;
  changed.mutable_course_changed()->set_course_id("c1");
  upstreams_.catalog.feed().Append(changed);
  settle("c11");
  calls = upstreams_.catalog.calls();
  EXPECT_EQ(Report("c1-1", 10, {{5, 10}})->result().parts(0).duration(), 50);
  EXPECT_EQ(upstreams_.catalog.calls(), calls + 1);
  upstreams_.StopCatalog();
  EXPECT_TRUE(Report("c1-1", 11, {{10, 11}}).ok()) << "what was watched is not lost while the catalog is away";
}

TEST_F(WatchingServiceTest, ProgressOutlivesAnExpiryAndGoesOnAfterAnExtension) {
  ASSERT_TRUE(Assign("c1", {"l1"}).ok());
  ASSERT_TRUE(Report("c1-1", 30, {{0, 30}}).ok());
  ASSERT_TRUE(Assign("c1", {"l1"}, "2026-01-01", "2026-01-31").ok());
  EXPECT_EQ(DetailOf(Report("c1-1", 31, {{30, 31}}).status()).reason, "course_expired");
  EXPECT_EQ(MyCourses("l1")->result(0).progress().parts(0).position(), 30) << "it is still shown";
  ASSERT_TRUE(Assign("c1", {"l1"}, "2026-01-01", "2026-12-31").ok());
  EXPECT_EQ(Report("c1-1", 31, {{30, 31}})->result().parts(0).watched_seconds(), 31);
}

TEST_F(WatchingServiceTest, ProgressComesBackWithALaterAssignment) {
  ASSERT_TRUE(Assign("c1", {"l1"}).ok());
  ASSERT_TRUE(Report("c1-1", 30, {{0, 30}}).ok());
  ASSERT_TRUE(assignments_.Remove(kCause, {{"c1", "l1"}}).ok());
  ASSERT_TRUE(Assign("c1", {"l1"}).ok());
  EXPECT_EQ(MyCourse("l1", "c1")->result().playback().at("c1-1").position(), 30);
}

TEST_F(WatchingServiceTest, BadReportsAreRefusedByField) {
  ASSERT_TRUE(Assign("c1", {"l1"}).ok());
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  auto field_of = [](const absl::Status& status) {
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
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
  EXPECT_TRUE(progress_.OfLearner("l1")->empty());
  EXPECT_TRUE(Report("c1-1", 100.9, {{99, 100.9}}).ok()) << "players overshoot a little";
}

TEST_F(WatchingServiceTest, APartOfAnotherCourseIsNotFound) {
  ASSERT_TRUE(Assign("c1", {"l1"}).ok());
  EXPECT_EQ(DetailOf(Report("c2-1", 1, {}).status()).reason, "part_not_found");
}

TEST_F(WatchingServiceTest, OnlyLearnersMayCall) {
  auto status = Call(*watching_stub_, &Stub::ListMyCourses, AsManager(), v1::ListMyCoursesRequest()).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kPermissionDenied);
}

TEST_F(WatchingServiceTest, WithoutTheCatalogTheAnswerSaysSo) {
  ASSERT_TRUE(Assign("c1", {"l1"}).ok());
  upstreams_.StopCatalog();
  EXPECT_EQ(DetailOf(MyCourse("l1", "c1").status()).reason, "catalog_unavailable");
  EXPECT_EQ(DetailOf(Report("c1-1", 1, {}).status()).reason, "catalog_unavailable");
}

}  // namespace
}  // namespace academy::enrollment
