#include "services/enrollment/watching/watching_service.h"

#include <gtest/gtest.h>

#include "services/enrollment/testing/enrollment_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::enrollment {
namespace {

class WatchingServiceTest : public EnrollmentUnderTest {
 protected:
  // Returns the grant in a URL `/media/<token>/<file>`.
  absl::StatusOr<MediaGrant> GrantOf(const std::string& address, const std::string& file) {
    std::string prefix = "/media/";
    EXPECT_TRUE(address.starts_with(prefix) && address.ends_with("/" + file)) << address;
    return tokens_.Verify(address.substr(prefix.size(), address.size() - prefix.size() - file.size() - 1),
                          clock_.Now());
  }
};

TEST_F(WatchingServiceTest, ALearnersListHasProgressAndNoMedia) {
  ASSERT_OK(Assign("c1", {"l1"}));
  ASSERT_OK(Assign("c2", {"l1", "l2"}, "2026-07-01", "2026-07-31"));
  ASSERT_OK(Report("c1-1", 40, {{0, 40}}));
  int calls = upstreams_.catalog.calls();
  auto list = MyCourses("l1");
  ASSERT_OK(list);
  EXPECT_EQ(upstreams_.catalog.calls(), calls + 1) << "one call, however many courses";
  ASSERT_EQ(list->result_size(), 2);
  for (const v1::Assignment& assignment : list->result()) {
    EXPECT_EQ(assignment.learner_id(), "l1");
    EXPECT_FALSE(assignment.has_user());
    for (const catalog::v1::Part& part : assignment.course().parts()) EXPECT_FALSE(part.has_video());
    EXPECT_EQ(assignment.progress().complete_percent(), 90);
    EXPECT_EQ(assignment.state(), assignment.course_id() == "c1" ? "active" : "upcoming");
    EXPECT_EQ(assignment.progress().percent(), assignment.course_id() == "c1" ? 10 : 0);
    EXPECT_EQ(assignment.progress().last_part_id(), assignment.course_id() == "c1" ? "c1-1" : "");
  }
  EXPECT_EQ(MyCourses("l3")->result_size(), 0);
}

TEST_F(WatchingServiceTest, AListHasProgressOnlyOfPartsThatWereBegunAndACourseOfAll) {
  ASSERT_OK(Assign("c1", {"l1"}));
  ASSERT_OK(Assign("c2", {"l1"}));
  ASSERT_OK(Report("c1-2", 40, {{0, 40}}));
  auto list = MyCourses("l1");
  ASSERT_OK(list);
  for (const v1::Assignment& assignment : list->result()) {
    auto course = MyCourse("l1", assignment.course_id());
    ASSERT_OK(course);
    v1::Progress whole = course->result().progress();
    EXPECT_EQ(whole.parts_size(), assignment.course().parts_size());
    // Everything else is the same.
    v1::Progress begun = whole;
    begun.clear_parts();
    for (const v1::PartProgress& part : whole.parts()) {
      if (part.has_updated_at()) *begun.add_parts() = part;
    }
    EXPECT_EQ(begun.parts_size(), assignment.course_id() == "c1" ? 1 : 0);
    EXPECT_EQ(assignment.progress().ShortDebugString(), begun.ShortDebugString());
  }
}

TEST_F(WatchingServiceTest, ACourseComesWithAddressesForThisSessionAlone) {
  ASSERT_OK(Assign("c1", {"l1"}));
  ASSERT_OK(Report("c1-1", 40.5, {{0, 40.5}}));
  auto course = MyCourse("l1", "c1");
  ASSERT_OK(course);
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
    ASSERT_OK(grant) << address;
    EXPECT_EQ(grant->session_id, "session of l1");
    EXPECT_EQ(grant->learner_id, "l1");
    EXPECT_EQ(grant->assignment_id, IdOf("c1", "l1"));
    EXPECT_EQ(grant->asset_id, "c1-1-asset");
    EXPECT_EQ(grant->expires_at, clock_.Now() + absl::ToInt64Milliseconds(absl::Hours(12)));
  }
}

TEST_F(WatchingServiceTest, AddressesDieWithTheAssignment) {
  ASSERT_OK(Assign("c1", {"l1"}, "2026-06-01", "2026-06-15T12:00:01Z"));
  auto course = MyCourse("l1", "c1");
  ASSERT_OK(course);
  std::string hls = course->result().playback().at("c1-1").hls();
  EXPECT_EQ(GrantOf(hls, "master.m3u8")->expires_at, clock_.Now() + 1000);
  clock_.Advance(absl::Milliseconds(1001));
  EXPECT_THAT(GrantOf(hls, "master.m3u8"), HasReason("media_token_expired"));
}

TEST_F(WatchingServiceTest, OnlyAnActiveAssignmentCanBeWatched) {
  EXPECT_THAT(MyCourse("l1", "c1"), HasReason("assignment_not_found"));
  EXPECT_THAT(Report("c1-1", 1, {}), HasReason("assignment_not_found"));
  ASSERT_OK(Assign("c1", {"l1"}, "2026-06-16", "2026-06-16"));
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
  EXPECT_THAT(MyCourse("l1", "c1"), StatusIs(absl::StatusCode::kPermissionDenied));
}

TEST_F(WatchingServiceTest, OnlyLearnersMayCall) {
  auto status =
      Call(*watching_stub_, &v1::Watching::Stub::ListMyCourses, AsManager(), v1::ListMyCoursesRequest()).status();
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kPermissionDenied));
}

TEST_F(WatchingServiceTest, WithoutTheCatalogTheAnswerSaysSo) {
  ASSERT_OK(Assign("c1", {"l1"}));
  upstreams_.StopCatalog();
  EXPECT_THAT(MyCourse("l1", "c1"), HasReason("catalog_unavailable"));
  EXPECT_THAT(Report("c1-1", 1, {}), HasReason("catalog_unavailable"));
}

}  // namespace
}  // namespace academy::enrollment
