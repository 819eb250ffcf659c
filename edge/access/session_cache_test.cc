#include "edge/access/session_cache.h"

#include <gtest/gtest.h>

#include "absl/synchronization/notification.h"
#include "edge/testing/fake_academy.h"
#include "services/platform/base/status.h"
#include "services/platform/testing/fake_clock.h"

namespace academy::edge {
namespace {

class SessionCacheTest : public testing::Test {
 protected:
  SessionCacheTest() : cache_(academy_.MakeChannels().auth, kFakeCredential, clock_) {
    academy_.SignIn(auth::v1::SESSION_KIND_LEARNER, "l1", "s1");
  }

  absl::StatusOr<Session> Find(const std::string& token) {
    absl::Notification done;
    absl::StatusOr<Session> found = absl::UnknownError("not called");
    cache_.FindByToken(token, [&](absl::StatusOr<Session> session) {
      found = std::move(session);
      done.Notify();
    });
    done.WaitForNotification();
    return found;
  }

  // Asks until the feed is live and the answer is remembered: then two questions in a row cost no call.
  void AwaitRemembered(const std::string& token) {
    int before = 0;
    do {
      ASSERT_TRUE(Find(token).ok());
      before = academy_.sessions_asked();
      ASSERT_TRUE(Find(token).ok());
    } while (academy_.sessions_asked() != before);
  }

  FakeClock clock_;
  FakeAcademy academy_;
  SessionCache cache_;
};

TEST_F(SessionCacheTest, ATokenNamesItsSession) {
  absl::StatusOr<Session> session = Find("s1");
  ASSERT_TRUE(session.ok()) << session.status();
  EXPECT_EQ(session->kind, CallerKind::kLearner);
  EXPECT_EQ(session->person_id, "l1");
  EXPECT_EQ(session->session_id, "s1");
}

TEST_F(SessionCacheTest, NoTokenAndAnUnknownOneAreUnauthenticated) {
  EXPECT_EQ(DetailOf(Find("").status()).reason, "unauthenticated");
  absl::StatusOr<Session> session = Find("garbage");
  EXPECT_EQ(session.status().code(), absl::StatusCode::kUnauthenticated);
}

TEST_F(SessionCacheTest, WhatCannotBeATokenIsNotAskedAbout) {
  int before = academy_.sessions_asked();
  for (const char* token : {"\xff\xfe", "a b", "a\nb", "' OR '1'='1", "\"s1\""}) {
    EXPECT_EQ(DetailOf(Find(token).status()).reason, "unauthenticated") << token;
  }
  EXPECT_EQ(academy_.sessions_asked(), before);
}

TEST_F(SessionCacheTest, AKnownTokenCostsNoCall) { AwaitRemembered("s1"); }

TEST_F(SessionCacheTest, AnEndedSessionIsRefusedWithItsReason) {
  AwaitRemembered("s1");
  academy_.EndSession("s1", "signed_in_elsewhere");
  absl::StatusOr<Session> session;
  do {
    session = Find("s1");
  } while (session.ok());
  EXPECT_EQ(session.status().code(), absl::StatusCode::kUnauthenticated);
  EXPECT_EQ(DetailOf(session.status()).reason, "signed_in_elsewhere");
}

TEST_F(SessionCacheTest, ASessionIsBelievedUntilTheMomentOfItsEndOnly) {
  academy_.SignIn(auth::v1::SESSION_KIND_MANAGER, "m1", "s2", clock_.Now() + 1000);
  AwaitRemembered("s2");
  clock_.Advance(999);
  int before = academy_.sessions_asked();
  ASSERT_TRUE(Find("s2").ok());
  EXPECT_EQ(academy_.sessions_asked(), before);
  clock_.Advance(1);
  Find("s2").status().IgnoreError();
  EXPECT_EQ(academy_.sessions_asked(), before + 1) << "auth has the last word";
}

TEST_F(SessionCacheTest, WithoutAuthNothingRememberedIsBelieved) {
  AwaitRemembered("s1");
  academy_.Stop();
  absl::StatusOr<Session> session;
  do {
    session = Find("s1");
  } while (session.ok());
  EXPECT_EQ(session.status().code(), absl::StatusCode::kUnavailable);
}

TEST_F(SessionCacheTest, AWaitForAPositionThatWasReachedEndsAtOnce) {
  AwaitRemembered("s1");
  absl::Notification done;
  cache_.WhenReached(0, [&] { done.Notify(); });
  done.WaitForNotification();
}

}  // namespace
}  // namespace academy::edge
