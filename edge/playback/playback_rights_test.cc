// Who may play what, and until when.
#include <gtest/gtest.h>

#include <string>

#include "absl/time/clock.h"
#include "edge/playback/playback.h"
#include "edge/playback/testing/playback_fixture.h"
#include "services/platform/keys/key_ring.h"

namespace academy::edge {
namespace {

INSTANTIATE_TEST_SUITE_P(Kinds, PlaybackTest, testing::Values(BlobKind::kFolder, BlobKind::kS3), BlobKindName);

TEST_P(PlaybackTest, WhatIsBeingSentEndsWithTheSession) {
  EXPECT_TRUE(IsBrokenOffAfter([&] { academy_.EndSession("session", "signed_in_elsewhere"); }));
}

TEST_P(PlaybackTest, WhatIsBeingSentEndsWithTheAssignment) {
  EXPECT_TRUE(IsBrokenOffAfter([&] { academy_.Unassign("assignment"); }));
}

TEST_P(PlaybackTest, WhatIsBeingSentEndsWhenTheTimeIsUp) {
  EXPECT_TRUE(IsBrokenOffAfter([&] { edge_.clock().Advance(kHour + absl::Milliseconds(1)); }));
}

TEST_P(PlaybackTest, ATokenOfAnotherMakeOrTimeIsForbidden) {
  EXPECT_EQ(client_.Call("GET", "/media/x/master.m3u8").status, 403);
  std::string forged = MediaTokens(KeyRing::Fixed("another key")).Mint(Grant());
  EXPECT_EQ(client_.Call("GET", "/media/" + forged + "/master.m3u8").status, 403);
  MediaGrant grant = Grant();
  Assign(-kHour, 24 * kHour);
  edge_.clock().Advance(12 * kHour + absl::Milliseconds(1));
  EXPECT_EQ(Get(grant, "master.m3u8").status, 403);
}

TEST_P(PlaybackTest, TheEndOfTheSessionEndsPlayback) {
  ASSERT_EQ(Segment().status, 200);
  academy_.EndSession("session", "signed_in_elsewhere");
  EXPECT_EQ(AwaitStatus(403), 403);
  EXPECT_NE(Segment().body.find("signed_in_elsewhere"), std::string::npos);
  EXPECT_EQ(Get(Grant(), "key").status, 403);
}

TEST_P(PlaybackTest, ASessionWhoseTimeIsUpPlaysNothingFromThenOn) {
  academy_.SignIn(auth::v1::SESSION_KIND_LEARNER, "learner", "session", edge_.clock().Now() + kHour / 2);
  ASSERT_EQ(Segment().status, 200);
  edge_.clock().Advance(kHour / 2);
  academy_.LetEnd("session", "expired");
  HttpResponse refused = Segment();
  EXPECT_EQ(refused.status, 403);
  EXPECT_NE(refused.body.find("expired"), std::string::npos);
}

TEST_P(PlaybackTest, WhatIsBeingSentEndsWhenTheSessionsTimeIsUp) {
  academy_.SignIn(auth::v1::SESSION_KIND_LEARNER, "learner", "session", edge_.clock().Now() + kHour / 2);
  EXPECT_TRUE(IsBrokenOffAfter([&] {
    academy_.LetEnd("session", "idle");
    edge_.clock().Advance(kHour / 2);
  }));
}

TEST_P(PlaybackTest, WatchingIsAUseOfTheSession) {
  academy_.ExpectUse("session", edge_.clock().Now() + kHour / 2);
  // Until the feeds are live each answer costs a question, which is a use as well.
  absl::Time deadline = absl::Now() + absl::Seconds(30);
  int told = -1;
  while (told != academy_.uses_told() && absl::Now() < deadline) {
    told = academy_.uses_told();
    ASSERT_EQ(Segment().status, 200);
  }
  academy_.ExpectUse("session", edge_.clock().Now() + 2 * kHour);
  edge_.clock().Advance(kHour / 2);
  while (academy_.uses_told() == told && absl::Now() < deadline) ASSERT_EQ(Segment().status, 200);
  EXPECT_GT(academy_.uses_told(), told);
}

TEST_P(PlaybackTest, APreviewIsForItsManagersSessionAlone) {
  academy_.SignIn(auth::v1::SESSION_KIND_MANAGER, "manager", "desk");
  MediaGrant preview = Grant();
  preview.session_id = "desk";
  preview.learner_id = "manager";
  preview.assignment_id = kPreviewAssignment;
  EXPECT_EQ(Get(preview, "master.m3u8").status, 200);
  EXPECT_EQ(Get(preview, "key").status, 200);
  MediaGrant other = preview;
  other.learner_id = "another manager";
  EXPECT_EQ(Get(other, "master.m3u8").status, 403);
  // A learner needs an assignment, and a manager plays no learner's addresses.
  MediaGrant learner = Grant();
  learner.assignment_id = kPreviewAssignment;
  EXPECT_EQ(Get(learner, "master.m3u8").status, 403);
  MediaGrant assigned = preview;
  assigned.assignment_id = "assignment";
  EXPECT_EQ(Get(assigned, "master.m3u8").status, 403);
  // Support looks at no contents, also by an address from before.
  academy_.SetRole("desk", "support");
  absl::Time lowered = absl::Now() + absl::Seconds(30);
  while (Get(preview, "key").status == 200 && absl::Now() < lowered) {
  }
  HttpResponse refused = Get(preview, "key");
  EXPECT_EQ(refused.status, 403);
  EXPECT_NE(refused.body.find("role_not_allowed"), refused.body.npos) << refused.body;
  academy_.SetRole("desk", "owner");
  while (Get(preview, "key").status != 200 && absl::Now() < lowered) {
  }
  academy_.EndSession("desk", "logout");
  absl::Time deadline = absl::Now() + absl::Seconds(30);
  while (Get(preview, "key").status == 200 && absl::Now() < deadline) {
  }
  EXPECT_EQ(Get(preview, "key").status, 403);
}

TEST_P(PlaybackTest, ASessionPlaysOnlyItsOwnLearnersAssignments) {
  MediaGrant grant = Grant();
  grant.session_id = "none";
  EXPECT_EQ(Get(grant, "master.m3u8").status, 403);
  academy_.SignIn(auth::v1::SESSION_KIND_LEARNER, "other", "others-session");
  grant.session_id = "others-session";
  EXPECT_EQ(Get(grant, "master.m3u8").status, 403);
  grant.learner_id = "other";
  EXPECT_EQ(Get(grant, "master.m3u8").status, 403);
}

TEST_P(PlaybackTest, TheWindowsEndsAreInsideIt) {
  edge_.clock().Advance(kHour);
  EXPECT_EQ(Segment().status, 200);
  edge_.clock().Advance(absl::Milliseconds(1));
  HttpResponse expired = Segment();
  EXPECT_EQ(expired.status, 403);
  EXPECT_NE(expired.body.find("course_expired"), std::string::npos);
  edge_.clock().Advance(-2 * kHour - absl::Milliseconds(1));
  EXPECT_EQ(Segment().status, 200);
  edge_.clock().Advance(-absl::Milliseconds(1));
  EXPECT_NE(Segment().body.find("course_not_started"), std::string::npos);
}

TEST_P(PlaybackTest, AMovedOrRemovedAssignmentIsFelt) {
  ASSERT_EQ(Segment().status, 200);
  Assign(-2 * kHour, -kHour);
  EXPECT_EQ(AwaitStatus(403), 403);
  Assign(-kHour, kHour);
  EXPECT_EQ(AwaitStatus(200), 200);
  academy_.Unassign("assignment");
  EXPECT_EQ(AwaitStatus(403), 403);
}

TEST_P(PlaybackTest, KnownGrantsCostNoQuestion) {
  // Until both feeds are live every answer costs a call.
  absl::Time deadline = absl::Now() + absl::Seconds(30);
  int asked = -1;
  while (asked != academy_.sessions_asked() + academy_.access_asked() && absl::Now() < deadline) {
    asked = academy_.sessions_asked() + academy_.access_asked();
    ASSERT_EQ(Segment().status, 200);
  }
  for (int i = 0; i < 20; ++i) EXPECT_EQ(Segment().status, 200);
  EXPECT_EQ(academy_.sessions_asked() + academy_.access_asked(), asked);
}

TEST_P(PlaybackTest, WhenNothingCanBeSaidTheAnswerSaysToTryAgain) {
  academy_.Stop();
  EXPECT_EQ(AwaitStatus(503), 503);
}

}  // namespace
}  // namespace academy::edge
