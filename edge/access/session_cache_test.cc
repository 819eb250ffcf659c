#include "edge/access/session_cache.h"

#include <gtest/gtest.h>

#include <thread>

#include "absl/synchronization/notification.h"
#include "edge/testing/fake_academy.h"
#include "services/platform/base/status.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::edge {
namespace {

class SessionCacheTest : public testing::Test {
 protected:
  SessionCacheTest() : cache_(academy_.MakeChannels().auth, rates_, clock_) {
    academy_.SignIn(auth::v1::SESSION_KIND_LEARNER, "l1", "s1");
  }

  absl::StatusOr<Session> Find(const std::string& token, const std::string& address = "") {
    absl::Notification done;
    absl::StatusOr<Session> found = absl::UnknownError("not called");
    cache_.FindByToken(token, address, [&](absl::StatusOr<Session> session) {
      found = std::move(session);
      done.Notify();
    });
    done.WaitForNotification();
    return found;
  }

  absl::Status RequireRecent(const std::string& token, const Session& session) {
    absl::Notification done;
    absl::Status required;
    cache_.RequireRecent(token, session, [&](absl::Status status) {
      required = std::move(status);
      done.Notify();
    });
    done.WaitForNotification();
    return required;
  }

  // Looks the session up until the feed is live and the answer is cached: then two lookups in a row make no call.
  void AwaitRemembered(const std::string& token) {
    int before = 0;
    do {
      ASSERT_OK(Find(token));
      before = academy_.sessions_asked();
      ASSERT_OK(Find(token));
    } while (academy_.sessions_asked() != before);
  }

  FakeClock clock_;
  FakeAcademy academy_;
  AddressRates rates_{{.per_second = 1, .burst = 5}, clock_};
  SessionCache cache_;
};

TEST_F(SessionCacheTest, ATokenNamesItsSession) {
  absl::StatusOr<Session> session = Find("s1");
  ASSERT_OK(session);
  EXPECT_EQ(session->kind, CallerKind::kLearner);
  EXPECT_EQ(session->person_id, "l1");
  EXPECT_EQ(session->session_id, "s1");
}

TEST_F(SessionCacheTest, NoTokenAndAnUnknownOneAreUnauthenticated) {
  EXPECT_THAT(Find(""), HasReason("unauthenticated"));
  absl::StatusOr<Session> session = Find("garbage");
  EXPECT_THAT(session, StatusIs(absl::StatusCode::kUnauthenticated));
}

TEST_F(SessionCacheTest, AnAddressThatGuessesTokensIsRefusedWithoutAskingAuth) {
  AwaitRemembered("s1");
  int before = academy_.sessions_asked();
  for (int i = 0; i < 5; ++i) {
    EXPECT_THAT(Find("guess" + std::to_string(i), "192.0.2.1"), HasReason("unauthenticated"));
  }
  for (int i = 0; i < 20; ++i) {
    EXPECT_THAT(Find("more" + std::to_string(i), "192.0.2.1"), HasReason("too_many_requests"));
  }
  EXPECT_EQ(academy_.sessions_asked(), before + 5);
  EXPECT_OK(Find("s1", "192.0.2.1")) << "a live session of the same address";
  EXPECT_THAT(Find("guess", "192.0.2.2"), HasReason("unauthenticated"));
  EXPECT_THAT(Find("guess"), HasReason("unauthenticated")) << "this machine's own programs";
  clock_.Advance(absl::Seconds(1));
  EXPECT_THAT(Find("guess", "192.0.2.1"), HasReason("unauthenticated"));
}

TEST_F(SessionCacheTest, ALiveTokenPassesAnExhaustedAddressThoughNothingIsCached) {
  AwaitRemembered("s1");
  academy_.SetFullname("s1", "Layla");
  while (Find("s1")->fullname.empty()) {
  }
  // From before the change, so that it is not cached.
  academy_.AnswerAsOf(0);
  academy_.SignIn(auth::v1::SESSION_KIND_LEARNER, "l1", "s2");
  ASSERT_OK(Find("s2", "192.0.2.1"));
  for (int i = 0; i < 20; ++i) Find("guess" + std::to_string(i), "192.0.2.1").status().IgnoreError();
  int asked = academy_.sessions_asked();
  EXPECT_OK(Find("s2", "192.0.2.1"));
  EXPECT_EQ(academy_.sessions_asked(), asked + 1) << "it is not cached";
}

TEST_F(SessionCacheTest, TokensOfLiveSessionsDoNotCount) {
  for (int i = 0; i < 50; ++i) {
    std::string id = "live" + std::to_string(i);
    academy_.SignIn(auth::v1::SESSION_KIND_LEARNER, "l" + id, id);
    EXPECT_OK(Find(id, "192.0.2.1"));
  }
}

TEST_F(SessionCacheTest, WhatCannotBeATokenIsNotAskedAbout) {
  int before = academy_.sessions_asked();
  for (const char* token : {"\xff\xfe", "a b", "a\nb", "' OR '1'='1", "\"s1\""}) {
    EXPECT_THAT(Find(token), HasReason("unauthenticated")) << token;
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
  EXPECT_THAT(session, StatusIs(absl::StatusCode::kUnauthenticated, "signed_in_elsewhere"));
}

TEST_F(SessionCacheTest, AManagersNewRoleReplacesTheCachedOne) {
  academy_.SignIn(auth::v1::SESSION_KIND_MANAGER, "m1", "s2");
  AwaitRemembered("s2");
  EXPECT_EQ(Find("s2")->role, Role::kManager);
  academy_.SetRole("s2", "support");
  absl::StatusOr<Session> session;
  do {
    session = Find("s2");
    ASSERT_OK(session);
  } while (session->role == Role::kManager);
  EXPECT_EQ(session->role, Role::kSupport);
  AwaitRemembered("s2");
  EXPECT_EQ(Find("s2")->role, Role::kSupport);
}

TEST_F(SessionCacheTest, AnAnswerFromBeforeAChangeOfRoleIsNotCached) {
  academy_.SignIn(auth::v1::SESSION_KIND_MANAGER, "m1", "s2");
  AwaitRemembered("s2");
  academy_.SetRole("s2", "support");
  absl::StatusOr<Session> session;
  do {
    session = Find("s2");
    ASSERT_OK(session);
  } while (session->role == Role::kManager);
  // As auth would answer that was asked before the change: another session of the same manager.
  academy_.AnswerAsOf(0);
  academy_.SignIn(auth::v1::SESSION_KIND_MANAGER, "m1", "s3");
  int asked = academy_.sessions_asked();
  for (int i = 0; i < 3; ++i) ASSERT_OK(Find("s3"));
  EXPECT_EQ(academy_.sessions_asked(), asked + 3);
  academy_.AnswerAsOf(1);
  AwaitRemembered("s3");
}

TEST_F(SessionCacheTest, ALearnersNewNameReplacesTheCachedOneAndNobodyElses) {
  academy_.SignIn(auth::v1::SESSION_KIND_LEARNER, "l2", "s2");
  AwaitRemembered("s1");
  AwaitRemembered("s2");
  academy_.SetFullname("s1", "Layla");
  while (Find("s1")->fullname.empty()) {
  }
  AwaitRemembered("s1");
  int asked = academy_.sessions_asked();
  EXPECT_EQ(Find("s1")->fullname, "Layla");
  EXPECT_EQ(Find("s2")->person_id, "l2");
  EXPECT_EQ(academy_.sessions_asked(), asked);
}

TEST_F(SessionCacheTest, AnAnswerFromBeforeAChangeOfTheLearnerIsNotCached) {
  AwaitRemembered("s1");
  academy_.SetFullname("s1", "Layla");
  while (Find("s1")->fullname.empty()) {
  }
  academy_.AnswerAsOf(0);
  academy_.SignIn(auth::v1::SESSION_KIND_LEARNER, "l1", "s2");
  int asked = academy_.sessions_asked();
  for (int i = 0; i < 3; ++i) ASSERT_OK(Find("s2"));
  EXPECT_EQ(academy_.sessions_asked(), asked + 3);
  academy_.AnswerAsOf(1);
  AwaitRemembered("s2");
}

TEST_F(SessionCacheTest, ASessionIsBelievedUntilTheMomentOfItsEndOnly) {
  academy_.SignIn(auth::v1::SESSION_KIND_MANAGER, "m1", "s2", clock_.Now() + 1000);
  AwaitRemembered("s2");
  clock_.Advance(absl::Milliseconds(999));
  int before = academy_.sessions_asked();
  ASSERT_OK(Find("s2"));
  EXPECT_EQ(academy_.sessions_asked(), before);
  clock_.Advance(absl::Milliseconds(1));
  Find("s2").status().IgnoreError();
  EXPECT_EQ(academy_.sessions_asked(), before + 1) << "auth has the last word";
}

TEST_F(SessionCacheTest, AuthHearsOfAUseOnceWhenItIsDue) {
  academy_.ExpectUse("s1", clock_.Now() + 1000);
  AwaitRemembered("s1");
  clock_.Advance(absl::Milliseconds(999));
  int told = academy_.uses_told();
  ASSERT_OK(Find("s1"));
  EXPECT_EQ(academy_.uses_told(), told);
  clock_.Advance(absl::Milliseconds(1));
  academy_.ExpectUse("s1", clock_.Now() + 1000);
  for (int i = 0; i < 20; ++i) ASSERT_OK(Find("s1"));
  while (academy_.uses_told() == told) std::this_thread::yield();
  ASSERT_OK(Find("s1"));
  EXPECT_EQ(academy_.uses_told(), told + 1);
}

TEST_F(SessionCacheTest, ALookIsNoUse) {
  academy_.ExpectUse("s1", clock_.Now() + 1000);
  AwaitRemembered("s1");
  clock_.Advance(absl::Hours(1));
  int asked = academy_.sessions_asked();
  absl::Notification looked;
  cache_.LookAt("s1", [&](const absl::StatusOr<Session>& session) {
    EXPECT_OK(session);
    looked.Notify();
  });
  looked.WaitForNotification();
  EXPECT_EQ(academy_.sessions_asked(), asked);
  int told = academy_.uses_told();
  absl::Notification used;
  cache_.FindById("s1", [&](const absl::StatusOr<Session>&) { used.Notify(); });
  used.WaitForNotification();
  while (academy_.uses_told() == told) std::this_thread::yield();
}

TEST_F(SessionCacheTest, ARecentSessionCostsNoCallWhileItIsRecent) {
  academy_.SetRecentUntil("s1", clock_.Now() + 1000);
  AwaitRemembered("s1");
  Session session = *Find("s1");
  int before = academy_.sessions_asked();
  clock_.Advance(absl::Milliseconds(999));
  EXPECT_OK(RequireRecent("s1", session));
  EXPECT_EQ(academy_.sessions_asked(), before);
  clock_.Advance(absl::Milliseconds(1));
  EXPECT_THAT(RequireRecent("s1", session), StatusIs(absl::StatusCode::kPermissionDenied, "reauthentication_required"));
}

TEST_F(SessionCacheTest, WhatBecameRecentThroughAnotherEdgeIsRecentHereAtOnce) {
  AwaitRemembered("s1");
  Session session = *Find("s1");
  EXPECT_THAT(RequireRecent("s1", session), HasReason("reauthentication_required"));
  academy_.SetRecentUntil("s1", clock_.Now() + 1000);
  EXPECT_OK(RequireRecent("s1", session));
  int before = academy_.sessions_asked();
  EXPECT_OK(RequireRecent("s1", *Find("s1")));
  EXPECT_EQ(academy_.sessions_asked(), before) << "that much is remembered";
}

TEST_F(SessionCacheTest, ASessionThatEndedMeanwhileIsRefusedWithItsReason) {
  AwaitRemembered("s1");
  Session session = *Find("s1");
  academy_.EndSession("s1", "logout");
  EXPECT_THAT(RequireRecent("s1", session), StatusIs(absl::StatusCode::kUnauthenticated, "logout"));
}

TEST_F(SessionCacheTest, WithoutAuthNothingRememberedIsBelieved) {
  AwaitRemembered("s1");
  academy_.Stop();
  absl::StatusOr<Session> session;
  do {
    session = Find("s1");
  } while (session.ok());
  EXPECT_THAT(session, StatusIs(absl::StatusCode::kUnavailable));
}

TEST_F(SessionCacheTest, AWaitForAPositionThatWasReachedEndsAtOnce) {
  AwaitRemembered("s1");
  absl::Notification done;
  cache_.WhenReached(0, [&] { done.Notify(); });
  done.WaitForNotification();
}

}  // namespace
}  // namespace academy::edge
